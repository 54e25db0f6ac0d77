import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { OPERATOR, type Stationhouse } from './stationhouse.ts';
import { button, field, SITE } from './wizard.ts';

/** The password of every account that these tests create (wizard.ts). */
export const PASSWORD = 'a long walk by the sea';

/** A page in a browser profile of its own. */
export async function newcomer(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto(`${SITE}/login`);
  await field(page, 'Email').fill(who.email);
  await field(page, 'Password').fill(who.password);
  // From then on its button sends.
  await expect(page.locator('main button[type=submit]')).toBeVisible();
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(`${SITE}/members`);
}

/** Opens the customers in the admin area as the first admin. */
export async function openAdmin(browser: Browser, who = OPERATOR): Promise<Page> {
  const page = await newcomer(browser);
  await signIn(page, who);
  await page.goto(`${SITE}/admin/stations`);
  await expect(page.getByRole('heading', { level: 1, name: 'Stations' })).toBeVisible();
  return page;
}

/** Adds an account whose email address is confirmed. */
export async function addMember(
  { port, query }: Stationhouse,
  { email, last_name }: { email: string; last_name: string },
): Promise<{ email: string; password: string }> {
  await query('delete from rate_limits');
  const answer = await fetch(`http://127.0.0.1:${port}/v1/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email,
      password: PASSWORD,
      first_name: 'Alan',
      last_name,
      phone_number: '+44 20 7946 0000',
      country: 'United Kingdom',
    }),
  });
  expect(answer.status).toBe(201);
  await query('update users set email_confirmed_at = now() where email = $1', [email]);
  return { email, password: PASSWORD };
}

/** Gives an account a station that has been paid for. @param columns of its row */
export async function giveStation(
  { query }: Stationhouse,
  email: string,
  columns: { station_slug: string; station_name: string } & Record<string, unknown>,
): Promise<void> {
  const row: Record<string, unknown> = {
    status: 'setup_pending',
    package_name: 'Professional',
    purchased_at: new Date(),
    ...columns,
  };
  await query(
    `insert into radio_stations (id, user_id, ${Object.keys(row).join(', ')})
     values (gen_random_uuid(), (select id from users where email = $1),
       ${Object.keys(row)
         .map((_, index) => `$${index + 2}`)
         .join(', ')})`,
    [email, ...Object.values(row)],
  );
}

/** The same with the role admin, as the CLI gives it. */
export async function addAdmin(
  stationhouse: Stationhouse,
  who: { email: string; last_name: string },
): Promise<{ email: string; password: string }> {
  const admin = await addMember(stationhouse, who);
  await stationhouse.query(
    `insert into user_roles (user_id, role) select id, 'admin' from users where email = $1
     on conflict (user_id) do update set role = 'admin'`,
    [who.email],
  );
  return admin;
}

/** Searches the table of all customers, and waits for the result. */
export async function search(page: Page, text: string): Promise<void> {
  const found = page.waitForResponse(
    (answer) => new URL(answer.url()).searchParams.get('search') === text,
  );
  await page.getByRole('searchbox').fill(text);
  await found;
  // Until then the previous rows are shown, dimmed.
  await expect(page.locator('#customers [aria-busy=true]')).toHaveCount(0);
}

/** Chooses an action from the menu of a customer's row. */
export async function choose(page: Page, name: string, act: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  const item = page.getByRole('menuitem', { name: act, exact: true });
  await expect(item).toBeVisible();
  // The menu ignores a press in the moment in which it opens.
  await expect(async () => {
    if (await item.isVisible()) await item.click({ timeout: 2_000 });
    await expect(item).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

export const dialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Fills in the dialog to delete a customer, except for the last press. */
export async function fillInDeletion(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const question = dialog(page, 'Delete this customer?');
  await question.getByRole('textbox', { name: 'The customer’s email address' }).fill(email);
  await question.getByRole('textbox', { name: 'Your own password' }).fill(password);
}
