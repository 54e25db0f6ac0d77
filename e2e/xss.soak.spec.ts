import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { XSS_PAYLOADS } from '../platform-api/test/xss-payloads.ts';
import { signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { OPERATOR, type Stationhouse } from './stationhouse.ts';
import { SITE } from './wizard.ts';
import { HOSTILE_OPTIONS, inBatches, isOurs, openDashboard, showEverywhere, watch } from './xss.ts';

const TEXTS_AT_ONCE_FOR_ADMIN = 80;
const FRAMES_AT_ONCE = 40;

test.describe.configure({ timeout: 900_000 });

test(`${XSS_PAYLOADS.length} hostile options in a frame’s address are ignored`, async ({
  page,
  complaints,
}) => {
  const ran = await watch(page);
  for (const options of HOSTILE_OPTIONS) {
    const query = new URLSearchParams([['embed', 'true'], ...options.map((pair) => [...pair])]);
    const isAlive = page.waitForRequest('**/v1/stations/demo/events');
    await page.goto(`${SITE}/demo?${query}`);
    await isAlive;
    await expect(page.locator('main.embed')).toBeVisible();
  }
  expect(ran).toEqual([]);
  expect(complaints).toEqual([]);
});

test(`${XSS_PAYLOADS.length} hostile texts in every field of a member are shown as text`, async ({
  page,
  stationhouse,
  complaints,
}) => {
  const email = 'hostile-texts@example.com';
  const ran = await watch(page);
  await openDashboard(page, stationhouse, email);
  // A user without a station gets 404 for it, which the browser reports.
  complaints.length = 0;
  for (const payloads of inBatches(XSS_PAYLOADS, 10)) {
    await showEverywhere(page, stationhouse, { email, slug: 'hostile-texts', payloads });
  }
  expect(ran).toEqual([]);
  // A payload that only the content security policy blocked had become part of the page.
  expect(complaints).toEqual([]);
});

/** Adds two customers: one with a pending setup, one on air and in trouble. */
async function addCustomers({ query }: Stationhouse): Promise<string[]> {
  const ids = [randomUUID(), randomUUID()];
  await query(`insert into users (id, email) select id, id::text from unnest($1::uuid[]) id`, [
    ids,
  ]);
  await query('insert into user_roles (user_id) select unnest($1::uuid[])', [ids]);
  await query('insert into profiles (id, user_id) select gen_random_uuid(), unnest($1::uuid[])', [
    ids,
  ]);
  // Submitted so long ago that it is first in the queue.
  await query(
    `insert into radio_stations
       (id, user_id, status, station_slug, package_name, total_amount, purchased_at)
     select id, id, status, 'a' || id, 'Starter', 44800, 'epoch'
     from unnest($1::uuid[], array['setup_pending', 'active']) as customer (id, status)`,
    [ids],
  );
  // Stops the watch from checking these stations, since a check would end the trouble.
  await query(
    `insert into station_watches (station_id, turn, due_at, checked_at)
     select unnest($1::uuid[]), gen_random_uuid(), now() + interval '1 day', now()`,
    [ids.slice(1)],
  );
  return ids;
}

/**
 * Writes every text of a customer that the admin area shows. Payloads that are addresses go into
 * each field that may become a link.
 */
async function writeForAdmin(
  { query }: Stationhouse,
  ids: string[],
  { payloads, address }: { payloads: readonly string[]; address: string },
): Promise<void> {
  const text = payloads.join(' ');
  await query(
    `update users set email = lower($2) || id, new_email = lower($2), phone = $2 || id
     where id = any($1::uuid[])`,
    [ids, text],
  );
  await query(
    `update profiles set email = $2, first_name = $2, last_name = $2, phone_number = $2, country = $2,
       company_name = $2, company_address = $2, company_city = $2, company_postal_code = $2,
       company_vat_number = $2, station_name_request = $2, radio_id_texts = $3, jingle_files = $3,
       company_website = $4, station_logo_url = $4,
       setup_form_submitted = true, setup_form_submitted_at = now()
     where user_id = any($1::uuid[])`,
    [ids, text, payloads, address],
  );
  await query(
    `update radio_stations set station_name = $2, setup_notes = $2, radio_player_embed = $2,
       admin_uploaded_ids = $3, admin_uploaded_commercials = $3, station_url = $4,
       station_logo_url = $4, stream_url = $4, current_track_data = $4, previous_track_data = $4,
       next_track_data = $4
     where user_id = any($1::uuid[])`,
    [ids, text, payloads, address],
  );
  await query(`delete from assets where user_id = any($1::uuid[])`, [ids]);
  await query(
    `insert into assets (id, user_id, kind, is_operators, file_name, storage_key, content_type,
       size_bytes, state, number, version, sent_hash)
     select gen_random_uuid(), id, 'radio_id', n % 2 = 0, name, gen_random_uuid()::text, 'audio/mpeg',
       1, 'stored', n, 'v', 'h'
     from unnest($1::uuid[]) id, unnest($2::text[]) with ordinality as file (name, n)`,
    [ids, payloads],
  );
  await query(
    `insert into audit_log (id, actor_id, action, user_id, before, after, ip)
     select gen_random_uuid(), id, 'change_customer', id, jsonb_object_agg(payload, payload),
       jsonb_object_agg(payload, 'not ' || payload), $3
     from unnest($1::uuid[]) id, unnest($2::text[]) payload group by id`,
    [ids, payloads, text],
  );
  await query(
    `insert into station_troubles (station_id, trouble, message, since, times)
     select id, 'silent', $2, now(), 2 from radio_stations
     where user_id = any($1::uuid[]) and status = 'active'
     on conflict (station_id, trouble) do update set message = excluded.message`,
    [ids, text],
  );
}

/** Visits every page of the admin area that shows a customer. */
async function lookAround(page: Page, user_id: string): Promise<void> {
  await page.goto(`${SITE}/admin/stations`);
  await expect(page.getByRole('table', { name: 'All customers' })).toContainText('canary');
  await page.goto(`${SITE}/admin`);
  const work = page.getByRole('list', { name: 'By time left' }).getByRole('listitem');
  await expect(work.filter({ hasText: 'Silent' }).first()).toContainText('canary');
  await expect(work.filter({ hasText: /left|late by|form/ }).first()).toContainText('canary');
  await page.goto(`${SITE}/admin/history`);
  await expect(page.getByRole('listitem').first()).toContainText('canary');
  for (const dialog of ['view', 'reset', 'delete', 'role', 'audit', 'edit']) {
    await page.goto(`${SITE}/admin?customer=${user_id}&dialog=${dialog}`);
    const opened = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(opened).toContainText('canary');
    expect(await strangeLinks(page)).toEqual([]);
  }
  // The texts in the form, after those beside it.
  await expect(page.getByRole('textbox', { name: 'Setup notes' })).toHaveValue(/canary/);
}

/** The targets of links that are not web, mail or phone addresses, in any spelling. */
const strangeLinks = (page: Page): Promise<string[]> =>
  page
    .locator('a[href], iframe[src]')
    .evaluateAll((links) =>
      links
        .map((link) => String(Object(link).href ?? Object(link).src))
        .filter((href) => !/^(https?|mailto|tel):/.test(href)),
    );

/** Payloads that would run as a link. */
const ADDRESSES = XSS_PAYLOADS.filter((payload) => /^\W?(\w|\s)+:(?!\/)/.test(payload));

test(`${XSS_PAYLOADS.length} hostile texts in every field of a customer are shown as text in the admin area`, async ({
  page,
  stationhouse,
  complaints,
}) => {
  test.setTimeout(900_000);
  const ran = await watch(page);
  await signIn(page, OPERATOR);
  const ids = await addCustomers(stationhouse);
  complaints.length = 0;
  const lots = inBatches(XSS_PAYLOADS, TEXTS_AT_ONCE_FOR_ADMIN);
  for (let n = 0; n < Math.max(lots.length, ADDRESSES.length); n++) {
    const payloads = lots[n % lots.length] ?? [];
    const address = ADDRESSES[n % ADDRESSES.length] ?? '';
    await writeForAdmin(stationhouse, ids, { payloads, address });
    await lookAround(page, ids[0] ?? '');
  }
  expect(ran.filter(isOurs)).toEqual([]);
  expect(complaints).toEqual([]);
});

/**
 * Opens a station's own player in frames of a page of the product, and waits until all have loaded.
 */
async function frame(page: Page, ids: string[], sandbox: string | null): Promise<void> {
  await page.evaluate(
    async ([addresses, flags]) => {
      const frames = addresses.map((address) => {
        const frame = document.createElement('iframe');
        if (flags !== null) frame.setAttribute('sandbox', flags);
        frame.src = address;
        return frame;
      });
      const loaded = frames.map(
        (frame) => new Promise((resolve) => frame.addEventListener('load', resolve)),
      );
      document.body.append(...frames);
      await Promise.all(loaded);
      for (const frame of frames) frame.remove();
    },
    [ids.map((id) => `/player-embed/${id}`), sandbox] as const,
  );
}

test(`${XSS_PAYLOADS.length} hostile players run nowhere in the product’s origin`, async ({
  page,
  stationhouse,
}) => {
  const ran = await watch(page);
  const ids = XSS_PAYLOADS.map(() => randomUUID());
  await stationhouse.query(
    `insert into users (id, email) select id, id || '@example.com' from unnest($1::uuid[]) id`,
    [ids],
  );
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, radio_player_embed)
     select id, id, 'active', 'player-' || n, html
     from unnest($1::uuid[], $2::text[]) with ordinality as pasted (id, html, n)`,
    [ids, XSS_PAYLOADS],
  );
  await page.goto(`${SITE}/members`);
  // Without the frame's sandbox the page's own policy must protect, for any way of framing or
  // opening it.
  for (const sandbox of [null, 'allow-scripts']) {
    for (const some of inBatches(ids, FRAMES_AT_ONCE)) await frame(page, some, sandbox);
  }
  expect(ran.filter(isOurs)).toEqual([]);
  // The payloads are live: where scripts may run, they do.
  expect(ran.length).toBeGreaterThan(100);
  expect(new URL(page.url()).origin).toBe(SITE);
  expect(page.context().pages()).toHaveLength(1);
});
