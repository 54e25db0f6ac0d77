import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { paletteOf } from '@stationhouse/platform-api/contract/site/colours';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { BILLING_PATH } from '../api/member-paths.ts';
import { profile } from '../api/test/answers.ts';
import {
  control,
  nowPlaying,
  openDashboard,
  problem,
  station,
  stationLine,
  subscription,
  text,
  until,
} from './test/open-dashboard.tsx';

const STATION = 'GET /v1/me/station';
const EVENTS = 'GET /v1/me/station/events';
const TRACKS = 'GET /v1/me/station/now-playing';
const BILLING = 'GET /v1/me/billing';
const building = { ...station, status: 'setup_pending' };
const submitted = {
  ...profile,
  setup_form_submitted: true,
  setup_form_submitted_at: '2026-11-21T12:00:00.000Z',
};
const mine = { user: { id: profile.user_id }, role: 'user', profile: submitted };

/** The same, with a setup form that was submitted so many hours ago. */
function mineSince(hours: number) {
  const setup_form_submitted_at = new Date(Date.now() - hours * 60 * 60 * 1_000).toISOString();
  return { ...mine, profile: { ...submitted, setup_form_submitted_at } };
}

/** The text and picture of a track card. */
function trackCard(name: string) {
  const card = [...document.querySelectorAll('article')].find(
    (each) => each.querySelector('h2')?.textContent === name,
  );
  return { says: card?.textContent, cover: card?.querySelector('img')?.getAttribute('src') };
}

afterEach(() => vi.useRealTimers());

/** Fakes only the timers that the test advances. */
const stopTheClock = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('says during a pause that the station is closed, and not that it is on air', async () => {
  const current = {
    ...nowPlaying.current,
    title: 'Counting House Radio',
    artist: 'Closed until Monday 28 December',
    closed_until: '2026-12-28T00:00',
  };
  await openDashboard({
    [STATION]: { body: { ...station, starter_since: null } },
    [TRACKS]: { body: { ...nowPlaying, current } },
  });
  await until(() =>
    expect(trackCard('Closed for holidays').says).toContain('Closed until Monday 28 December'),
  );
  expect(document.body.textContent).toContain(
    'Your station is closed for holidays, as you planned.',
  );
  expect(document.body.textContent).not.toContain('Your station is on air');
});

test('says before the first song what comes and when, and shows no song before it', async () => {
  const started_at = new Date(Date.now() + 20_000).toISOString();
  const next = { ...nowPlaying.next, started_at };
  await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: { body: { ...nowPlaying, previous: null, current: null, next } },
  });
  await until(() =>
    expect(trackCard('Coming first').says).toMatch(/First song in (20|19) seconds/),
  );
  expect(trackCard('Coming first').says).toContain('Open at Seven');
  expect(trackCard('Coming first').cover).toBe(next.cover);
  expect(document.querySelector('.start-ring')).not.toBeNull();
  expect(text()).not.toContain('Unknown');
  expect(text()).not.toContain('Last played');
});

test('shows the current, last and next track of a station on air', async () => {
  await openDashboard({ [STATION]: { body: station } });
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  expect(trackCard('Now playing').says).toContain('Nora Field');
  expect(trackCard('Now playing').cover).toBe(nowPlaying.current.cover);
  expect(trackCard('Last played').says).toContain('Slow Morning');
  expect(trackCard('Coming next').says).toContain('Open at Seven');
});

test.each([
  [
    'the station’s page at night',
    '#7a2e1d',
    RegExp(paletteOf({ accent_colour: '#7a2e1d' }, true).paper),
  ],
  ['the portal, where the station has chosen none', null, /^$/],
])('what plays now is shown in the colours of %s', async (_whose, accent_colour, ground) => {
  await openDashboard({ [STATION]: { body: { ...station, accent_colour } } });
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  const card = document.querySelector<HTMLElement>('[aria-label="On air now"] article');
  expect(card?.style.getPropertyValue('--background')).toMatch(ground);
  expect(card?.classList.contains('theme-night')).toBe(accent_colour === null);
});

test('shows loading text until the tracks arrive', async () => {
  let come = () => {};
  const coming = new Promise<{ body: unknown }>(
    (resolve) => (come = () => resolve({ body: nowPlaying })),
  );
  await openDashboard({ [STATION]: { body: station }, [TRACKS]: () => coming });
  await until(() => expect(trackCard('Coming next').says).toContain('Loading...Please wait'));
  come();
  await until(() => expect(trackCard('Coming next').says).toContain('Open at Seven'));
});

test.each(['setup_pending', 'suspended', 'inactive'])(
  'requests and shows no tracks for a station that is %s',
  async (status) => {
    const page = await openDashboard({ [STATION]: { body: { ...station, status } } });
    await until(() => expect(text()).toContain('The Counting House'));
    await until(() => expect(page.timesAsked(EVENTS)).toBeGreaterThan(0));
    expect(text()).not.toContain('Now playing');
    expect(page.timesAsked(TRACKS)).toBe(0);
  },
);

test('shows a missing track as unknown', async () => {
  const told = { ...nowPlaying, next: null };
  await openDashboard({ [STATION]: { body: station }, [TRACKS]: { body: told } });
  await until(() => expect(trackCard('Coming next').says).toContain('Unknown TitleUnknown Artist'));
  expect(trackCard('Coming next').cover).not.toBe('');
});

test('replaces a broken cover by the placeholder', async () => {
  await openDashboard({ [STATION]: { body: station } });
  await until(() => expect(trackCard('Now playing').cover).toBe(nowPlaying.current.cover));
  document.querySelector('article img')?.dispatchEvent(new Event('error'));
  await until(() => expect(trackCard('Now playing').cover).toContain('placeholder'));
});

test('marks stale tracks as old', async () => {
  await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: { body: { ...nowPlaying, stale: true } },
  });
  await until(() => expect(text()).toContain('These titles may be out of date.'));
  expect(trackCard('Now playing').says).toContain('Second Cup');
});

test('says quietly that the tracks cannot be read', async () => {
  const page = await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: problem(500, 'internal_error', 'Something went wrong', 'The fault is ours.'),
  });
  await until(() => expect(text()).toContain('The titles are not available at the moment.'));
  expect(trackCard('Now playing').says).toContain('Unknown Title');
  expect(document.querySelector('[role="alert"]:not(:empty)')).toBeNull();
  expect(page.toasts).toEqual([]);
});

test('reads the tracks every 30 seconds', async () => {
  stopTheClock();
  let current = nowPlaying.current;
  const page = await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: () => ({ body: { ...nowPlaying, current } }),
  });
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  const before = page.timesAsked(TRACKS);
  current = { ...current, title: 'Third Cup' };
  await pass(30_000);
  await until(() => expect(trackCard('Now playing').says).toContain('Third Cup'));
  expect(page.timesAsked(TRACKS)).toBe(before + 1);
});

test('tries to read the tracks without a network too, so that the page says that they are missing', async () => {
  stopTheClock();
  const page = await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: { body: nowPlaying },
  });
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  const before = page.timesAsked(TRACKS);
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await pass(30_000);
  expect(page.timesAsked(TRACKS)).toBe(before + 1);
});

test('hides a track after a minute without a new answer', async () => {
  stopTheClock();
  let isDown = false;
  const fails = problem(500, 'internal_error', 'Something went wrong', 'The fault is ours.');
  await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: () => (isDown ? fails : { body: nowPlaying }),
  });
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  isDown = true;
  await pass(30_000);
  await until(() => expect(text()).toContain('These titles may be out of date.'));
  expect(trackCard('Now playing').says).toContain('Second Cup');
  await pass(60_000);
  await until(() => expect(text()).not.toContain('Second Cup'));
  expect(text()).toContain('The titles are not available at the moment.');
});

test('apologises for a station that is not on air 48 hours after the setup form', async () => {
  await openDashboard({ 'GET /v1/me': { body: mineSince(49) }, [STATION]: { body: building } });
  await until(() => expect(text()).toContain('It should have been on air by'));
  expect(text()).toContain('We are sorry for the delay.');
});

test('shows a station that goes live without a reload, with its tracks', async () => {
  const line = stationLine();
  const page = await openDashboard({
    'GET /v1/me': { body: mineSince(1) },
    [STATION]: { body: building },
    [EVENTS]: line.answer,
  });
  await until(() => expect(text()).toContain('In Progress'));
  await until(() => expect(text()).toContain('launched within 48 hours of your setup form, by '));
  await until(() => expect(line.isOpen()).toBe(true));
  const before = page.timesAsked(STATION);
  line.tell(station);
  await until(() => expect(text()).toContain('Live'));
  await until(() => expect(trackCard('Now playing').says).toContain('Second Cup'));
  expect(text()).not.toContain('In Progress');
  expect(page.timesAsked(STATION)).toBe(before);
  expect(page.toasts).toEqual([]);
});

test('says that the setup form is missing before it is submitted', async () => {
  await openDashboard({ [STATION]: { body: building } });
  await until(() => expect(text()).toContain('We are waiting for your setup form.'));
  expect(text()).toContain('In Progress');
  expect(text()).not.toContain('We are building your station.');
});

test('shows the dashboard without a station when it is deleted, and asks whether the account is too', async () => {
  const line = stationLine();
  const page = await openDashboard({ [STATION]: { body: station }, [EVENTS]: line.answer });
  await until(() => expect(line.isOpen()).toBe(true));
  const before = page.timesAsked('GET /v1/me');
  line.tell(null);
  await until(() => control('Create New Station'));
  await until(() => expect(page.timesAsked('GET /v1/me')).toBe(before + 1));
});

test('reads billing again when the station goes off air', async () => {
  const line = stationLine();
  let billing = { subscription, invoices: [] };
  await openDashboard(
    {
      [STATION]: { body: station },
      [EVENTS]: line.answer,
      [BILLING]: () => ({ body: billing }),
    },
    BILLING_PATH,
  );
  await until(() => expect(text()).toContain('Next payment'));
  billing = { subscription: { ...subscription, status: 'unpaid' }, invoices: [] };
  line.tell({ ...station, status: 'suspended' });
  await until(() => expect(text()).toContain('A payment failed.'));
});

test('keeps one event stream open, and closes it when the page is left', async () => {
  const line = stationLine();
  const page = await openDashboard({ [STATION]: { body: station }, [EVENTS]: line.answer });
  await until(() => expect(line.isOpen()).toBe(true));
  line.tell({ ...station, station_name: 'The Tally Room' });
  await until(() => expect(text()).toContain('The Tally Room'));
  expect(page.timesAsked(EVENTS)).toBe(1);
  await page.goBack();
  await until(() => expect(line.isOpen()).toBe(false));
});

test('opens no event stream without a station', async () => {
  const page = await openDashboard();
  await until(() => control('Create New Station'));
  expect(page.timesAsked(EVENTS)).toBe(0);
});

test.each(PACKAGES.map(({ name, monthly_fee }) => [name, `€${monthly_fee / 100}`]))(
  'shows the package %s with %s a month and its features',
  async (package_name, price) => {
    await openDashboard({ [STATION]: { body: { ...station, package_name } } }, BILLING_PATH);
    await until(() => expect(text()).toContain(`${price} a month`));
    const offer = PACKAGES.find(({ name }) => name === package_name);
    expect(text()).toContain(`${offer?.features.length} features included`);
  },
);

test('shows a custom package with its agreed price', async () => {
  const own = { ...station, package_name: null, package_price: 420_00, currency: 'eur' };
  await openDashboard({ [STATION]: { body: own } }, BILLING_PATH);
  await until(() => expect(text()).toContain('€420 a month'));
});

test('shows the next payment as the renewal date', async () => {
  await openDashboard(
    {
      [STATION]: {
        body: { ...station, package_name: 'Starter', purchased_at: '2026-01-05T12:00:00Z' },
      },
      [BILLING]: { body: { subscription, invoices: [] } },
    },
    BILLING_PATH,
  );
  await until(() => expect(text()).toContain('Renews on 21 December 2026'));
});

test('shows one month after the purchase without a subscription', async () => {
  await openDashboard(
    {
      [STATION]: {
        body: { ...station, package_name: 'Starter', purchased_at: '2026-11-05T12:00:00Z' },
      },
    },
    BILLING_PATH,
  );
  await until(() => expect(text()).toContain('Renews on 5 December 2026'));
});

test('a station that is switched off offers a way to contact us', async () => {
  await openDashboard({ [STATION]: { body: { ...station, status: 'inactive' } } });
  await until(() => expect(control('write to us').getAttribute('href')).toBe('/contact'));
});
