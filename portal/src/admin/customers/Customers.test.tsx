// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { answered, listed, refused } from '../../api/test/answers.ts';
import { control } from '../../members/test/open-dashboard.tsx';
import { doing, find, press, text, type, until } from '../../ui/test/draw.tsx';
import { CSV, customer, CUSTOMERS, isQueue, openAdminPage } from '../test/open-admin-page.tsx';

type AdminDashboard = Awaited<ReturnType<typeof openAdminPage>>;

const names = () =>
  [...document.querySelectorAll('#customers tbody td:first-child a')].map((a) => a.textContent);
const count = () => find(HTMLElement, '#customers [role="status"]').textContent;
const search = () => find(HTMLInputElement, 'input[type="search"]');

/** The queries of the table, without the duplicates of StrictMode. */
const asked = (page: AdminDashboard) => [
  ...new Set(
    page
      .sent(CUSTOMERS)
      .map(({ query }) => query)
      .filter((query) => !isQueue(new URLSearchParams(query))),
  ),
];

/** Answers for the table; the queue is empty. */
const rows = (answer: (query: URLSearchParams) => Response | Promise<Response>) => ({
  [CUSTOMERS]: (query: URLSearchParams) => (isQueue(query) ? listed([])() : answer(query)),
});

/** Two customers, filtered by a part of the name. */
const byName = rows((query) => {
  const all = [customer(), customer({ user_id: 'u2', first_name: 'Grace', last_name: 'Hopper' })];
  const part = (query.get('search') ?? '').toLowerCase();
  return listed(all.filter((each) => each.last_name.toLowerCase().includes(part)))();
});

/** A filter field, by its label. */
function field(label: string): HTMLInputElement | HTMLSelectElement {
  const named = [...document.querySelectorAll('label')].find((each) => each.textContent === label);
  const found = named?.control;
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`No field is called ${label}.`);
}

const choose = (label: string, value: string) =>
  doing(() => {
    const select = field(label);
    // React watches the property, so the browser's own setter has to be called.
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

test('a row has the columns of the specification', async () => {
  const page = await openAdminPage(
    rows(
      listed([
        customer({ role: 'admin' }),
        customer({
          user_id: 'u2',
          first_name: '',
          last_name: '',
          email: null,
          company_name: null,
          package_name: null,
          status: null,
          station_slug: null,
          total_amount: null,
        }),
      ]),
    ),
    '/admin/stations',
  );
  await until(() => expect(count()).toBe('2 accounts'));
  const heads = [...document.querySelectorAll('#customers th')].map((th) => th.lastChild);
  expect(heads.map((head) => head?.textContent)).toEqual([
    'Customer',
    'Company',
    'Package',
    'Status',
    'Revenue',
    'Joined',
    'Actions',
  ]);
  const cells = [...document.querySelectorAll('#customers tbody tr')].map((row) =>
    [...row.querySelectorAll('td > div')].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    [
      'Ada ByronAdminada@example.com',
      'The Counting House /counting-house',
      'Starter',
      'Live',
      '€448.00',
      expect.stringMatching(/ago$/),
      'Edit Ada Byron',
    ],
    ['No name', '–', '–', 'No station', '–', expect.stringMatching(/ago$/), 'Edit No name'],
  ]);
  expect(asked(page)[0]).toBe('');
});

test('a search is sent when typing pauses, and is in the URL', async () => {
  const page = await openAdminPage(byName, '/admin/stations');
  await until(() => expect(count()).toBe('2 accounts'));
  await type(search(), 'hop ');
  await until(() => expect(names()).toEqual(['Grace Hopper']));
  expect(page.address()).toBe('/admin/stations?search=hop');
  expect(asked(page)).toEqual(['', '?search=hop']);
  expect(search().value).toBe('hop ');
  expect(count()).toBe('1 account');

  await doing(() => find(HTMLElement, '[aria-label="Clear search"]').click());
  await until(() => expect(count()).toBe('2 accounts'));
  expect(page.address()).toBe('/admin/stations');
  expect(document.activeElement).toBe(search());
});

test('applies the filters in the URL and ignores invalid ones', async () => {
  const page = await openAdminPage(
    byName,
    '/admin/stations?search=byron&status=active&package_name=Gold&created_from=yesterday&created_to=2026-11-30&sort=shoe_size',
  );
  await until(() => expect(names()).toEqual(['Ada Byron']));
  expect(search().value).toBe('byron');
  expect(field('Status').value).toBe('active');
  expect(field('Joined to').value).toBe('2026-11-30');
  expect(asked(page)).toEqual(['?search=byron&status=active&created_to=2026-11-30']);
});

test('filters narrow the list, and the back button undoes them one by one', async () => {
  const page = await openAdminPage({}, '/admin/stations');
  await until(() => expect(count()).toBe('1 account'));
  await choose('Status', 'setup_pending');
  await choose('Package', 'Enterprise');
  await until(() => expect(asked(page)).toHaveLength(3));
  expect(page.address()).toBe('/admin/stations?status=setup_pending&package_name=Enterprise');
  await type(find(HTMLInputElement, 'input[type="date"]'), '2026-11-01');
  await until(() => expect(page.address()).toContain('&created_from=2026-11-01'));
  await page.goBack();
  expect(page.address()).toBe('/admin/stations?status=setup_pending');
  await until(() => expect(field('Joined from').value).toBe(''));
  expect(field('Package').value).toBe('');
  await doing(() => control('Clear filters').click());
  expect(page.address()).toBe('/admin/stations');
});

test('a press on a column header sorts by it, a second press reverses it', async () => {
  const page = await openAdminPage({}, '/admin/stations');
  await until(() => expect(count()).toBe('1 account'));
  const sorted = () =>
    [...document.querySelectorAll('#customers th[aria-sort]')].map(
      (th) => `${th.lastChild?.textContent} ${th.getAttribute('aria-sort')}`,
    );
  expect(sorted()).toEqual(['Joined descending']);
  await doing(() => control('Company').click());
  expect(sorted()).toEqual(['Company ascending']);
  await doing(() => control('Company').click());
  expect(sorted()).toEqual(['Company descending']);
  await doing(() => control('Revenue').click());
  expect(sorted()).toEqual(['Revenue descending']);
  expect(asked(page).slice(1)).toEqual([
    '?sort=company_name&order=asc',
    '?sort=company_name&order=desc',
    '?sort=total_amount&order=desc',
  ]);
  expect(field('Sorted by').value).toBe('total_amount desc');
});

/** Three pages; the last has one customer. */
const paged = rows((query) => {
  const page = Number(query.get('cursor') ?? 1);
  const data = Array.from({ length: page === 3 ? 1 : 2 }, (_, index) =>
    customer({ user_id: `u${page}-${index}`, last_name: `of page ${page}` }),
  );
  return answered({
    data,
    has_more: page < 3,
    next_cursor: page < 3 ? String(page + 1) : null,
  })();
});

test('pages are reached by links and by the back button', async () => {
  const page = await openAdminPage(paged, '/admin/stations?sort=name&order=asc');
  await until(() => expect(count()).toBe('Accounts 1 to 2'));
  expect(text()).not.toContain('Previous');
  await doing(() => control('Next').click());
  await until(() => expect(count()).toBe('Accounts 51 to 52'));
  expect(page.address()).toBe('/admin/stations?sort=name&order=asc&cursor=2');
  expect(document.activeElement?.id).toBe('customers');
  await doing(() => control('Next').click());
  await until(() => expect(count()).toBe('Account 101'));
  expect(text()).not.toContain('Next');
  await doing(() => control('Previous').click());
  await until(() => expect(count()).toBe('Accounts 51 to 52'));
  await page.goBack();
  await until(() => expect(count()).toBe('Account 101'));
  await choose('Status', 'active');
  await until(() => expect(count()).toBe('Accounts 1 to 2'));
  expect(page.address()).toBe('/admin/stations?sort=name&order=asc&status=active');
});

test('a page opened by a link offers only the first page', async () => {
  const page = await openAdminPage(paged, '/admin/stations?cursor=2');
  await until(() => expect(count()).toBe('2 accounts on this page'));
  await doing(() => control('First page').click());
  await until(() => expect(count()).toBe('Accounts 1 to 2'));
  expect(page.address()).toBe('/admin/stations');
});

test('keeps the previous rows until the next ones arrive', async () => {
  let arrive: (answer: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => (arrive = resolve));
  await openAdminPage(
    rows((query) => (query.has('status') ? late : listed([customer()])())),
    '/admin/stations',
  );
  await until(() => expect(names()).toEqual(['Ada Byron']));
  await choose('Status', 'suspended');
  expect(names()).toEqual(['Ada Byron']);
  expect(find(HTMLElement, '#customers [aria-busy]').getAttribute('aria-busy')).toBe('true');
  await doing(() => arrive(Response.json({ data: [], has_more: false, next_cursor: null })));
  await until(() => expect(text()).toContain('No customers match'));
  expect(count()).toBe('0 accounts');
});

test('tells an empty list from one without matches', async () => {
  const page = await openAdminPage(rows(listed([])), '/admin/stations');
  await until(() => expect(text()).toContain('No customers yet'));
  await page.goTo('/admin/stations?search=zebra');
  await until(() => expect(text()).toContain('No customers match'));
  const [, clear] = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Clear filters',
  );
  await doing(() => clear?.click());
  await until(() => expect(text()).toContain('No customers yet'));
  expect(search().value).toBe('');
});

test('retries loading the list', async () => {
  const page = await openAdminPage(
    rows(refused(500, 'internal_error', 'Not now.')),
    '/admin/stations',
  );
  await until(() => expect(text()).toContain('Failed to load customer data.Not now.'));
  Object.assign(page.answers, byName);
  await doing(() => control('Try again').click());
  await until(() => expect(names()).toHaveLength(2));
});

test('clears filters that the API refuses', async () => {
  const wrong = refused(422, 'validation_failed', 'Some of the fields are not right.');
  const page = await openAdminPage(
    rows((query) => (query.has('cursor') ? wrong() : listed([customer()])())),
    '/admin/stations?cursor=nonsense',
  );
  await until(() => expect(text()).toContain('Failed to load customer data.'));
  await doing(() => control('Try again').click());
  await until(() => expect(names()).toEqual(['Ada Byron']));
  expect(page.address()).toBe('/admin/stations');
});

test('exports the filtered customers of all pages as CSV', async () => {
  const saved: { name: string; content: string }[] = [];
  const made: Blob[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => `blob:${made.push(blob) - 1}`;
      static override revokeObjectURL = () => undefined;
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    void made[Number(this.href.slice('blob:'.length))]
      ?.text()
      .then((content) => saved.push({ name: this.download, content }));
  });
  const proof = answered({ step_up_token: 'proof', expires_in: 300 });
  const page = await openAdminPage(
    { ...byName, 'POST /v1/auth/step-up': proof, [CSV]: () => new Response('user_id\r\nu1\r\n') },
    '/admin/stations?status=active&cursor=2',
  );
  await until(() => expect(count()).toBe('2 accounts on this page'));
  const exportButton = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.startsWith('Export CSV'),
    );
  await until(() => expect(exportButton()).toBeDefined());
  await doing(() => exportButton()?.click());
  const password = () => find(HTMLInputElement, 'input[name="password"]');
  await until(password);
  expect(page.sent(CSV)).toEqual([]);
  await type(password(), 'a long walk by the sea');
  await press('Continue');
  await until(() =>
    expect(saved).toEqual([
      {
        name: expect.stringMatching(/^customers-\d{4}-\d\d-\d\d\.csv$/),
        content: 'user_id\r\nu1\r\n',
      },
    ]),
  );
  expect(page.sent(CSV).map(({ query }) => query)).toEqual(['?status=active']);

  page.answers[CSV] = refused(429, 'rate_limited', 'Please wait a moment.');
  await doing(() => exportButton()?.click());
  await until(() => expect(page.toasts).toHaveLength(1));
  expect(page.toasts[0]).toMatchObject({ title: 'Failed to export the customers', kind: 'bad' });
  expect(saved).toHaveLength(1);
});
