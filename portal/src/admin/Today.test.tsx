// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { answered, listed, refused, user } from '../api/test/answers.ts';
import { control } from '../members/test/open-dashboard.tsx';
import { doing, find, text, until } from '../ui/test/draw.tsx';
import { movedTo } from './TodayPage.tsx';
import { grace } from './test/open-admin-dialog.tsx';
import {
  customer,
  CUSTOMERS,
  isQueue,
  openAdminPage,
  STATS,
  stats,
  trouble,
  WATCH,
} from './test/open-admin-page.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const queueOf =
  (waiting: object[], has_more = false) =>
  (query: URLSearchParams) =>
    isQueue(query)
      ? answered({ data: waiting, has_more, next_cursor: has_more ? 'c' : null })()
      : listed([])();

/** The text of the section with this heading. */
const part = (title: string) => {
  const heading = [...document.querySelectorAll('h2')].find((each) => each.textContent === title);
  return heading?.closest('section')?.textContent ?? '';
};

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
  await until(() => expect(text()).toContain('No stations are waiting for setup.'));
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
  expect(text()).toContain(
    'The page Stations lists every account. The figures leave out admins, support',
  );
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
  await until(() =>
    expect(part('Waiting for setup')).toContain('No stations are waiting for setup.'),
  );
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
  await until(() => expect(part('Waiting for setup')).toContain('late by 3 h'));
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td > div')].map((cell) => cell.textContent),
  );
  const edit = (name: string) => `Edit ${name}`;
  // A station can go on air once there is a setup form.
  const both = (name: string) => `Put on air the station of ${name}${edit(name)}`;
  expect(rows).toEqual([
    ['Ada Byron', 'Counting House RadioStarter', 'Submitted', 'late by 3 h', both('Ada Byron')],
    ['Grace Byron', 'counting-houseStarter', 'Submitted', '19 h left', both('Grace Byron')],
    [
      'Mary Byron',
      'Counting House RadioStarter',
      'Not yet',
      'waiting for the form, day 3',
      edit('Mary Byron'),
    ],
    ['Alan Byron', 'Counting House RadioStarter', 'Not yet', '–', edit('Alan Byron')],
  ]);
  const [asked] = page.sent(CUSTOMERS).filter(({ query }) => query.includes('limit'));
  expect(asked?.query).toBe('?status=setup_pending&sort=setup_form_submitted_at&order=asc&limit=5');
  expect(text()).not.toContain('See all');
  expect(control('Put on air the station of Ada Byron').getAttribute('href')).toBe(
    `/admin/schedule?customer=${user.id}`,
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
  await until(() => expect(part('Waiting for setup')).toContain('Starter programme'));
  expect(part('Waiting for setup')).toContain('45 h left');
  for (const words of ['Build programme', 'Waits for yes', 'Wants changes', 'Said yes']) {
    expect(part('Waiting for setup')).toContain(words);
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
  await until(() => expect(part('Waiting for setup')).toContain(message));
  expect(control('Choose one.').getAttribute('href')).toBe('/admin/playlists');
});

test('links from a long queue to the whole list', async () => {
  await openAdminPage({ [CUSTOMERS]: queueOf([customer()], true) });
  await until(() => control('See all 7 pending setups'));
  expect(control('See all 7 pending setups').getAttribute('href')).toBe(
    '/admin/stations?status=setup_pending&sort=setup_form_submitted_at&order=asc',
  );
});

test('says when there are no pending setups and no problems', async () => {
  await openAdminPage();
  await until(() =>
    expect(part('Waiting for setup')).toContain('No stations are waiting for setup.'),
  );
  await until(() =>
    expect(part('Stations with problems')).toContain('No problems. Every live station is playing.'),
  );
});

test('shows a station with a problem, since when, with links to it', async () => {
  const page = await openAdminPage({ [WATCH]: listed([trouble]) });
  await until(() => expect(part('Stations with problems')).toContain('Silent for 3 h'));
  expect(part('Stations with problems')).toContain('The stream’s server does not answer.');
  expect(find(HTMLAnchorElement, 'a[target="_blank"]').getAttribute('href')).toBe(
    '/counting-house',
  );
  await doing(() => control('Counting House Radio').click());
  expect(page.address()).toBe(`/admin?customer=${user.id}&dialog=view`);
});

test('a dialog closes by the back button, or by its own when opened from a link', async () => {
  const page = await openAdminPage({}, '/admin/stations');
  await until(() => control('Ada Byron'));
  await doing(() => control('Ada Byron').click());
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
  ['search=ada&cursor=2', '/admin/stations?search=ada&cursor=2'],
  ['customer=u1&dialog=view', undefined],
])('an older address with %s leads to %s', (query, to) => {
  expect(movedTo(new URLSearchParams(query))).toBe(to);
});
