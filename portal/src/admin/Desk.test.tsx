// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { control } from '../members/test/open-dashboard.tsx';
import { answered, listed, refused, text, user } from '../settings/test/open-settings.tsx';
import { doing, find, until } from '../ui/test/draw.tsx';
import {
  customer,
  CUSTOMERS,
  isQueue,
  openAdminPage,
  STATS,
  stats,
  trouble,
  WATCH,
} from './test/desk.tsx';
import { grace } from './test/open-desk-dialog.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const queueOf =
  (waiting: object[], has_more = false) =>
  (query: URLSearchParams) =>
    isQueue(query)
      ? answered({ data: waiting, has_more, next_cursor: has_more ? 'c' : null })()
      : listed([])();

/** The part of the page with this heading. */
const part = (title: string) => {
  const heading = [...document.querySelectorAll('h2')].find((each) => each.textContent === title);
  return heading?.closest('section')?.textContent ?? '';
};

test('who is no admin is told so, and sent home', async () => {
  const desk = await openAdminPage({
    'GET /v1/me': answered({ user: grace, role: 'user', profile: {} }),
  });
  await until(() => expect(desk.address()).toBe('/'));
  expect(desk.toasts).toEqual([
    {
      title: 'Access Denied',
      description: "You don't have permission to access this page.",
      kind: 'bad',
    },
  ]);
  expect(desk.sent(STATS)).toEqual([]);
});

test('a role that cannot be read is no reason to send anybody away', async () => {
  const desk = await openAdminPage({ 'GET /v1/me': refused(500, 'internal_error', 'Not now.') });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  expect(desk.address()).toBe('/admin');
});

test('four figures come first, revenue with what of it was collected', async () => {
  await openAdminPage();
  await until(() => expect(text()).toContain('1,204'));
  const cards = [...find(HTMLElement, 'dl').children].map((card) => card.textContent);
  expect(cards).toEqual([
    'Total customers1,204',
    'Total revenue€1,934,500€1,790,200.50 collected',
    'Active stations103',
    'Pending setups7',
  ]);
});

test('figures that do not come can be asked for again, and the rest stands', async () => {
  const desk = await openAdminPage({ [STATS]: refused(500, 'internal_error', 'Not now.') });
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  await until(() => expect(part('All Customers')).toContain('Ada Byron'));
  desk.answers[STATS] = answered(stats);
  await doing(() => control('Try again').click());
  await until(() => expect(text()).toContain('1,204'));
});

test('who waits for a station stands in a queue, the longest waiting first', async () => {
  const desk = await openAdminPage({
    [CUSTOMERS]: queueOf([
      customer({ status: 'setup_pending', purchased_at: hoursAgo(51.5) }),
      customer({
        user_id: grace.id,
        first_name: 'Grace',
        station_name: null,
        purchased_at: hoursAgo(28.5),
        setup_form_submitted_at: hoursAgo(20),
      }),
      customer({ user_id: 'u3', first_name: 'Alan', purchased_at: null }),
    ]),
  });
  await until(() => expect(part('Waiting for setup')).toContain('late by 3 h'));
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td > div')].map((cell) => cell.textContent),
  );
  const edit = (name: string) => `Edit ${name}`;
  expect(rows).toEqual([
    ['Ada Byron', 'Counting House RadioStarter', 'Not yet', 'late by 3 h', edit('Ada Byron')],
    ['Grace Byron', 'counting-houseStarter', 'Submitted', '19 h left', edit('Grace Byron')],
    ['Alan Byron', 'Counting House RadioStarter', 'Not yet', '–', edit('Alan Byron')],
  ]);
  const [asked] = desk.sent(CUSTOMERS).filter(({ query }) => query.includes('limit'));
  expect(asked?.query).toBe('?status=setup_pending&sort=purchased_at&order=asc&limit=5');
  expect(text()).not.toContain('See all');
  await doing(() => control('Edit Ada Byron').click());
  expect(desk.address()).toBe(`/admin?customer=${user.id}&dialog=edit`);
});

test('a long queue leads to all of it, in the table', async () => {
  const desk = await openAdminPage({ [CUSTOMERS]: queueOf([customer()], true) });
  await until(() => control('See all 7 pending setups'));
  await doing(() => control('See all 7 pending setups').click());
  expect(desk.address()).toBe('/admin?status=setup_pending&sort=purchased_at&order=asc');
  expect(document.activeElement?.id).toBe('customers');
});

test('an empty queue and a quiet watch say so', async () => {
  await openAdminPage();
  await until(() => expect(part('Waiting for setup')).toContain('Nobody is waiting.'));
  await until(() => expect(part('Stations in trouble')).toContain('What is on air is heard well.'));
});

test('a station in trouble is named, with what and since when, and two ways to it', async () => {
  const desk = await openAdminPage({ [WATCH]: listed([trouble]) });
  await until(() => expect(part('Stations in trouble')).toContain('Silent for 3 h'));
  expect(part('Stations in trouble')).toContain('The stream’s server does not answer.');
  expect(find(HTMLAnchorElement, 'a[target="_blank"]').getAttribute('href')).toBe(
    '/counting-house',
  );
  await doing(() => control('Counting House Radio').click());
  expect(desk.address()).toBe(`/admin?customer=${user.id}&dialog=view`);
});

test('a dialog is closed by the back button, and from a link by its own', async () => {
  const desk = await openAdminPage();
  await until(() => control('Ada Byron'));
  await doing(() => control('Ada Byron').click());
  await until(() => find(HTMLElement, '[role="dialog"]'));
  await desk.goBack();
  await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(desk.address()).toBe('/admin');

  await desk.goTo(`/admin?search=ada&customer=${user.id}&dialog=view`);
  await until(() => find(HTMLElement, '[role="dialog"]'));
  await doing(() => find(HTMLElement, '[aria-label="Close"]').click());
  await until(() => expect(desk.address()).toBe('/admin?search=ada'));
});

test('what admins did is a tab away, and the tab is in the address', async () => {
  const desk = await openAdminPage({ 'GET /v1/admin/audit': listed([]) });
  await until(() => find(HTMLElement, '[role="tab"]'));
  const [, history] = document.querySelectorAll<HTMLElement>('[role="tab"]');
  await doing(() => history?.click());
  expect(desk.address()).toBe('/admin?part=history');
  expect(part('All Customers')).toBe('');
  await desk.goBack();
  await until(() => expect(part('All Customers')).toContain('Ada Byron'));
});

test('who looks at the history in between finds again whom they have looked for', async () => {
  const desk = await openAdminPage(
    { 'GET /v1/admin/audit': listed([]) },
    '/admin?status=active&cursor=2',
  );
  await until(() => find(HTMLElement, '[role="tab"]'));
  const tabs = () => document.querySelectorAll<HTMLElement>('[role="tab"]');
  await doing(() => tabs()[1]?.click());
  expect(desk.address()).toBe('/admin?status=active&cursor=2&part=history');
  await doing(() => tabs()[0]?.click());
  expect(desk.address()).toBe('/admin?status=active&cursor=2');
  await until(() => expect(part('All Customers')).toContain('Ada Byron'));
});

test('a part of the desk that there is not is the first one', async () => {
  await openAdminPage({}, '/admin?part=attic');
  await until(() => expect(part('All Customers')).toContain('Ada Byron'));
});
