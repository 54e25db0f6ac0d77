import type { Page } from '@playwright/test';
import { DEFAULT_GRACE_DAYS } from '@stationhouse/platform-api/contract/limits';
import { expect, test } from './fixtures.ts';
import { CARDS, moveOnAMonth, paymentsTime, tabOf, typeCard } from './payments.ts';
import { button, buy, figure, type Order } from './wizard.ts';

/** The steps from sign-up to a station and beyond take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

const DAY_MS = 24 * 60 * 60 * 1_000;

const professional = (email: string): Order => ({
  packageName: 'Professional',
  email,
  country: 'United Kingdom',
});

/** A date in the format of the dashboard. */
const inWords = (time: string | number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(time));

const refresh = (page: Page) => button(page, 'Refresh').click();
const openPortal = (page: Page) =>
  tabOf(page, () => button(page, 'Manage subscription').first().click());

test('a subscription cancelled on the provider’s page runs until its notice ends and can be resumed', async ({
  page,
  stationhouse,
}) => {
  const what = professional('leaving@example.com');
  await buy(page, stationhouse, { ...what, card: CARDS.pays });
  const portal = await openPortal(page);
  await portal.getByRole('link', { name: 'Cancel subscription' }).click();
  const before = await paymentsTime(page, stationhouse.paymentsUrl);
  await button(portal, 'Cancel subscription').click();
  await expect(portal.getByText('Your subscription is cancelled.')).toBeVisible();

  const answer = page.waitForResponse('**/v1/me/billing');
  await refresh(page);
  const { subscription } = await (await answer).json();
  const end = figure(page, 'Cancelled');
  await expect(end).toHaveText(`Ends on ${inWords(subscription.cancel_at)}`);
  expect(Date.parse(subscription.cancel_at) - before).toBeGreaterThanOrEqual(30 * DAY_MS);

  await portal.reload();
  await button(portal, 'Resume subscription').click();
  await expect(portal.getByText('Your subscription continues.')).toBeVisible();
  await refresh(page);
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
  await moveOnAMonth(page, stationhouse.paymentsUrl);
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
  await moveOnAMonth(page, stationhouse.paymentsUrl);
  await page.reload();
  const banner = page.getByRole('status').filter({ hasText: 'Your last payment failed' });
  await expect(banner).toContainText(/until \d+ \w+ \d{4}/);
  const [, day = ''] = /until (.*?)\./.exec(await banner.innerText()) ?? [];
  expect(Date.parse(day)).toBeGreaterThan(Date.now() + (DEFAULT_GRACE_DAYS - 2) * DAY_MS);
  expect(Date.parse(day)).toBeLessThan(Date.now() + (DEFAULT_GRACE_DAYS + 1) * DAY_MS);
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
