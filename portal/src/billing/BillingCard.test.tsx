import { expect, test, vi } from 'vitest';
import {
  control,
  invoice,
  openDashboard,
  press,
  problem,
  station,
  subscription,
  text,
  until,
  type Answer,
} from '../members/test/open-dashboard.tsx';

const BILLING = 'GET /v1/me/billing';
const PORTAL = 'POST /v1/me/billing/portal';
const DOWNLOAD = `GET /v1/me/billing/invoices/${invoice.id}/download`;
const PAGE = 'https://billing.example.com/p/1';
const live = { subscription, invoices: [invoice] };

type Answers = Parameters<typeof openDashboard>[0];

/** Opens the billing page of a member with a station. */
const openWith = (answers: Answers, status = 'active') =>
  openDashboard(
    { 'GET /v1/me/station': { body: { ...station, status } }, ...answers },
    '/members/billing',
  );

const openBilling = (body: object, status?: string) => openWith({ [BILLING]: { body } }, status);

/** `window.open` returns a fake tab, or null when blocked. */
function browserOpens(isAllowed: boolean) {
  const tab = {
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn<(url: string) => void>() },
    closed: false,
    close: vi.fn<() => void>(),
  };
  // The fake has only the parts that are used.
  const open = vi
    .spyOn(window, 'open')
    .mockReturnValue(isAllowed ? (tab as unknown as Window) : null);
  return { tab, open };
}

/** An answer that the test releases. */
function later(answer: Answer) {
  let come = () => {};
  const coming = new Promise<Answer>((resolve) => (come = () => resolve(answer)));
  return { come: () => come(), answer: () => coming };
}

test('shows the next payment, its amount and the status of the subscription', async () => {
  await openBilling(live);
  await until(() => expect(text()).toContain('Current subscription'));
  expect(text()).toContain('Billing and payments');
  expect(text()).toContain('21 December 2026');
  expect(text()).toContain('€358.80');
  expect(text()).toContain('Active');
});

test('shows a loading state', async () => {
  const { answer, come } = later({ body: live });
  await openWith({ [BILLING]: answer });
  await until(() => {
    const [card] = [...document.querySelectorAll('section')].filter((each) =>
      each.querySelector('h2')?.textContent?.startsWith('Billing and payments'),
    );
    expect(card?.querySelector('[role="status"]')?.textContent).toBe('Loading...');
  });
  come();
  await until(() => expect(text()).toContain('Payment history'));
});

test('shows when a cancelled subscription ends', async () => {
  const cancelled = { ...subscription, next_payment_date: null, cancel_at: '2027-01-21T12:00:00Z' };
  await openBilling({ ...live, subscription: cancelled });
  await until(() => expect(text()).toContain('Ends on 21 January 2027'));
});

const CANCEL = 'POST /v1/me/billing/cancel';
const RESUME = 'POST /v1/me/billing/resume';
const cancelled = {
  ...subscription,
  cancel_at: '2027-01-21T12:00:00.000Z',
  if_cancelled: null,
};
const dialogText = () => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
const pressInDialog = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')]
    .find((button) => button.textContent?.startsWith(label))
    ?.click();

test('says that a payment is without VAT where none is due', async () => {
  const untaxed = { ...subscription, package_name: 'Starter' as const, amount: 149_00 };
  await openWith({ [BILLING]: { body: { ...live, subscription: untaxed } } });
  await until(() => expect(text()).toContain('€149 without VAT'));
  // A smaller package that is planned is what the next payment is for.
  const planned = { ...untaxed, next_package_name: 'Professional' as const };
  await openWith({ [BILLING]: { body: { ...live, subscription: planned } } });
  await until(() => expect(text()).toContain('€149 with VAT'));
});

test('says the last day and the last payment before it cancels, and can take it back', async () => {
  await openWith({
    [BILLING]: { body: live },
    [CANCEL]: { body: { subscription: cancelled } },
    [RESUME]: { body: { subscription } },
  });
  await until(() => control('Cancel subscription'));
  press('Cancel subscription');
  await until(() => expect(dialogText()).toContain('stays on air until 21 January 2027'));
  expect(dialogText()).toContain('€358.80 with VAT is due on 21 December 2026');
  pressInDialog('Cancel subscription');
  await until(() => expect(text()).toContain('Ends on 21 January 2027'));
  expect(text()).toContain('Last payment');
  await until(() => control('Keep my station'));
  press('Keep my station');
  await until(() => control('Cancel subscription'));
  expect(text()).not.toContain('Ends on');
});

test('shows the new dates when they have changed since the page was opened', async () => {
  const later = {
    ...subscription,
    if_cancelled: { ends_at: '2027-02-21T12:00:00Z', payment: null },
  };
  let asked = 0;
  await openWith({
    [BILLING]: () => ({ body: { ...live, subscription: asked++ === 0 ? subscription : later } }),
    [CANCEL]: problem(409, 'subscription_changed', 'Changed', 'It differs.'),
  });
  await until(() => control('Cancel subscription'));
  press('Cancel subscription');
  await until(() => expect(dialogText()).toContain('21 January 2027'));
  pressInDialog('Cancel subscription');
  await until(() => expect(dialogText()).toContain('stays on air until 21 February 2027'));
  expect(dialogText()).toContain('It differs.');
  expect(dialogText()).toContain('Nothing more will be charged.');
});

test('says on which day a trial ends, and continues it with one click', async () => {
  const cancel_at = '2026-12-21T12:00:00.000Z';
  const trial = { ...cancelled, next_payment_date: null, cancel_at, trial_ends_at: cancel_at };
  const page = await openWith({
    [BILLING]: { body: { ...live, subscription: trial } },
    [RESUME]: { body: { subscription } },
  });
  await until(() => expect(text()).toContain('Your trial ends on 21 December 2026'));
  expect(text()).toContain('It ends automatically, and nothing more is charged.');
  expect(text()).toContain('Ends on 21 December 2026');
  document.querySelector<HTMLElement>('main [role="status"] button')?.click();
  await until(() => expect(text()).not.toContain('Your trial ends on'));
  expect(page.timesAsked(RESUME)).toBe(1);
  expect(text()).toContain('Next payment');
});

test('shows a missing payment at the top, with the date and a way to pay', async () => {
  const unpaid = { ...subscription, status: 'past_due', off_air_at: '2026-11-28T12:00:00Z' };
  await openBilling({ ...live, subscription: unpaid });
  await until(() => expect(text()).toContain('Past due'));
  const top = document.querySelector('main [role="status"]');
  expect(top?.textContent).toContain('Your last payment failed');
  expect(top?.textContent).toContain('stays on air until 28 November 2026');
  expect(top?.querySelector('button')?.textContent).toContain('Manage subscription');
  expect(text().split('payment failed')).toHaveLength(2);
});

test('offers to restart a station whose subscription has ended', async () => {
  const ended = { ...subscription, status: 'canceled', next_payment_date: null };
  await openBilling({ ...live, subscription: ended }, 'suspended');
  await until(() => expect(text()).toContain('Your subscription has ended'));
  const again = document.querySelector('main a[href="/members?create=package"]');
  expect(again?.textContent).toBe('Start again');
});

test('offers to restart before the station goes off air', async () => {
  const ended = {
    ...subscription,
    status: 'canceled',
    next_payment_date: null,
    off_air_at: '2026-11-28T12:00:00Z',
  };
  await openBilling({ ...live, subscription: ended }, 'active');
  await until(() => expect(text()).toContain('Your subscription has ended'));
  expect(text()).toContain('stays on air until 28 November 2026');
  document.querySelector<HTMLElement>('main a[href="/members?create=package"]')?.click();
  await until(() => expect(text()).toContain('Choose'));
});

test('opens the provider’s page in a tab at the click', async () => {
  const { tab, open } = browserOpens(true);
  const { answer, come } = later({ body: { url: PAGE } });
  const page = await openWith({ [BILLING]: { body: live }, [PORTAL]: answer });
  await until(() => control('Manage subscription'));
  const button = control('Manage subscription');
  button.click();
  expect(open).toHaveBeenCalledOnce();
  await until(() => expect(page.timesAsked(PORTAL)).toBe(1));
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(tab.location.replace).not.toHaveBeenCalled();
  come();
  await until(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(PAGE));
  await until(() => expect(button.getAttribute('aria-busy')).toBeNull());
});

test('offers a link when the browser blocks the tab', async () => {
  browserOpens(false);
  await openWith({ [BILLING]: { body: live }, [PORTAL]: { body: { url: PAGE } } });
  await until(() => control('Manage subscription'));
  press('Manage subscription');
  await until(() => expect(document.querySelector(`a[href="${PAGE}"]`)).not.toBeNull());
});

const portalRefusals: [string, Answer, { title: string; description: string }][] = [
  [
    'the portal is not set up',
    problem(
      409,
      'portal_not_configured',
      'Setup Required',
      'Customer portal needs to be configured in Stripe dashboard first. Please contact support.',
    ),
    {
      title: 'Setup Required',
      description:
        'Customer portal needs to be configured in Stripe dashboard first. Please contact support.',
    },
  ],
  [
    'there is nothing to manage',
    problem(409, 'no_billing_account', 'Nothing to manage yet', 'You have no subscription yet.'),
    { title: 'Nothing to manage yet', description: 'You have no subscription yet.' },
  ],
  [
    'the provider fails',
    problem(502, 'payment_provider_error', 'Billing Error', 'Failed to load billing information'),
    {
      title: 'Failed to open billing portal',
      description: 'Please try again in a moment.',
    },
  ],
];

test.each(portalRefusals)('when %s, says so and closes the tab', async (_, answer, words) => {
  const { tab } = browserOpens(true);
  const page = await openWith({ [BILLING]: { body: live }, [PORTAL]: answer });
  await until(() => control('Manage subscription'));
  press('Manage subscription');
  await until(() => expect(page.toasts).toEqual([{ ...words, kind: 'bad' }]));
  expect(tab.close).toHaveBeenCalledOnce();
});

test('lists each payment with period, amount and status', async () => {
  const open = { ...invoice, id: 'in_22222222', amount_paid: 0, status: 'open' };
  await openBilling({ ...live, invoices: [invoice, open] });
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  const [first, second] = document.querySelectorAll('tbody tr');
  expect(first?.textContent.replaceAll(/\s/g, ' ')).toContain('21 November – 21 December 2026');
  expect(first?.textContent).toContain('€777.60');
  expect(first?.textContent).toContain('Paid');
  expect(second?.textContent).toContain('Open');
});

test('explains the empty payment history', async () => {
  await openBilling({ subscription, invoices: [] });
  await until(() => expect(text()).toContain('No payment history available'));
  expect(text()).toContain('Invoices will appear here after payments');
});

test('opens an invoice in a new tab; only its own button is busy', async () => {
  const { tab } = browserOpens(true);
  const { answer, come } = later({ body: { download_url: PAGE } });
  const other = { ...invoice, id: 'in_22222222' };
  await openWith({
    [BILLING]: { body: { ...live, invoices: [invoice, other] } },
    [DOWNLOAD]: answer,
  });
  await until(() => expect(document.querySelectorAll('tbody button')).toHaveLength(2));
  const [mine, others] = document.querySelectorAll<HTMLElement>('tbody button');
  mine?.click();
  await until(() => expect(mine?.getAttribute('aria-busy')).toBe('true'));
  expect(others?.getAttribute('aria-busy')).toBeNull();
  expect(tab.document.body.textContent).toContain('You can close this tab');
  come();
  await until(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(PAGE));
});

test('reports an invoice that cannot be downloaded', async () => {
  browserOpens(true);
  const page = await openWith({
    [BILLING]: { body: live },
    [DOWNLOAD]: problem(502, 'payment_provider_error', 'Billing Error', 'Failed to load'),
  });
  await until(() => expect(document.querySelectorAll('tbody button')).toHaveLength(1));
  document.querySelector<HTMLElement>('tbody button')?.click();
  await until(() => expect(page.toasts[0]?.title).toBe('Failed to download invoice'));
});

test.each([
  [
    problem(
      503,
      'stripe_not_configured',
      'Configuration Error',
      'Stripe secret key not configured. Please contact support.',
    ),
    ['Configuration Error', 'Stripe secret key not configured. Please contact support.'],
  ],
  [
    problem(502, 'payment_provider_error', 'Billing Error', 'Failed to load billing information'),
    ['Billing Error', 'Failed to load billing information'],
  ],
])('says why billing cannot be loaded, and offers to retry', async (failure, words) => {
  let answer = failure;
  await openWith({ [BILLING]: () => answer });
  await until(() => {
    for (const word of words) expect(text()).toContain(word);
  });
  answer = { body: live };
  press('Try again');
  await until(() => expect(text()).toContain('€358.80'));
});

test('Refresh reads billing again, and keeps the old data with a note on failure', async () => {
  let answer: Answer = { body: live };
  await openWith({ [BILLING]: () => answer });
  await until(() => expect(text()).toContain('€777.60'));
  answer = problem(502, 'payment_provider_error', 'Billing Error', 'Failed to load');
  press('Refresh');
  await until(() => expect(text()).toContain('The figures below may be out of date.'));
  expect(text()).toContain('€777.60');
  answer = { body: { ...live, invoices: [{ ...invoice, amount_paid: 358_80 }] } };
  press('Refresh');
  await until(() => expect(text()).not.toContain('€777.60'));
  expect(text()).not.toContain('The figures below may be out of date.');
});
