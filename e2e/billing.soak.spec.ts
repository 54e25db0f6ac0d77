import { DAY_MS } from '../platform-api/contract/time.ts';
import { openPortal, professional, refresh } from './billing.ts';
import { expect, test } from './fixtures.ts';
import { readMail } from './mailbox.ts';
import { CARDS, moveOn, paymentsTime, payWith } from './payments.ts';
import { button, completePurchase, figure, order, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

test('fourteen months: a customer tries a month, continues, takes a larger package and leaves', async ({
  page,
  stationhouse,
}) => {
  const what = { ...professional('walks@example.com'), packageName: 'Starter' as const };
  const { paymentsUrl } = stationhouse;
  const paid = page.getByRole('row').filter({ hasText: 'Paid' });
  const trial = page.getByRole('status').filter({ hasText: /Your trial ends on/ });
  const dialog = page.getByRole('dialog', { name: 'Change your package' });
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) await moveOn(page, paymentsUrl, 'A day');
  };
  const mailOf = (subject: string) => readMail(page, { to: what.email, subject });
  /** Expects the payment provider's own page to say the same as the dashboard. */
  const expectAtProvider = async (...said: string[]) => {
    const portal = await openPortal(page);
    for (const each of said) await expect(portal.getByText(each, { exact: true })).toBeVisible();
    await portal.close();
  };
  const begun = await paymentsTime(page, paymentsUrl);

  // Sign-up and order of a trial month.
  await order(page, stationhouse, what);
  await page.getByRole('checkbox', { name: 'Try it for a month' }).check();
  await expect(page.getByText('Nothing more after that, unless you continue.')).toBeVisible();
  const checkout = await completePurchase(page);
  await payWith(checkout, CARDS.pays);
  await checkout.waitForURL(/\/members/);
  await checkout.close();
  await page.goto(`${SITE}/members/billing`);
  await expect(trial).toContainText('€178.80 a month');
  const [endOfTrial = ''] = /\d+ \w+ 20\d\d/.exec(await trial.innerText()) ?? [];
  await expect(figure(page, 'Trial')).toHaveText(`Ends on ${endOfTrial}`);
  await expect(paid).toHaveCount(1);
  await expectAtProvider(`Runs until ${endOfTrial}`);
  expect(await mailOf('Thank you: your Stationhouse station is on its way')).toContain(endOfTrial);

  // A reminder comes a week before the end; one click continues.
  await days(24);
  await refresh(page);
  expect(await mailOf(`Your Stationhouse trial ends on ${endOfTrial}`)).toContain('€178.80');
  await button(page, 'Continue after the trial').first().click();
  await expect(trial).toBeHidden();
  await expect(figure(page, 'Next payment')).toHaveText(endOfTrial);
  await expectAtProvider(`Next payment on ${endOfTrial}`, '€178.80');
  expect(await mailOf('Your Stationhouse station continues after the trial')).toContain(endOfTrial);

  // Half a year later a larger package, for the difference.
  for (let month = 0; month < 6; month += 1) await moveOn(page, paymentsUrl, 'A month');
  await refresh(page);
  await expect(paid).toHaveCount(7);
  await page.getByRole('link', { name: 'Change package' }).click();
  await dialog.getByRole('radio', { name: 'Enterprise' }).check();
  await dialog.getByRole('button', { name: /^Pay €/ }).click();
  await expect(dialog).toBeHidden();
  await expect(figure(page, 'Amount')).toContainText('€838.80');
  await expect(paid).toHaveCount(8);
  await expectAtProvider('€838.80');
  await mailOf('Your Stationhouse package: Enterprise');

  // At the end of a year the cancellation names its day, and nothing is charged after it.
  for (let month = 0; month < 6; month += 1) await moveOn(page, paymentsUrl, 'A month');
  await refresh(page);
  await expect(paid.first()).toContainText('€838.80');
  await button(page, 'Cancel subscription').click();
  const question = page.getByRole('alertdialog');
  const [lastDay = '', lastPayment] = (await question.innerText()).match(/\d+ \w+ 20\d\d/g) ?? [];
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(figure(page, 'Cancelled')).toHaveText(`Ends on ${lastDay}`);
  await expect(figure(page, 'Last payment')).toHaveText(lastPayment ?? 'a day');
  await expectAtProvider(`Runs until ${lastDay}`);
  const farewell = await mailOf('Your Stationhouse subscription is cancelled');
  for (const said of [lastDay, lastPayment ?? 'a day', '€838.80']) {
    expect(farewell).toContain(said);
  }
  for (let month = 0; month < 2; month += 1) await moveOn(page, paymentsUrl, 'A month');
  await page.reload();
  await expect(figure(page, 'Status')).toHaveText('Cancelled');
  await expectAtProvider(`Ended on ${lastDay}`);
  await mailOf('Your Stationhouse subscription has ended');
  const charged = await paid.count();
  await moveOn(page, paymentsUrl, 'A month');
  await refresh(page);
  await expect(paid).toHaveCount(charged);
  const months = ((await paymentsTime(page, paymentsUrl)) - begun) / (30.44 * DAY_MS);
  expect(months).toBeGreaterThan(14);
});
