import type { ListeningStation } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { answered, refused, user } from '../../api/test/answers.ts';
import { doing, find, text, type, until } from '../../ui/test/draw.tsx';
import { openAdminPage } from '../test/open-admin-page.tsx';

const STATIONS = 'GET /v1/admin/listening';
const LISTENERS = 'GET /v1/admin/listeners';
const HOUR = 3_600;

const trend = Array.from({ length: 30 }, (_, day) => day * HOUR);

const anchor: ListeningStation = {
  station_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12',
  user_id: user.id,
  station_name: 'Anchor Radio',
  station_slug: 'anchor',
  status: 'active',
  package_name: 'Starter',
  policy: 'stop_new',
  listeners: 4,
  seconds: 18_400 * HOUR,
  cap_seconds: 20_000 * HOUR,
  forecast_seconds: 22_000 * HOUR,
  trend,
};

const totals = {
  month: '2026-11',
  listeners: 4,
  seconds: 31_250 * HOUR,
  forecast_seconds: 40_100 * HOUR,
  over_cap: 2,
  trend,
};

const stations = (data: ListeningStation[] = [anchor], next_cursor: string | null = null) =>
  answered({ totals, data, has_more: next_cursor !== null, next_cursor });

const now = answered({
  listeners: 1_204,
  data: [
    { ...pick(anchor), listeners: 1_200 },
    { ...pick(anchor), station_id: '2', station_name: null, station_slug: 'beacon', listeners: 4 },
  ],
});

function pick({ station_id, user_id, station_name, station_slug }: ListeningStation) {
  return { station_id, user_id, station_name, station_slug };
}

const open = (answers: Parameters<typeof openAdminPage>[0] = {}) =>
  openAdminPage({ [STATIONS]: stations(), [LISTENERS]: now, ...answers }, '/admin/listening');

const row = () =>
  [...document.querySelectorAll('table tbody td > div')].map((cell) => cell.textContent);

test('shows the totals of the installation', async () => {
  await open();
  await until(() => expect(text()).toContain('Hours in November31,250'));
  expect(text()).toContain('Listening now1,204');
  expect(text()).toContain('Forecast40,100');
  expect(text()).toContain('Out of hours2');
});

test('shows each station with its share of the package, forecast, policy and trend', async () => {
  await open();
  await until(() => expect(row()).toHaveLength(7));
  expect(row()).toEqual([
    'Anchor Radio/anchor · No new listeners',
    'Starter',
    '4',
    '18,400 h of 20,000',
    '92%',
    '110%',
    '',
  ]);
  const line = document.querySelector('table svg[role="img"]');
  expect(line?.getAttribute('aria-label')).toMatch(/to 29 h today; at least 0 h, at most 29 h\.$/);
});

test('lists the listeners of now by station', async () => {
  await open();
  await until(() => expect(document.querySelectorAll('ol > li')).toHaveLength(2));
  expect([...document.querySelectorAll('ol > li')].map((each) => each.textContent)).toEqual([
    'Anchor Radio1,200',
    'beacon4',
  ]);
});

test('says that nothing is heard at the moment', async () => {
  await open({ [LISTENERS]: answered({ listeners: 0, data: [] }) });
  await until(() => expect(text()).toContain('No listeners at the moment.'));
});

test('sorts and searches at the API', async () => {
  const asked: string[] = [];
  await open({
    [STATIONS]: (query) => {
      asked.push(String(query));
      return stations(query.has('search') ? [] : [anchor])();
    },
  });
  await until(() => expect(asked).toContain('sort=share'));
  const sort = find(HTMLSelectElement, 'select');
  await doing(() => {
    sort.value = 'seconds';
    sort.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(asked).toContain('sort=seconds'));
  await type(find(HTMLInputElement, 'input[type="search"]'), 'nowhere');
  await until(() => expect(asked).toContain('sort=seconds&search=nowhere'));
  await until(() => expect(text()).toContain('No stations match'));
});

test('says that hours could not be loaded', async () => {
  await open({ [STATIONS]: refused(500, 'internal_error', 'Not now.') });
  await until(() => expect(text()).toContain('Failed to load listening hours'));
});
