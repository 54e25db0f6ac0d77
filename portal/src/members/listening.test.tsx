import { LISTENING_POLICY_WORDS } from '@stationhouse/platform-api/contract/listening/values';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  control,
  listeningSummary,
  openDashboard,
  press,
  problem,
  station,
  stationLine,
  text,
  until,
} from './test/open-dashboard.tsx';

const STATION = 'GET /v1/me/station';
const EVENTS = 'GET /v1/me/station/events';
const SUMMARY = 'GET /v1/me/station/listening/summary';
const FIGURES = 'GET /v1/me/station/listening';
const onAir = { [STATION]: { body: station } };

const now = () =>
  [...document.querySelectorAll('dt')].find((each) => each.textContent === 'Listening now')
    ?.nextElementSibling?.textContent;

type Part = { key: string; seconds: number; sessions: number; peak: number | null };
const part = (key: string, seconds: number): Part => ({ key, seconds, sessions: 4, peak: 2 });

const PARTS: Record<string, Part[]> = {
  day: [part('2026-11-22', 3_600), part('2026-11-23', 7_200), part('2026-11-24', 1_800)],
  month: [part('2026-10', 36_000), part('2026-11', 12_600)],
  week_hour: [part('1-09', 4 * 3_600), part('5-18', 4 * 36_000)],
  player: [part('page', 9_450), part('hls', 3_150)],
  country: [part('GB', 12_600)],
};

const figures = (parts: Record<string, Part[]> = PARTS) => ({
  [FIGURES]: (_: RequestInit, { searchParams }: URL) => {
    const data = parts[searchParams.get('by') ?? ''] ?? [];
    const seconds = data.reduce((sum, one) => sum + one.seconds, 0);
    return {
      body: {
        zone: 'Europe/London',
        from: searchParams.get('from'),
        to: searchParams.get('to'),
        seconds,
        sessions: 8,
        data: data.map((one) => ({ ...one, starts_at: null })),
      },
    };
  },
});

/** Opens Home with the charts in the viewport. */
async function openCharts(answers: Parameters<typeof openDashboard>[0] = {}) {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await openDashboard({ ...onAir, ...figures(), ...answers }, '/members/files');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly seen: (entries: object[]) => void;
      constructor(seen: (entries: object[]) => void) {
        this.seen = seen;
      }
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  await page.goTo('/members');
  await until(() => expect(text()).toContain('Hours over time'));
  return page;
}

const chart = (words: RegExp) =>
  [...document.querySelectorAll('svg[role="img"]')].find((each) =>
    words.test(each.getAttribute('aria-label') ?? ''),
  );

/** The cells of a table by its caption, row by row. */
const rowsOf = (caption: string) => {
  const table = [...document.querySelectorAll('table')].find(
    (each) => each.querySelector('caption')?.textContent === caption,
  );
  return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td > div')].map((cell) => cell.textContent),
  );
};

test('shows the listeners of now, the hours of the month and its forecast', async () => {
  await openDashboard(onAir);
  await until(() => expect(now()).toBe('3'));
  expect(text()).toContain('1,204 of 20,000');
  expect(text()).toContain('6% used. If it continues as in the last 7 days, about 1,650 hours');
  expect(text()).toContain('Most at once today7');
  expect(text()).toContain('Last 7 days302 h');
  expect(text()).toContain('Last 30 days1,390 h');
  const meter = document.querySelector('[role="meter"]');
  expect(meter?.getAttribute('aria-valuetext')).toBe('1,204 of 20,000 hours, 6%');
  expect(control('How we count').getAttribute('href')).toBe('/docs/listening-hours');
});

test('follows the listeners as they come and go', async () => {
  const line = stationLine();
  await openDashboard({ ...onAir, [EVENTS]: (request) => line.answer(request) });
  await until(() => expect(now()).toBe('3'));
  await until(() => expect(line.isOpen()).toBe(true));
  line.count(12);
  await until(() => expect(now()).toBe('12'));
  line.count(0);
  await until(() => expect(now()).toBe('0'));
});

test.each(Object.entries(LISTENING_POLICY_WORDS))(
  'says beforehand what happens at the cap: %s',
  async (policy, words) => {
    const month = { ...listeningSummary.month, policy };
    await openDashboard({ ...onAir, [SUMMARY]: { body: { ...listeningSummary, month } } });
    await until(() => expect(text()).toContain(words));
    expect(text()).not.toContain('See the packages');
  },
);

test('leads to the packages when the hours will not last', async () => {
  const month = { ...listeningSummary.month, forecast_seconds: 21_000 * 3_600 };
  await openDashboard({ ...onAir, [SUMMARY]: { body: { ...listeningSummary, month } } });
  await until(() =>
    expect(control('See the packages').getAttribute('href')).toBe('/members/billing'),
  );
});

test('encourages a station that has no listeners yet', async () => {
  const none = {
    ...listeningSummary,
    listeners: 0,
    month: { ...listeningSummary.month, seconds: 0, forecast_seconds: 0 },
    today: { seconds: 0, peak: null },
    last_7_days: { seconds: 0 },
    last_30_days: { seconds: 0 },
  };
  const page = await openDashboard({ ...onAir, [SUMMARY]: { body: none } });
  await until(() => expect(text()).toContain('Ready for your first listener'));
  expect(control('Share your station').getAttribute('href')).toBe('/members/share/page');
  expect(text()).toContain('A forecast appears with your first hours.');
  expect(page.timesAsked(FIGURES)).toBe(0);
});

test('says that the listeners could not be loaded, and tries again', async () => {
  let isDown = true;
  const fails = problem(500, 'internal_error', 'Something went wrong', 'The fault is ours.');
  await openDashboard({
    ...onAir,
    [SUMMARY]: () => (isDown ? fails : { body: listeningSummary }),
  });
  await until(() => expect(text()).toContain('Failed to load your listeners'));
  isDown = false;
  press('Try again');
  await until(() => expect(now()).toBe('3'));
});

test('a station that is still being built has no listeners to show', async () => {
  const page = await openDashboard({
    [STATION]: { body: { ...station, status: 'setup_pending' } },
  });
  await until(() => expect(text()).toContain('The Counting House'));
  expect(text()).not.toContain('Your listeners');
  expect(page.timesAsked(SUMMARY)).toBe(0);
});

test('loads no charts before they are near the viewport', async () => {
  const page = await openDashboard({ ...onAir, ...figures() });
  await until(() => expect(now()).toBe('3'));
  expect(text()).toContain('Loading charts...');
  expect(page.timesAsked(FIGURES)).toBe(0);
});

test('draws hours over time, and has them as a table', async () => {
  await openCharts();
  await until(() => expect(chart(/3\.5 h in all\. The most: 2 h, Mon 23 Nov\./)).toBeDefined());
  expect(chart(/in all/)?.querySelectorAll('.visx-bar')).toHaveLength(3);
  expect(rowsOf('Hours by day')).toEqual(
    [
      ['Tue 24 Nov', 'Hours30 min', 'Sessions4', 'Most at once2'],
      ['Mon 23 Nov', 'Hours2 h', 'Sessions4', 'Most at once2'],
      ['Sun 22 Nov', 'Hours1 h', 'Sessions4', 'Most at once2'],
    ].map((row) => row.map((cell) => cell.replace(/^(Hours|Sessions|Most at once)/, ''))),
  );
  press('2 years');
  await until(() => expect(chart(/13\.5 h in all\. The most: 10 h, October 2026\./)).toBeDefined());
  expect(text()).toContain('Months in UTC, as your package counts.');
});

test('shows the busiest hours of the week on average', async () => {
  await openCharts();
  await until(() => expect(chart(/Busiest: Fri 18:00 to 19:00, with 10/)).toBeDefined());
  const [nine] = rowsOf('Listeners on average by hour of the week').slice(9);
  expect(nine).toEqual(['09:00', '1', '0', '0', '0', '0', '0', '0']);
});

test('shows where people listen by player and by country', async () => {
  await openCharts();
  const list = (label: string) => document.querySelector(`ul[aria-label="${label}"]`)?.textContent;
  await until(() => expect(list('By country')).toBe('United Kingdom3.5 h 100%'));
  expect(list('By player')).toBe('On your page2.6 h 75%By HLS53 min 25%');
});

test('hides countries that are not known', async () => {
  await openCharts(figures({ ...PARTS, country: [part('', 12_600)] }));
  await until(() => expect(text()).toContain('On your page'));
  expect(text()).not.toContain('Not known');
});

test('exports the days that are shown', async () => {
  let asked = '';
  const page = await openCharts({
    'GET /v1/me/station/listening.csv': (_, url) => {
      asked = url.search;
      return new Response('key,seconds\r\n');
    },
  });
  // jsdom saves no files.
  Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  press('Export as CSV');
  await until(() => expect(asked).toMatch(/^\?by=day&from=[\d-]+&to=[\d-]+$/));
  expect(page.toasts).toEqual([]);
});

function showSessions(): void {
  const summaries = [...document.querySelectorAll('summary')];
  const summary = summaries.find((each) => each.textContent === 'Show the sessions of a day');
  const details = summary?.parentElement;
  if (!(details instanceof HTMLDetailsElement)) throw new Error('there are no sessions to show');
  details.open = true;
}

/** Changes a field, or chooses in a list, by its label. */
function choose(label: string, value: string): void {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent === label);
  const control = document.getElementById(found?.htmlFor ?? '');
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) {
    throw new Error(`no field is called ${label}`);
  }
  // React ignores a value that is set without the browser's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    value,
  );
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

test('explains a day down to its sessions, in the station’s zone and in UTC', async () => {
  const session = (began_at: string, seconds: number) => ({
    began_at,
    player: 'page',
    country: null,
    seconds,
    counts: seconds >= 10,
  });
  const asked: string[] = [];
  const page = await openCharts({
    'GET /v1/me/station/listening/sessions': (_, url) => {
      asked.push(url.search);
      const isFirst = !url.searchParams.has('cursor');
      const data = isFirst
        ? [session('2026-11-22T23:30:00.000Z', 9)]
        : [session('2026-11-23T08:00:05.000Z', 3_725)];
      const next_cursor = isFirst ? 'second' : null;
      return { body: { zone: 'Europe/London', data, has_more: isFirst, next_cursor } };
    },
    'GET /v1/me/station/listening/sessions.csv': (_, url) => {
      asked.push(`csv${url.search}`);
      return new Response('began_at,seconds\r\n');
    },
  });
  expect(page.timesAsked('GET /v1/me/station/listening/sessions')).toBe(0);
  showSessions();
  await until(() => choose('Day', '2026-11-23'));
  await until(() => expect(asked).toContain('?day=2026-11-23&zone=station'));
  await until(() => press('Show more'));
  await until(() =>
    expect(rowsOf('Sessions of the day')).toEqual([
      ['Sun 22 Nov, 23:30:00', 'On your page', 'No, under 10 s', '9 s'],
      ['08:00:05', 'On your page', 'Yes', '1 h 2 min 5 s'],
    ]),
  );
  expect(text()).toContain('The sessions that count add up to 3 h 30 min 0 s on Mon 23 Nov.');
  choose('Day begins in', 'utc');
  await until(() => expect(asked.at(-1)).toBe('?day=2026-11-23&zone=utc'));
  Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL() {} });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  press('Export the day as CSV');
  await until(() => expect(asked.at(-1)).toBe('csv?day=2026-11-23&zone=utc'));
  expect(page.toasts).toEqual([]);
});

test('says so when a day has no sessions', async () => {
  await openCharts({
    'GET /v1/me/station/listening/sessions': {
      body: { zone: 'Europe/London', data: [], has_more: false, next_cursor: null },
    },
  });
  showSessions();
  await until(() => expect(text()).toContain('No sessions on this day'));
});
