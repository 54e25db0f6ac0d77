// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { answered, listed, refused, user } from '../../api/test/answers.ts';
import { control } from '../../members/test/open-dashboard.tsx';
import { doing, find, stayOutOfSight, text, until } from '../../ui/test/draw.tsx';
import { movedTo } from './TodayPage.tsx';
import { grace } from '../test/open-admin-dialog.tsx';
import {
  customer,
  CUSTOMERS,
  isQueue,
  openAdminPage,
  STATS,
  stats,
  trouble,
  WATCH,
} from '../test/open-admin-page.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const queueOf =
  (waiting: object[], has_more = false) =>
  (query: URLSearchParams) =>
    isQueue(query)
      ? answered({ data: waiting, has_more, next_cursor: has_more ? 'c' : null })()
      : listed([])();

/** The rows of today’s list, by their text. */
const rows = () =>
  [...document.querySelectorAll('ol[aria-label="By time left"] > li')].map(
    (row) => row.textContent ?? '',
  );

test('a user who is not an admin is told so and sent to the home page', async () => {
  const page = await openAdminPage({
    'GET /v1/me': answered({ user: grace, role: 'user', profile: {} }),
  });
  await until(() => expect(page.address()).toBe('/'));
  expect(page.toasts).toEqual([
    {
      title: 'Access Denied',
      description: "You don't have permission to access this page.",
      kind: 'bad',
      leavesPage: true,
    },
  ]);
  expect(page.sent(STATS)).toEqual([]);
});

test('support sees stations, but no figures', async () => {
  const page = await openAdminPage({
    'GET /v1/me': answered({ user: grace, role: 'support', profile: {} }),
  });
  await until(() => expect(text()).toContain('Nothing waits.'));
  expect(text()).not.toContain('Total revenue');
  expect(page.sent(STATS)).toEqual([]);
});

test('a failure to read the role does not deny access', async () => {
  const page = await openAdminPage({ 'GET /v1/me': refused(500, 'internal_error', 'Not now.') });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  expect(page.address()).toBe('/admin');
});

test('shows four figures, with the collected part of the revenue', async () => {
  await openAdminPage();
  await until(() => expect(text()).toContain('1,204'));
  const cards = [...find(HTMLElement, 'dl').children].map((card) => card.textContent);
  expect(cards).toEqual([
    'Total customers1,204+24 in 3 days',
    'Total revenue€1,934,500€1,790,200.50 collected+€34,500 in 3 days',
    'Active stations103−1 in 3 days',
    'Pending setups7No change in 3 days',
  ]);
  // The page Stations has more rows than the figures count, and this says why.
  expect(text()).toContain('The table lists every account. The figures leave out admins, support');
});

test('draws the trend of each figure, and puts it into words', async () => {
  await openAdminPage();
  await until(() => expect(document.querySelectorAll('dl svg')).toHaveLength(4));
  const words = [...document.querySelectorAll('dl svg')].map((each) =>
    each.getAttribute('aria-label'),
  );
  expect(words[0]).toBe(
    'From 1,180 on 19 November 2026 to 1,204 today; at least 1,180, at most 1,204.',
  );
  expect(words[1]).toContain('From €1,900,000 on 19 November 2026 to €1,934,500 today');
  // The highest value is at the top, the lowest at the bottom.
  expect(
    document.querySelectorAll('dl svg')[2]?.querySelectorAll('path')[1]?.getAttribute('d'),
  ).toBe('M0.0 16.0L60.0 3.0L120.0 29.0');
});

test('draws no trend on the first day', async () => {
  await openAdminPage({ [STATS]: answered({ ...stats, trend: stats.trend.slice(-1) }) });
  await until(() => expect(text()).toContain('1,204'));
  expect(document.querySelector('dl svg')).toBeNull();
  expect(text()).not.toContain('in 1 days');
});

test('retries the figures while the rest of the page works', async () => {
  const page = await openAdminPage({ [STATS]: refused(500, 'internal_error', 'Not now.') });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  await until(() => expect(text()).toContain('Nothing waits.'));
  page.answers[STATS] = answered(stats);
  await doing(() => control('Try again').click());
  await until(() => expect(text()).toContain('1,204'));
});

test('lists pending setups, the longest waiting first', async () => {
  const page = await openAdminPage({
    [CUSTOMERS]: queueOf([
      customer({
        status: 'setup_pending',
        purchased_at: hoursAgo(90),
        setup_form_submitted_at: hoursAgo(51.5),
      }),
      customer({
        user_id: grace.id,
        first_name: 'Grace',
        station_name: null,
        purchased_at: hoursAgo(60),
        setup_form_submitted_at: hoursAgo(28.5),
      }),
      customer({ user_id: 'u4', first_name: 'Mary', purchased_at: hoursAgo(60) }),
      customer({ user_id: 'u3', first_name: 'Alan', purchased_at: null }),
    ]),
  });
  await until(() => expect(rows()).not.toHaveLength(0));
  expect(rows()).toEqual([
    expect.stringMatching(/^Counting House RadioAda Byron · Starter.*late by 3 h.*Build/),
    expect.stringMatching(/^counting-houseGrace Byron.*19 h left/),
    // Without a form nothing can be built yet.
    expect.stringMatching(/Mary Byron.*No setup form.*waiting for the form, day 3.*Write/),
    expect.stringMatching(/Alan Byron.*No setup form/),
  ]);
  expect(rows().slice(2).join()).not.toContain('Build');
  const [asked] = page.sent(CUSTOMERS);
  expect(asked?.query).toBe(
    '?status=setup_pending&sort=setup_form_submitted_at&order=asc&limit=50',
  );
  expect(text()).not.toContain('See all');
  expect(control('Build the station of Ada Byron').getAttribute('href')).toBe(
    `/admin/customers/${user.id}/build`,
  );
  await doing(() => control('Edit Ada Byron').click());
  expect(page.address()).toBe(`/admin?customer=${user.id}&dialog=edit`);
});

test('shows in the queue which stations play a starter programme, and what customers answered', async () => {
  const starter_since = hoursAgo(2);
  const submitted = { setup_form_submitted_at: hoursAgo(2) };
  await openAdminPage({
    [CUSTOMERS]: queueOf([
      customer({ ...submitted, starter_since, approval: 'on_air' }),
      customer({ ...submitted, user_id: 'u3', status: 'setup_pending', approval: 'waiting' }),
      customer({
        ...submitted,
        user_id: 'u4',
        status: 'setup_pending',
        approval: 'changes_wanted',
      }),
      customer({ ...submitted, user_id: 'u5', status: 'setup_pending', approval: 'approved' }),
    ]),
  });
  await until(() => expect(text()).toContain('Starter programme'));
  expect(rows().join()).toContain('45 h left');
  for (const words of ['Build', 'Waits for yes', 'Wants changes', 'Said yes']) {
    expect(rows().join()).toContain(words);
  }
});

test('says in the queue why a station has no starter programme, and leads to the mend', async () => {
  const message = 'No starter playlist is chosen for its kind of place.';
  const starter_note = {
    code: 'no_playlist' as const,
    message,
    mend: 'Choose one.',
    playlist_id: null,
    at: hoursAgo(1),
  };
  await openAdminPage({
    [CUSTOMERS]: queueOf([customer({ setup_form_submitted_at: hoursAgo(2), starter_note })]),
  });
  await until(() => expect(rows().join()).toContain(message));
  expect(control('Choose one.').getAttribute('href')).toBe('/admin/playlists');
});

test('links from a long queue to the whole list', async () => {
  await openAdminPage({ [CUSTOMERS]: queueOf([customer()], true) });
  await until(() => control('See all 7 pending setups'));
  expect(control('See all 7 pending setups').getAttribute('href')).toBe(
    '/admin/stations?status=setup_pending&sort=setup_form_submitted_at&order=asc',
  );
});

test('everything that waits is one list: broken sound first, then by the time left', async () => {
  stayOutOfSight();
  const waiting = {
    user_id: 'u7',
    first_name: 'Mary',
    last_name: 'Marlow',
    station_name: null,
    unread: 2,
    newest: 'More jazz?',
    waiting_since: hoursAgo(20),
  };
  const page = await openAdminPage({
    [WATCH]: listed([trouble]),
    [CUSTOMERS]: queueOf([
      customer({
        setup_form_submitted_at: hoursAgo(40),
        missing: { lines_to_speak: 2, has_playlist: false },
      }),
      customer({ user_id: 'u3', setup_form_submitted_at: null }),
    ]),
    'GET /v1/admin/messages': listed([waiting]),
    'GET /v1/admin/library/playlists': (query) =>
      listed(query.get('is_due') === 'true' ? [{ id: 'p1', name: 'Mellow mornings' }] : [])(),
  });
  await until(() => expect(rows()).toHaveLength(5));
  expect(rows()).toEqual([
    expect.stringMatching(/^Counting House RadioThe stream’s server does not answer.*Silent.*3 h/),
    expect.stringMatching(/^Mary MarlowMore jazz\?2 messages.*[34] h left/),
    expect.stringMatching(/No playlist2 lines to speak.*[78] h left/),
    expect.stringMatching(/No setup form/),
    expect.stringMatching(/^Mellow mornings.*Due for new music/),
  ]);
  expect(find(HTMLAnchorElement, 'a[target="_blank"]').getAttribute('href')).toBe(
    '/counting-house',
  );
  await doing(() => control('Answer Mary Marlow').click());
  expect(page.address()).toBe('/admin?customer=u7&dialog=messages');
});

test('a dialog closes by the back button, or by its own when opened from a link', async () => {
  const page = await openAdminPage({}, '/admin/stations');
  await until(() => control('Edit Ada Byron'));
  await doing(() => control('Edit Ada Byron').click());
  await until(() => find(HTMLElement, '[role="dialog"]'));
  await page.goBack();
  await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(page.address()).toBe('/admin/stations');

  await page.goTo(`/admin/stations?search=ada&customer=${user.id}&dialog=view`);
  await until(() => find(HTMLElement, '[role="dialog"]'));
  await doing(() => find(HTMLElement, '[aria-label="Close"]').click());
  await until(() => expect(page.address()).toBe('/admin/stations?search=ada'));
});

test.each([
  ['part=history', '/admin/history'],
  ['part=music', '/admin/library/add'],
  ['part=listening', '/admin/listening'],
  ['part=attic', undefined],
  ['search=ada&cursor=2', undefined],
  ['customer=u1&dialog=view', undefined],
])('an older address with %s leads to %s', (query, to) => {
  expect(movedTo(new URLSearchParams(query))).toBe(to);
});
