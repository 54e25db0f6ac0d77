import { PACKAGES } from '@stationhouse/platform-api/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { profile } from '../purchase/test/stand-in-api.ts';
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

/** One of the cards with a track: what it says, and its picture. */
function trackCard(name: string) {
  const card = [...document.querySelectorAll('article')].find(
    (each) => each.querySelector('h2')?.textContent === name,
  );
  return { says: card?.textContent, cover: card?.querySelector('img')?.getAttribute('src') };
}

afterEach(() => vi.useRealTimers());

/** Only what is waited for by the clock: the rest takes its own time. */
const stopTheClock = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a station on air shows what plays now, what played last and what comes next', async () => {
  await openDashboard({ [STATION]: { body: station } });
  await until(() => expect(trackCard('Now Playing').says).toContain('Second Cup'));
  expect(trackCard('Now Playing').says).toContain('Nora Field');
  expect(trackCard('Now Playing').cover).toBe(nowPlaying.current.cover);
  expect(trackCard('Last Played').says).toContain('Slow Morning');
  expect(trackCard('Coming Next').says).toContain('Open at Seven');
});

test('until the titles are there their places say that they are loading', async () => {
  let come = () => {};
  const coming = new Promise<{ body: unknown }>(
    (resolve) => (come = () => resolve({ body: nowPlaying })),
  );
  await openDashboard({ [STATION]: { body: station }, [TRACKS]: () => coming });
  await until(() => expect(trackCard('Coming Next').says).toContain('Loading...Please wait'));
  come();
  await until(() => expect(trackCard('Coming Next').says).toContain('Open at Seven'));
});

test.each(['setup_pending', 'suspended', 'inactive'])(
  'of a station that is %s no titles are asked for or shown',
  async (status) => {
    const page = await openDashboard({ [STATION]: { body: { ...station, status } } });
    await until(() => expect(text()).toContain('The Counting House'));
    await until(() => expect(page.timesAsked(EVENTS)).toBeGreaterThan(0));
    expect(text()).not.toContain('Now Playing');
    expect(page.timesAsked(TRACKS)).toBe(0);
  },
);

test('a track that the source does not tell of is unknown', async () => {
  const told = { ...nowPlaying, next: null };
  await openDashboard({ [STATION]: { body: station }, [TRACKS]: { body: told } });
  await until(() => expect(trackCard('Coming Next').says).toContain('Unknown TitleUnknown Artist'));
  expect(trackCard('Coming Next').cover).not.toBe('');
});

test('a cover that does not load becomes the placeholder', async () => {
  await openDashboard({ [STATION]: { body: station } });
  await until(() => expect(trackCard('Now Playing').cover).toBe(nowPlaying.current.cover));
  document.querySelector('article img')?.dispatchEvent(new Event('error'));
  await until(() => expect(trackCard('Now Playing').cover).toContain('placeholder'));
});

test('titles that their source no longer confirms are shown, and said to be from before', async () => {
  await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: { body: { ...nowPlaying, stale: true } },
  });
  await until(() => expect(text()).toContain('These titles are from a moment ago.'));
  expect(trackCard('Now Playing').says).toContain('Second Cup');
});

test('titles that cannot be read are said to be so, quietly', async () => {
  const page = await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: problem(500, 'internal_error', 'Something went wrong', 'The fault is ours.'),
  });
  await until(() => expect(text()).toContain('The titles cannot be read at the moment.'));
  expect(trackCard('Now Playing').says).toContain('Unknown Title');
  expect(document.querySelector('[role="alert"]:not(:empty)')).toBeNull();
  expect(page.toasts).toEqual([]);
});

test('the titles are read again every 30 seconds', async () => {
  stopTheClock();
  let current = nowPlaying.current;
  const page = await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: () => ({ body: { ...nowPlaying, current } }),
  });
  await until(() => expect(trackCard('Now Playing').says).toContain('Second Cup'));
  const before = page.timesAsked(TRACKS);
  current = { ...current, title: 'Third Cup' };
  await pass(30_000);
  await until(() => expect(trackCard('Now Playing').says).toContain('Third Cup'));
  expect(page.timesAsked(TRACKS)).toBe(before + 1);
});

test('a title that has not been confirmed for a minute is no longer shown', async () => {
  stopTheClock();
  let isDown = false;
  const fails = problem(500, 'internal_error', 'Something went wrong', 'The fault is ours.');
  await openDashboard({
    [STATION]: { body: station },
    [TRACKS]: () => (isDown ? fails : { body: nowPlaying }),
  });
  await until(() => expect(trackCard('Now Playing').says).toContain('Second Cup'));
  isDown = true;
  await pass(30_000);
  await until(() => expect(text()).toContain('These titles are from a moment ago.'));
  expect(trackCard('Now Playing').says).toContain('Second Cup');
  await pass(60_000);
  await until(() => expect(text()).not.toContain('Second Cup'));
  expect(text()).toContain('The titles cannot be read at the moment.');
});

test('a station that goes live is shown as live without a reload, with what it plays', async () => {
  const line = stationLine();
  const page = await openDashboard({
    'GET /v1/me': { body: mine },
    [STATION]: { body: building },
    [EVENTS]: line.answer,
  });
  await until(() => expect(text()).toContain('In Progress'));
  await until(() => expect(text()).toContain('launched within 48 hours'));
  await until(() => expect(line.isOpen()).toBe(true));
  const before = page.timesAsked(STATION);
  line.tell(station);
  await until(() => expect(text()).toContain('Live'));
  await until(() => expect(trackCard('Now Playing').says).toContain('Second Cup'));
  expect(text()).not.toContain('In Progress');
  expect(page.timesAsked(STATION)).toBe(before);
  expect(page.toasts).toEqual([]);
});

test('before the setup form is submitted nothing is being built, and what is awaited is said', async () => {
  await openDashboard({ [STATION]: { body: building } });
  await until(() => expect(text()).toContain('We are waiting for your setup form.'));
  expect(text()).toContain('In Progress');
  expect(text()).not.toContain('We are building your station.');
});

test('a station that is taken away leaves a dashboard without one', async () => {
  const line = stationLine();
  await openDashboard({ [STATION]: { body: station }, [EVENTS]: line.answer });
  await until(() => expect(line.isOpen()).toBe(true));
  line.tell(null);
  await until(() => control('Create New Station'));
});

test('one that goes off air asks how its payments stand', async () => {
  const line = stationLine();
  let billing = { subscription, invoices: [] };
  await openDashboard({
    [STATION]: { body: station },
    [EVENTS]: line.answer,
    [BILLING]: () => ({ body: billing }),
  });
  await until(() => expect(text()).toContain('Next payment'));
  billing = { subscription: { ...subscription, status: 'unpaid' }, invoices: [] };
  line.tell({ ...station, status: 'suspended' });
  await until(() => expect(text()).toContain('A payment did not go through.'));
});

test('the page holds one line, from its station on, and lets go of it when it is left', async () => {
  const line = stationLine();
  const page = await openDashboard({ [STATION]: { body: station }, [EVENTS]: line.answer });
  await until(() => expect(line.isOpen()).toBe(true));
  line.tell({ ...station, station_name: 'The Tally Room' });
  await until(() => expect(text()).toContain('The Tally Room'));
  expect(page.timesAsked(EVENTS)).toBe(1);
  await page.goBack();
  await until(() => expect(line.isOpen()).toBe(false));
});

test('without a station no line is opened', async () => {
  const page = await openDashboard();
  await until(() => control('Create New Station'));
  expect(page.timesAsked(EVENTS)).toBe(0);
});

test.each(PACKAGES.map(({ name, monthly_fee }) => [name, `€${monthly_fee / 100}`]))(
  'the package %s is shown with %s a month and what is in it',
  async (package_name, price) => {
    await openDashboard({ [STATION]: { body: { ...station, package_name } } });
    await until(() => expect(text()).toContain(`${price} a month`));
    const offer = PACKAGES.find(({ name }) => name === package_name);
    expect(text()).toContain(`${offer?.features.length} features included`);
  },
);

test('a package of no known name is shown with the price that was agreed on', async () => {
  const own = { ...station, package_name: null, package_price: 420_00, currency: 'eur' };
  await openDashboard({ [STATION]: { body: own } });
  await until(() => expect(text()).toContain('€420 a month'));
});

test('a package says when it renews: with the next payment', async () => {
  await openDashboard({
    [STATION]: {
      body: { ...station, package_name: 'Starter', purchased_at: '2026-01-05T12:00:00Z' },
    },
    [BILLING]: { body: { subscription, invoices: [] } },
  });
  await until(() => expect(text()).toContain('Renews on 21 December 2026'));
});

test('without a subscription it renews one month after it was bought', async () => {
  await openDashboard({
    [STATION]: {
      body: { ...station, package_name: 'Starter', purchased_at: '2026-11-05T12:00:00Z' },
    },
  });
  await until(() => expect(text()).toContain('Renews on 5 December 2026'));
});

test('a station that is switched off says where to ask', async () => {
  await openDashboard({ [STATION]: { body: { ...station, status: 'inactive' } } });
  await until(() => expect(control('write to us').getAttribute('href')).toBe('/contact'));
});
