import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { payWith, tabOf } from './payments.ts';
import type { Stationhouse } from './stationhouse.ts';

/** The product's address, as the README has it; in the environment, that of an installation. */
export const SITE = process.env['SITE'] ?? 'http://localhost:8000';

/** The buyer and the order. */
export interface Order {
  packageName: 'Starter' | 'Professional' | 'Enterprise';
  /** Of this test alone: the files that a worker runs share its product. */
  email: string;
  /** Set where the name must be unique. */
  lastName?: string;
  country: 'United Kingdom' | 'Germany';
  vatNumber?: string;
}

const PLACES = {
  'United Kingdom': { telephone: '020 7946 0000', postalCode: 'E1 6AN', city: 'London' },
  Germany: { telephone: '030 901820', postalCode: '10115', city: 'Berlin' },
};

export const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
/** The heading of the wizard's step. */
export const step = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 2, name: title });
/** An amount, a date or a badge, by the label beside or above it. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Creates an account on the page that the price list links to, and waits for the wizard. */
export async function signUp(
  page: Page,
  { query }: Stationhouse,
  { packageName, email, country, lastName = 'Hopper' }: Order,
): Promise<void> {
  // All sign-ups come from one address, which is limited.
  await query('delete from rate_limits');
  await page.goto(`${SITE}/signup?package=${packageName}`);
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill(lastName);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('a long walk by the sea');
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill(country);
  await page.getByRole('option', { name: country, exact: true }).click();
  await field(page, 'Phone number').fill(PLACES[country].telephone);
  await button(page, 'Create account').click();
  await expect(step(page, 'Company details')).toBeVisible();
}

/** Fills in the fields that a sign-up without a company leaves empty. */
export async function fillCompany(page: Page, { country, vatNumber }: Order): Promise<void> {
  const { postalCode, city } = PLACES[country];
  await field(page, 'Company name').fill('The Counting House');
  await field(page, 'Address').fill('12 Lamp Street');
  await field(page, 'Postal code').fill(postalCode);
  await field(page, 'City').fill(city);
  if (vatNumber) await page.getByRole('textbox', { name: /^VAT number/ }).fill(vatNumber);
}

export async function goToSummary(page: Page): Promise<void> {
  await button(page, 'Continue to summary').click();
  await expect(step(page, 'Order summary')).toBeVisible();
}

/** From a new browser profile to the summary of an order. */
export async function order(page: Page, stationhouse: Stationhouse, what: Order): Promise<void> {
  await signUp(page, stationhouse, what);
  await fillCompany(page, what);
  await goToSummary(page);
}

/** @returns the tab of the payment page */
export const completePurchase = (page: Page): Promise<Page> =>
  tabOf(page, () => button(page, 'Complete Purchase').click());

/** Opens a page of the member's area by its navigation. */
export async function openPlace(
  page: Page,
  place: 'Home' | 'Sound' | 'Share & embed' | 'Files' | 'Billing' | 'Account',
): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Your station' });
  await places.getByRole('link', { name: place }).click();
  await expect(places.getByRole('link', { name: place })).toHaveAttribute('aria-current', 'page');
}

/** The parts of Share & embed, as their addresses name them. */
export const SHARE_PARTS = ['look', 'page', 'website', 'screens', 'print'] as const;

/** Opens a part of Share & embed by its navigation. */
export async function openPart(
  page: Page,
  part: 'Look' | 'Page' | 'Website' | 'Screens' | 'Print',
): Promise<void> {
  await openPlace(page, 'Share & embed');
  const parts = page.getByRole('navigation', { name: 'Share & embed' });
  await parts.getByRole('link', { name: part }).click();
  await expect(parts.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page');
}

/** Expects Home of a member who has paid and whose station is being built. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Grace');
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible();
  // The parameter goes once the payment is confirmed; only then have the other tabs been told.
  await expect(page).toHaveURL(`${SITE}/members`);
}

/** Buys with a card, and ends on Home with no other tab open. */
export async function buy(
  page: Page,
  stationhouse: Stationhouse,
  { card, ...what }: Order & { card: string },
): Promise<void> {
  await order(page, stationhouse, what);
  const checkout = await completePurchase(page);
  await payWith(checkout, card);
  await expectPaid(checkout);
  await checkout.close();
  await expectPaid(page);
}

/** Signs a customer up, whose station is being built. */
export async function beCustomer(
  page: Page,
  stationhouse: Stationhouse,
  { email, slug }: { email: string; slug: string },
): Promise<void> {
  await signUp(page, stationhouse, { packageName: 'Starter', email, country: 'United Kingdom' });
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name)
     select gen_random_uuid(), id, 'setup_pending', $2, 'The Counting House', 'Starter'
     from users where email = $1`,
    [email, slug],
  );
}

/** The change that an admin makes: the station plays the demo's stream. */
export const goLive = ({ query }: Stationhouse, slug: string): Promise<void> =>
  query(
    `update radio_stations set status = 'active', stream_url = '/stream/demo',
       current_track_data = '/stream/demo/tracks/current' where station_slug = $1`,
    [slug],
  );
