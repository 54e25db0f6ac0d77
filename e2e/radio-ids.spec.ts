import { chromium, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addMember, dialog, openAdmin } from './admin-area.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, field } from './wizard.ts';

// Each take is prepared for the air by a job.
test.describe.configure({ timeout: 120_000 });
const READY_MS = 45_000;
const RECORDED_MS = 3_000;

const SCRIPT = 'You are listening to Tally Room Radio.';

/** A customer who has sent in the setup form with one radio ID text. */
async function addCustomer(stationhouse: Stationhouse, last_name: string): Promise<string> {
  const { query } = stationhouse;
  const slug = last_name.toLowerCase();
  const email = `${slug}@example.com`;
  await addMember(stationhouse, { email, last_name });
  await query(
    `update profiles set setup_form_submitted = true, setup_form_submitted_at = now(),
       voice_preference = 'female', radio_id_texts = $2
     where user_id = (select id from users where email = $1)`,
    [email, [SCRIPT]],
  );
  await query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name,
       purchased_at)
     select gen_random_uuid(), id, 'setup_pending', $2, 'Tally Room Radio', 'Starter', now()
     from users where email = $1`,
    [email, slug],
  );
  return email;
}

async function openScripts(page: Page, last_name: string) {
  await page
    .getByRole('link', { name: `Alan ${last_name}` })
    .first()
    .click();
  await button(page, 'Speak the radio IDs').click();
  const scripts = dialog(page, 'Spoken radio IDs');
  await expect(scripts.getByText(SCRIPT).first()).toBeVisible();
  return scripts;
}

/** Plays the sound of this name, and waits until it has moved on. */
async function hear(page: Page, name: string): Promise<void> {
  await button(page, `Play ${name}`).click();
  const isHeard = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('audio')].some(
        ({ paused, currentTime }) => !paused && currentTime > 0.2,
      ),
    );
  await expect.poll(isHeard).toBe(true);
}

test('a customer’s script becomes a spoken radio ID that the admin hears and accepts', async ({
  browser,
  stationhouse,
}) => {
  const email = await addCustomer(stationhouse, 'Tally');
  const page = await openAdmin(browser);
  const scripts = await openScripts(page, 'Tally');
  await expect(scripts.getByText('Not accepted')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Voice' })).toHaveValue('flite:slt');
  await field(page, 'Spoken as').fill('You are listening to Tally Room Raydio.');
  await expectAccessible(page);

  await button(page, 'Speak Radio ID 1').click();
  await expect(button(page, 'Accept Radio ID 1')).toBeVisible({ timeout: READY_MS });
  await hear(page, 'New: Sally');
  await expectAccessible(page);
  await button(page, 'Accept Radio ID 1').click();
  await expect(scripts.getByText('Accepted', { exact: true })).toBeVisible();
  await hear(page, 'In use: Sally');

  const address = page.url();
  await page.goto(address.replace('radio-ids', 'view'));
  const details = dialog(page, 'Customer Details');
  await expect(
    details.getByRole('link', { name: 'Download You are listening to Tally Room Radio.mp3' }),
  ).toBeVisible();
  await expect(details.getByText(/, ready, from us/)).toBeVisible();

  await stationhouse.query(
    `update profiles set radio_id_texts = '{Tally ho.}'
     where user_id = (select id from users where email = $1)`,
    [email],
  );
  await page.goto(address);
  await expect(scripts.getByRole('heading', { name: 'Outdated' })).toBeVisible();
  await button(page, `Remove ${SCRIPT}`).click();
  await expect(scripts.getByRole('heading', { name: 'Outdated' })).toBeHidden();
});

test('an admin records a radio ID in the browser, hears it, and accepts it', async ({
  stationhouse,
}) => {
  await addCustomer(stationhouse, 'Marconi');
  // Chromium's own microphone: it beeps once a second.
  const browser = await chromium.launch(
    chromiumOptions({ productPort: stationhouse.port }, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ]),
  );
  const page = await openAdmin(browser);
  const scripts = await openScripts(page, 'Marconi');
  await button(page, 'Record Radio ID 1').click();
  await expect(button(page, 'Stop recording Radio ID 1')).toBeVisible();
  await page.waitForTimeout(RECORDED_MS);
  await button(page, 'Stop recording Radio ID 1').click();
  // Silence would be refused.
  await expect(button(page, 'Accept Radio ID 1')).toBeVisible({ timeout: READY_MS });
  await hear(page, 'New: Recording');
  await button(page, 'Accept Radio ID 1').click();
  await expect(scripts.getByText('Accepted', { exact: true })).toBeVisible();
  await hear(page, 'In use: Recording');
  await browser.close();
});
