import type { Page } from '@playwright/test';
import { XSS_PAYLOADS } from '../platform-api/test/xss-payloads.ts';
import { expect } from './fixtures.ts';
import { showStep } from './member-journey.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, openPart, openPlace, signUp, SITE } from './wizard.ts';

/** Records the origin in which each payload runs. A dialog counts as the product's origin. */
export async function watch(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.context().exposeBinding('canary', (_, origin: unknown) => ran.push(String(origin)));
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return ran;
}

/** False for a frame with an opaque origin, which cannot reach the product. */
export const isOurs = (origin: string): boolean => origin !== 'null';

export function inBatches<Thing>(things: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, n) =>
    things.slice(n * size, (n + 1) * size),
  );
}

const OPTIONS = ['background', 'button', 'font', 'logo', 'song', 'theme'];

/** Hostile values for the options of players, each payload once. */
export const HOSTILE_OPTIONS = inBatches(XSS_PAYLOADS, OPTIONS.length).map((payloads) =>
  payloads.map((payload, n) => [OPTIONS[n] ?? '', payload] as const),
);

/** A member with a station on air. */
export async function openDashboard(
  page: Page,
  stationhouse: Stationhouse,
  email: string,
): Promise<void> {
  await signUp(page, stationhouse, { packageName: 'Starter', email, country: 'United Kingdom' });
  await stationhouse.query(
    `insert into radio_stations
       (id, user_id, status, station_slug, station_name, package_name, stream_url)
     select gen_random_uuid(), id, 'active', split_part(email, '@', 1), 'Blue', 'Starter', '/stream/demo'
     from users where email = $1`,
    [email],
  );
}

/** Writes payloads to every text column of a member and their station, past all validation. */
async function writeEverywhere(
  { query }: Stationhouse,
  email: string,
  payloads: string[],
): Promise<void> {
  const text = payloads.join(' ');
  const member = '(select id from users where email = $1)';
  await query(
    `update profiles set first_name = $2, last_name = $2, phone_number = $2, company_name = $2,
       company_address = $2, company_city = $2, company_postal_code = $2, company_vat_number = $2,
       company_website = $2, station_name_request = $2, radio_id_texts = $3,
       setup_form_submitted = true, setup_form_submitted_at = now()
     where user_id = ${member}`,
    [email, text, payloads],
  );
  await query(
    `update radio_stations set station_name = $2, setup_notes = $2, admin_uploaded_ids = $3,
       admin_uploaded_commercials = $3
     where user_id = ${member}`,
    [email, text, payloads],
  );
  await query(`delete from assets where user_id = ${member}`, [email]);
  await query(
    `insert into assets (id, user_id, kind, file_name, storage_key, content_type, size_bytes, state,
       number, version, sent_hash)
     select gen_random_uuid(), ${member}, 'radio_id', name, gen_random_uuid()::text, 'audio/mpeg', 1,
       'stored', n, 'v', 'h'
     from unnest($2::text[]) with ordinality as file (name, n)`,
    [email, payloads],
  );
}

/** Shows payloads in every field of a member, on the member's pages, in the setup form and on the station page. */
export async function showEverywhere(
  page: Page,
  stationhouse: Stationhouse,
  { email, slug, payloads }: { email: string; slug: string; payloads: string[] },
): Promise<void> {
  await writeEverywhere(stationhouse, email, payloads);
  await page.goto(`${SITE}/members`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('canary');
  const isLoaded = () =>
    expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
  for (const part of ['Look', 'Page', 'Website', 'Screens', 'Print'] as const) {
    await openPart(page, part);
    await isLoaded();
  }
  for (const place of ['Billing', 'Account', 'Files'] as const) {
    await openPlace(page, place);
    await isLoaded();
  }
  // The names of files, and then the texts in the form.
  await expect(page.getByText(payloads[0] ?? '', { exact: true }).first()).toBeVisible();
  await openPlace(page, 'Sound');
  await button(page, 'Edit setup information').click();
  await showStep(page, 'Name & voice');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(/canary/);
  await expect(page.locator('[href^="javascript" i], [src^="javascript" i]')).toHaveCount(0);
  await page.goto(`${SITE}/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('canary');
}
