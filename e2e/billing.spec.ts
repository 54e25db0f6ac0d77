import type { Page } from '@playwright/test';
import { DEFAULT_GRACE_DAYS } from '@stationhouse/platform-api/contract/limits';
import { expect, test } from './fixtures.ts';
import { CARDS, moveOn, paymentsTime, tabOf, typeCard } from './payments.ts';
import { button, buy, figure, type Order } from './wizard.ts';

/** The steps from sign-up to a station and beyond take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

const DAY_MS = 24 * 60 * 60 * 1_000;

const professional = (email: string): Order => ({
  packageName: 'Professional',
  email,
  country: 'United Kingdom',
});

const refresh = (page: Page) => button(page, 'Refresh').click();
const openPortal = (page: Page) =>
  tabOf(page, () => button(page, 'Manage subscription').first().click());

test('a cancellation names the last day and payment first, and can be taken back', async ({
  page,
  stationhouse,
}) => {
  await buy(page, stationhouse, { ...professional('leaving@example.com'), card: CARDS.pays });
  const cancel = button(page, 'Cancel subscription');
  const question = page.getByRole('alertdialog');
  const end = figure(page, 'Cancelled');
  await cancel.click();
  await expect(question).toContainText('Nothing more will be charged.');
  await question.getByRole('button', { name: 'Keep my station' }).click();

  // A month has 31 days at most, so after two of them the notice costs another.
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  for (let day = 0; day < 2; day += 1) await moveOn(page, stationhouse.paymentsUrl, 'A day');
  await refresh(page);
  await cancel.click();
  const said = await question.innerText();
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(end).toBeVisible();
  const [last, payment] = said.match(/\d+ \w+ 20\d\d/g) ?? [];
  await expect(end).toHaveText(`Ends on ${last}`);
  await expect(figure(page, 'Last payment')).toHaveText(payment ?? '');
  expect(said).toContain('€358.80');

  await page.reload();
  await button(page, 'Keep my station').click();
  await expect(end).toBeHidden();
  await expect(figure(page, 'Next payment')).toBeVisible();
});

test('a second invoice appears after a month and opens in a tab', async ({
  page,
  stationhouse,
}) => {
  await buy(page, stationhouse, { ...professional('later@example.com'), card: CARDS.pays });
  const paid = page.getByRole('row').filter({ hasText: 'Paid' });
  await expect(paid).toHaveCount(1);
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  await refresh(page);
  await expect(paid).toHaveCount(2);
  await expect(paid.first()).toContainText('€358.80');
  await expect(paid.last()).toContainText('€777.60');

  const opened = page.context().waitForEvent('page');
  await paid
    .first()
    .getByRole('button', { name: /^Invoice/ })
    .click();
  const tab = await opened;
  await expect(tab.getByRole('heading', { name: /^Invoice/ })).toBeVisible();
  await expect(tab.getByText('€358.80')).toBeVisible();
});

test('a failed card shows a warning with the deadline until another card has paid', async ({
  page,
  stationhouse,
}) => {
  const what = professional('fails@example.com');
  await buy(page, stationhouse, { ...what, card: CARDS.failsNextMonth });
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  await page.reload();
  const banner = page.getByRole('status').filter({ hasText: 'Your last payment failed' });
  await expect(banner).toContainText(/until \d+ \w+ \d{4}/);
  const [, day = ''] = /until (.*?)\./.exec(await banner.innerText()) ?? [];
  const now = await paymentsTime(page, stationhouse.paymentsUrl);
  expect(Date.parse(day)).toBeGreaterThan(now + (DEFAULT_GRACE_DAYS - 2) * DAY_MS);
  expect(Date.parse(day)).toBeLessThan(now + (DEFAULT_GRACE_DAYS + 1) * DAY_MS);
  await expect(figure(page, 'Status')).toHaveText('Past due');

  const portal = await openPortal(page);
  await portal.getByRole('link', { name: 'Change card' }).click();
  await typeCard(portal, CARDS.pays);
  await button(portal, 'Save card').click();
  await expect(portal.getByText('Your new card is saved.')).toBeVisible();
  await button(portal, 'Pay now').click();
  await expect(portal.getByText('Thank you, the invoice is paid.')).toBeVisible();
  await refresh(page);
  await expect(banner).toBeHidden();
  await expect(figure(page, 'Status')).toHaveText('Active');
});
