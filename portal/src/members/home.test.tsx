import { expect, test, vi } from 'vitest';
import { profile } from '../api/test/answers.ts';
import { control, openDashboard, press, station, text, until } from './test/open-dashboard.tsx';

const STATION = 'GET /v1/me/station';
const building = { ...station, status: 'setup_pending', has_music: false };

/** Ada, with a setup form that was submitted so many hours ago. */
function submittedSince(hours: number, more: object = {}) {
  const setup_form_submitted_at = new Date(Date.now() - hours * 60 * 60 * 1_000).toISOString();
  const submitted = { ...profile, setup_form_submitted: true, setup_form_submitted_at, ...more };
  return { body: { user: { id: profile.user_id }, role: 'user', profile: submitted } };
}

/** The steps of the journey, with the words that screen readers hear. */
const steps = () =>
  [...document.querySelectorAll('ol > li')].map((each) => ({
    name: each.querySelector('p')?.textContent,
    isCurrent: each.getAttribute('aria-current') === 'step',
  }));

test('the journey begins with the setup form', async () => {
  const page = await openDashboard({ [STATION]: { body: building } });
  await until(() => expect(steps()).toHaveLength(4));
  expect(steps()[0]).toEqual({ name: 'Received, to come', isCurrent: true });
  expect(text()).not.toContain('left of the 48 hours');
  press('Start with the setup form');
  await until(() => expect(page.address()).toBe('/members/sound?setup=form'));
});

test('the journey shows what is done, the time left, and a preview of the page', async () => {
  const logo = 'https://files.example.com/logo.png';
  await openDashboard({
    [STATION]: { body: { ...building, has_music: true } },
    'GET /v1/me': submittedSince(6.5, {
      station_name_request: 'Counting House Radio',
      station_logo_url: logo,
    }),
  });
  await until(() => expect(steps()).toHaveLength(4));
  expect(steps()).toEqual([
    { name: 'Received, done', isCurrent: false },
    { name: 'Music chosen, done', isCurrent: false },
    { name: 'Voice recorded, to come', isCurrent: true },
    { name: 'On air, to come', isCurrent: false },
  ]);
  expect(text()).toMatch(/41 h (30|29) minleft of the 48 hours/);
  const preview = document.querySelector('figure');
  expect(preview?.textContent).toContain('Counting House Radio');
  expect(preview?.textContent).toContain('radio.example.com/counting-house');
  expect(preview?.querySelector('img')?.getAttribute('src')).toBe(logo);
  expect(control('Add something').getAttribute('href')).toBe('/members/sound?setup=form');
});

test('a live station says that a starter programme plays, and until when', async () => {
  const starter_since = '2026-11-21T12:00:00.000Z';
  const live = { ...station, is_on_air_here: true, starter_since };
  await openDashboard({ [STATION]: { body: live }, 'GET /v1/me': submittedSince(6.5) });
  await until(() => expect(text()).toContain('Your station is on air with a starter programme.'));
  expect(text()).toMatch(/Our team builds your own programme and replaces this one by .+\./);
});

test('a starter programme that waits is heard first, and is not yet the team’s music', async () => {
  const starter_since = '2026-11-21T12:00:00.000Z';
  const waiting = { ...building, has_music: true, is_on_air_here: true, starter_since };
  await openDashboard({ [STATION]: { body: waiting }, 'GET /v1/me': submittedSince(1) });
  await until(() => expect(text()).toContain('Your starter programme is ready to be heard'));
  expect(steps()[1]).toEqual({ name: 'Music chosen, to come', isCurrent: true });
});

test.each([
  ['setup', 'We are waiting for your setup form.', 'Start with the setup form'],
  ['starter', 'Your starter programme is being prepared.', 'on air within 2 minutes'],
  ['approval', 'Your station waits for your yes.', 'say yes or what to change'],
  ['operator', 'We are building your station.', 'within 48 hours of your setup form'],
])('a station that waits for %s says so', async (waiting_for, meaning, next) => {
  await openDashboard({
    [STATION]: { body: { ...building, waiting_for } },
    ...(waiting_for !== 'setup' && { 'GET /v1/me': submittedSince(1) }),
  });
  await until(() => expect(text()).toContain(meaning));
  expect(text()).toContain(next);
});

test('a station with another name than its member asked for shows both', async () => {
  const asked = submittedSince(1, { station_name_request: 'Ledger FM' });
  await openDashboard({ [STATION]: { body: station }, 'GET /v1/me': asked });
  await until(() => expect(text()).toContain('You asked for the name “Ledger FM”.'));
  expect(text()).toContain(`Your station is called “${station.station_name}”.`);
});

test('the preview shows the name that our team chose, and the one that was asked for', async () => {
  const asked = submittedSince(1, { station_name_request: 'Ledger FM' });
  const body = { ...building, is_name_operators: true };
  await openDashboard({ [STATION]: { body }, 'GET /v1/me': asked });
  await until(() =>
    expect(text()).toContain(
      `You asked for “Ledger FM”; our team chose “${station.station_name}”.`,
    ),
  );
});

test('radio IDs of our team count as the recorded voice', async () => {
  const admin_uploaded_ids = ['https://files.example.com/id.mp3'];
  await openDashboard({
    [STATION]: { body: { ...building, admin_uploaded_ids } },
    'GET /v1/me': submittedSince(1),
  });
  await until(() => expect(steps()[2]).toEqual({ name: 'Voice recorded, done', isCurrent: false }));
  expect(steps()[1]).toEqual({ name: 'Music chosen, to come', isCurrent: true });
});

test.each([
  ['https://radio.example.com/counting-house', 'https://radio.example.com/counting-house/tv'],
  ['https://counting-house.example.com/', 'https://counting-house.example.com/tv'],
])('a station at %s has its TV page at %s', async (station_url, tv) => {
  await openDashboard({ [STATION]: { body: { ...station, station_url } } });
  await until(() => expect(text()).toContain('Play it everywhere'));
  expect(document.querySelector(`a[href="${tv}"]`)?.textContent).toContain('Open the TV page');
  expect(document.querySelector(`a[href="${tv}-static"]`)).not.toBeNull();
  expect(text()).toContain(tv.replace('https://', ''));
});

test('a station on air shows its QR code and copies its stream address', async () => {
  const writeText = vi.fn<(copied: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const page = await openDashboard({ [STATION]: { body: station } });
  await until(() => control('Copy the stream address'));
  expect(
    document.querySelector('svg[aria-label="QR code of radio.example.com/counting-house"] path'),
  ).not.toBeNull();
  press('Copy the stream address');
  await until(() => expect(page.toasts.at(-1)?.title).toBe('Copied!'));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(station.stream_url);
  vi.unstubAllGlobals();
});

test.each(['setup_pending', 'inactive', 'suspended'])(
  'a station that is %s plays nowhere yet',
  async (status) => {
    await openDashboard({ [STATION]: { body: { ...station, status } } });
    await until(() => expect(text()).toContain('The Counting House'));
    expect(text()).not.toContain('Play it everywhere');
  },
);

test('prints four cards with the name and the code, and shows one', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await openDashboard({ [STATION]: { body: station } }, '/members/share/print');
  await until(() => control('Print or save as PDF'));
  const sheet = document.querySelector('body > .print-sheet');
  expect(sheet?.querySelectorAll('.table-card')).toHaveLength(4);
  expect(sheet?.textContent).toContain(station.station_name);
  expect(document.querySelectorAll('main .table-card-code')).toHaveLength(1);
  press('Print or save as PDF');
  expect(print).toHaveBeenCalledOnce();
});

test('prints one card as a poster', async () => {
  const onSheet = () => document.querySelectorAll('body > .print-sheet > .table-card').length;
  const printed: number[] = [];
  vi.stubGlobal('print', () => printed.push(onSheet()));
  await openDashboard({ [STATION]: { body: station } }, '/members/share/print');
  await until(() => control('Print one as a poster'));
  press('Print one as a poster');
  press('Print or save as PDF');
  expect(printed).toEqual([1, 4]);
});

test('prints the cards in the accent colour of the station', async () => {
  const own = { ...station, accent_colour: '#c2410c' };
  await openDashboard({ [STATION]: { body: own } }, '/members/share/print');
  await until(() => control('Print or save as PDF'));
  const sleeve = document.querySelector<HTMLElement>('.print-sheet .table-card-sleeve');
  expect(sleeve?.style.background).toBe('rgb(194, 65, 12)');
});

test('has no table cards before the station is on air', async () => {
  await openDashboard({ [STATION]: { body: building } }, '/members/share/print');
  await until(() => expect(text()).toContain('Available when your station goes live'));
  expect(document.querySelector('.print-sheet')).toBeNull();
});
