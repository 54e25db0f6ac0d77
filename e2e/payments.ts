import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Numbers of Stripe's own test cards (docs.stripe.com/testing). */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  isDeclined: '4000 0000 0000 0002',
  failsNextMonth: '4000 0000 0000 0341',
};

/** Waits for the tab that `act` opens. @returns the tab, once its page has loaded */
export async function tabOf(page: Page, act: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await act();
  const tab = await opened;
  // It shows an empty page of the product until the address has arrived.
  await tab.waitForURL(/^http:\/\/localhost:/);
  return tab;
}

/** Types a card into any form of the payment provider. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Grace Hopper');
}

/** Pays on the payment page, or tries to. */
export async function payWith(checkout: Page, number: string): Promise<void> {
  await typeCard(checkout, number);
  await checkout.getByRole('button', { name: /^Pay €/ }).click();
}

/** The clock of the payments stand-in, in epoch ms. */
export async function paymentsTime(page: Page, paymentsUrl: string): Promise<number> {
  const control = await page.context().newPage();
  await control.goto(paymentsUrl);
  const time = await control.locator('.clock time').getAttribute('datetime');
  await control.close();
  return Date.parse(time ?? '');
}

/** Moves the clock of the payments stand-in forward, and waits for everything due. */
export async function moveOn(
  page: Page,
  paymentsUrl: string,
  by: 'A day' | 'A month',
): Promise<void> {
  const control = await page.context().newPage();
  await control.goto(paymentsUrl);
  await control.getByRole('button', { name: by }).click();
  await expect(control.getByText('The sandbox has moved on.')).toBeVisible();
  await control.close();
}
