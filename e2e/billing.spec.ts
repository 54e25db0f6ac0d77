import { DEFAULT_GRACE_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import { DAY_MS } from '../platform-api/contract/time.ts';
import { openPortal, professional, refresh } from './billing.ts';
import { expect, test } from './fixtures.ts';
import { CARDS, moveOn, paymentsTime, payWith, tabOf, typeCard } from './payments.ts';
import { button, buy, figure, openPlace, SITE } from './wizard.ts';

/** The steps from sign-up to a station and beyond take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

test('a cancellation names the last day and payment first, and can be taken back', async ({
  page,
  stationhouse,
}) => {
  await buy(page, stationhouse, { ...professional('leaving@example.com'), card: CARDS.pays });
  await openPlace(page, 'Billing');
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
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(2);
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

test('a larger package is paid for and starts at once; a smaller one waits for the next month', async ({
  page,
  stationhouse,
}) => {
  const what = { ...professional('grows@example.com'), packageName: 'Starter' as const };
  await buy(page, stationhouse, { ...what, card: CARDS.pays });
  const dialog = page.getByRole('dialog', { name: 'Change your package' });
  const choose = (name: string) => dialog.getByRole('radio', { name }).check();
  const yours = page.getByRole('region', { name: 'Your package' });
  await openPlace(page, 'Files');
  // The page of commercial spots leads to the dialog, which has an address.
  await page.getByRole('link', { name: 'Change your package' }).click();
  await expect(page).toHaveURL(`${SITE}/members/billing?change=package`);
  await choose('Professional');
  await expect(dialog).toContainText('6 commercial spots');
  const pay = dialog.getByRole('button', { name: /^Pay €/ });
  await expect(pay).toContainText('€180');
  await pay.click();
  await expect(dialog).toBeHidden();
  await expect(yours).toContainText('Professional');
  await expect(figure(page, 'Amount')).toContainText('€358.80');
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(2);

  await page.getByRole('link', { name: 'Change package' }).click();
  await choose('Starter');
  await dialog.getByRole('button', { name: /^Change on/ }).click();
  await expect(dialog).toBeHidden();
  await expect(yours).toContainText(/Professional.*Changes to Starter on/s);
  await page.reload();
  await page.getByRole('link', { name: 'Change package' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  await refresh(page);
  await expect(figure(page, 'Amount')).toContainText('€178.80');
  await page.reload();
  await expect(yours).toContainText('Starter');
});

test('a declined card leaves the package as it is until the change is paid for', async ({
  page,
  stationhouse,
}) => {
  const what = { ...professional('upgrade-declined@example.com'), packageName: 'Starter' as const };
  await buy(page, stationhouse, { ...what, card: CARDS.failsNextMonth });
  await openPlace(page, 'Billing');
  await page.getByRole('link', { name: 'Change package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your package' });
  await dialog.getByRole('radio', { name: 'Enterprise' }).check();
  await dialog.getByRole('button', { name: /^Pay €/ }).click();
  await expect(dialog).toContainText('The bank has not paid yet');
  const invoice = await tabOf(page, () =>
    dialog.getByRole('link', { name: /^Go to the payment/ }).click(),
  );
  await page.keyboard.press('Escape');
  const waiting = page.getByRole('status').filter({ hasText: 'Enterprise is not paid yet' });
  await expect(waiting).toBeVisible();
  await payWith(invoice, CARDS.pays);
  await expect(invoice.getByText('Paid on')).toBeVisible();
  await refresh(page);
  await expect(waiting).toBeHidden();
  await expect(figure(page, 'Amount')).toContainText('€838.80');
});

test('a second invoice appears after a month and opens in a tab', async ({
  page,
  stationhouse,
}) => {
  await buy(page, stationhouse, { ...professional('later@example.com'), card: CARDS.pays });
  await openPlace(page, 'Billing');
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
  await openPlace(page, 'Billing');
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
