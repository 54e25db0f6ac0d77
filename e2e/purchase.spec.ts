import type { Page } from '@playwright/test';
import { MEMBER_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { expectGoodView } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { CARDS, payWith, tabOf } from './payments.ts';
import {
  button,
  completePurchase,
  expectPaid,
  field,
  figure,
  fillCompany,
  goToSummary,
  openPlace,
  order,
  signUp,
  SITE,
  step,
  type Order,
} from './wizard.ts';

/** The steps from sign-up to a station take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

/** An order with its prices (specification §9). Professional is bought in billing.spec.ts. */
interface Priced extends Order {
  lines: Record<'Setup fee' | 'First month' | 'Total due today', string> & Record<string, string>;
  monthly: string;
}

const PRICED: Priced[] = [
  {
    packageName: 'Starter',
    email: 'starter@example.com',
    country: 'United Kingdom',
    lines: {
      'Setup fee': '€299.00',
      'First month': '€149.00',
      'VAT 20%': '€89.60',
      'Total due today': '€537.60',
    },
    monthly: '€178.80',
  },
  {
    packageName: 'Enterprise',
    email: 'enterprise@example.com',
    country: 'Germany',
    vatNumber: 'DE136695976',
    lines: {
      'Setup fee': '€599.00',
      'First month': '€699.00',
      'VAT 0%': '€0.00',
      'Total due today': '€1,298.00',
    },
    monthly: '€699',
  },
];

const starter = (email: string): Order => ({
  packageName: 'Starter',
  email,
  country: 'United Kingdom',
});

/** Without a station its request gets 404, which the browser reports in the console. */
const isOwn = (complaint: string): boolean => !complaint.includes('404');

for (const { lines, monthly, ...what } of PRICED) {
  const { packageName, country } = what;
  test(`${packageName} is bought from ${country}, from sign-up to the dashboard`, async ({
    page,
    stationhouse,
    complaints,
  }) => {
    await signUp(page, stationhouse, what);
    await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue(country);
    await fillCompany(page, what);
    await goToSummary(page);
    await expect(page.getByRole('heading', { level: 3, name: packageName })).toBeVisible();
    for (const [name, amount] of Object.entries(lines)) {
      await expect(figure(page, name)).toHaveText(amount);
    }
    await expect(page.getByText(`Then ${monthly} per month`)).toBeVisible();

    const checkout = await completePurchase(page);
    await expect(page.getByText('Payment Session Created')).toBeVisible();
    await expect(checkout.getByText('Payment sandbox: no money moves.')).toBeVisible();
    await expect(button(checkout, `Pay ${lines['Total due today']}`)).toBeVisible();
    await payWith(checkout, CARDS.pays);
    await expect(checkout.getByText('Payment Successful!')).toBeVisible();
    await expectPaid(checkout);
    await openPlace(checkout, 'Billing');
    await expect(figure(checkout, 'Status')).toHaveText('Active');
    await expect(figure(checkout, 'Amount')).toContainText(monthly);
    const invoices = checkout.getByRole('row').filter({ hasText: 'Paid' });
    await expect(invoices).toHaveCount(1);
    await expect(invoices).toContainText(lines['Total due today']);

    // The tab where it started knows already, and does not show the message again.
    await page.bringToFront();
    await expectPaid(page);
    await expect(page.getByText('Payment Successful!')).toBeHidden();
    expect(complaints.filter(isOwn)).toEqual([]);
  });
}

test('a declined card is not charged, and another pays on the same page', async ({
  page,
  stationhouse,
}) => {
  await order(page, stationhouse, starter('declined@example.com'));
  const checkout = await completePurchase(page);
  await payWith(checkout, CARDS.isDeclined);
  await expect(checkout.getByRole('alert')).toContainText('Your card was declined.');
  await expect(checkout.getByRole('alert')).toContainText('Nothing was taken.');
  await payWith(checkout, CARDS.pays);
  await expect(checkout.getByText('Payment Successful!')).toBeVisible();
  await expectPaid(checkout);
});

test('a cancelled payment is reported and continues on the same payment page', async ({
  page,
  stationhouse,
}) => {
  await order(page, stationhouse, starter('cancelled@example.com'));
  const checkout = await completePurchase(page);
  const address = checkout.url();
  await page.close();
  await checkout.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(checkout.getByText('Payment Cancelled')).toBeVisible();
  await expect(checkout).toHaveURL(`${SITE}/members`);

  await checkout.getByRole('link', { name: 'Continue your purchase' }).click();
  await expect(step(checkout, 'Order summary')).toBeVisible();
  await expect(figure(checkout, 'Total due today')).toHaveText('€537.60');
  const again = await completePurchase(checkout);
  expect(again.url()).toBe(address);
  await payWith(again, CARDS.pays);
  await expectPaid(again);
});

/** Pays in a tab that is closed before it returns. */
async function payWithoutReturn(checkout: Page): Promise<void> {
  const left = checkout.waitForRequest(/payment=success/);
  await checkout.route(/payment=success/, (route) => route.abort());
  await payWith(checkout, CARDS.pays);
  await left;
  await checkout.close();
}

test('a payment without a return is confirmed by the webhook alone', async ({
  page,
  stationhouse,
}) => {
  // Blocks this browser's own check of the payment.
  await page.context().route('**/v1/me/checkout/verify', (route) => route.abort());
  await page.context().route('**/v1/me/billing', (route) => route.abort());
  await order(page, stationhouse, starter('no-return@example.com'));
  await payWithoutReturn(await completePurchase(page));
  await expect(async () => {
    await page.goto(`${SITE}/members`);
    await expect(page.getByText('In Progress', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('a payment without a return or a webhook is found by polling', async ({
  page,
  stationhouse,
}) => {
  await order(page, stationhouse, starter('no-webhook@example.com'));
  const checkout = await completePurchase(page);
  // The provider's events cannot be stored.
  await stationhouse.query('alter table stripe_events rename to stripe_events_away');
  try {
    await payWithoutReturn(checkout);
    await expect(step(page, 'Order summary')).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    await expectPaid(page);
  } finally {
    await stationhouse.query('alter table stripe_events_away rename to stripe_events');
  }
});

test('a browser that blocks the tab shows a link to the payment page', async ({
  page,
  stationhouse,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await order(page, stationhouse, starter('no-tab@example.com'));
  await button(page, 'Complete Purchase').click();
  await expect(page.getByText('Your payment page is ready')).toBeVisible();
  const link = page.getByRole('link', { name: 'Open the payment page' });
  const checkout = await tabOf(page, () => link.click());
  await payWith(checkout, CARDS.pays);
  await expectPaid(checkout);
  await expectPaid(page);
});

test('input survives moving between the steps and a reload', async ({ page, stationhouse }) => {
  const what = starter('steps@example.com');
  await signUp(page, stationhouse, what);
  await fillCompany(page, what);
  await button(page, 'Back').click();
  await expect(step(page, 'Choose your package')).toBeVisible();
  await button(page, 'Choose Professional').click();
  await expect(field(page, 'Company name')).toHaveValue('The Counting House');

  await field(page, 'City').fill('Leeds');
  await page.reload();
  await expect(step(page, 'Company details')).toBeVisible();
  await expect(field(page, 'Company name')).toHaveValue('The Counting House');
  await expect(field(page, 'City')).toHaveValue('Leeds');

  await goToSummary(page);
  await expect(figure(page, 'Total due today')).toHaveText('€777.60');
  await page.reload();
  await expect(step(page, 'Order summary')).toBeVisible();
  await expect(page.getByText('Leeds')).toBeVisible();

  await page.goBack();
  await expect(step(page, 'Company details')).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Leeds');
  await page.goBack();
  await expect(step(page, 'Choose your package')).toBeVisible();
  await page.goForward();
  await expect(step(page, 'Company details')).toBeVisible();
});

/** On a phone in light colours, and on a desktop in dark ones. */
async function expectGoodViews(page: Page): Promise<void> {
  await expectGoodView(page, { width: 360, colorScheme: 'light' });
  await expectGoodView(page, { width: 1440, colorScheme: 'dark' });
}

test('axe finds nothing on any step of buying or on the pages of a member', async ({
  page,
  stationhouse,
}) => {
  const what = starter('axe@example.com');
  await signUp(page, stationhouse, what);
  await expectGoodViews(page);
  // With an error under every field.
  await button(page, 'Continue to summary').click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await expectGoodViews(page);
  await button(page, 'Back').click();
  await expect(button(page, 'Continue with Starter')).toBeVisible();
  await expectGoodViews(page);
  await button(page, 'Continue with Starter').click();
  await fillCompany(page, what);
  await goToSummary(page);
  await expect(button(page, 'Complete Purchase')).toBeVisible();
  await expectGoodViews(page);
  const checkout = await completePurchase(page);
  await expect(page.getByText('Your payment page is open in another tab')).toBeVisible();
  // With a message in the corner.
  await expect(page.getByText('Payment Session Created')).toBeVisible();
  await expectGoodViews(page);
  await payWith(checkout, CARDS.pays);
  await expectPaid(page);
  await expectGoodViews(page);
  for (const path of MEMBER_PAGES) {
    await page.goto(SITE + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
    await expectGoodViews(page);
  }
});
