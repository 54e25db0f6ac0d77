import { chromium } from '@playwright/test';
import type { Programme } from '@stationhouse/sdk/client';
import { newcomer } from './admin-area.ts';
import { asUser } from './as-user.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { fillLibrary } from './library.ts';
import { setUp } from './member-journey.ts';
import { CARDS } from './payments.ts';
import { OPERATOR } from './stationhouse.ts';
import { button, buy, SITE } from './wizard.ts';

/** From sign-up to the first announcement on air, in ms. */
const HEARD_WITHIN = 10 * 60_000;
/** From the setup form to music on air: a voice may take 45 s of it, and a programme begins 30 s after it is published. */
const ON_AIR_WITHIN = 120_000;
const RECORDED_MS = 3_000;

test.describe.configure({ timeout: HEARD_WITHIN });

test('a new customer is on air two minutes after the setup form, and is then heard in a second browser', async ({
  stationhouse,
}) => {
  const { port, query } = stationhouse;
  await fillLibrary(stationhouse);
  await query(`update library_tracks set artist = 'The Artist ' || year % 40`);
  const admin = await asUser(stationhouse, OPERATOR);
  const playlists = '/v1/admin/library/playlists';
  const { id } = await admin<{ id: string }>('POST', playlists, { name: 'Starter', rule: {} });
  await admin('PATCH', `${playlists}/${id}`, { starter_for: ['any'] });

  // Chromium's own microphone: it beeps once a second.
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const browser = await chromium.launch(chromiumOptions({ productPort: port }, microphone));
  const began = Date.now();
  const page = await newcomer(browser);
  const email = 'first-words@example.com';
  await buy(page, stationhouse, {
    packageName: 'Professional',
    email,
    country: 'United Kingdom',
    card: CARDS.pays,
  });
  await setUp(page, 'First Words Radio');
  const submitted = Date.now();
  const member = await asUser(stationhouse, { email, password: 'a long walk by the sea' });
  const onAir = async () => {
    const { station_slug } = await member<{ station_slug: string }>('GET', '/v1/me/station');
    const answer = await fetch(`http://127.0.0.1:${port}/v1/stations/${station_slug}/now-playing`);
    const { current } = (await answer.json()) as { current?: { title: string } | null };
    return current ? station_slug : null;
  };
  await expect.poll(onAir, { timeout: ON_AIR_WITHIN, intervals: [1_000] }).not.toBeNull();
  const slug = await onAir();
  const startedAfter = Date.now() - submitted;

  const other = await chromium.launch(chromiumOptions({ productPort: port }));
  const listener = await other.newPage();
  await giveEar(listener, { crossOrigin: false });
  await listener.goto(`${SITE}/${slug}`);
  await button(listener, 'Play').click();
  await expect(listener.getByText('LIVE')).toBeVisible({ timeout: 15_000 });
  await expect.poll(async () => (await hear(listener))?.loudness ?? 0).toBeGreaterThan(SILENCE);

  await page.goto(`${SITE}/members/sound`);
  await page.getByRole('tab', { name: 'Record it' }).click();
  await button(page, 'Record').click();
  await page.waitForTimeout(RECORDED_MS);
  await button(page, 'Stop recording').click();
  await expect(button(page, 'Play As it will air')).toBeVisible({ timeout: 45_000 });
  await button(page, 'Put it on air').click();
  const item = page.getByRole('listitem', { name: /^Recording, / });
  await expect(item).toContainText(/Airs at \d\d:\d\d/);
  const announced = async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const query = new URLSearchParams({ from, hours: '24' });
    const { items } = await member<Programme>('GET', `/v1/me/station/programme?${query}`);
    return items.find(({ kind }) => kind === 'announcement')?.starts_at ?? '';
  };
  await expect.poll(announced).not.toBe('');
  const promised = Date.parse(await announced());
  await page.waitForTimeout(Math.max(0, promised - Date.now()));

  await expect(listener.locator('.now .title')).toHaveText('First Words Radio', {
    timeout: 15_000,
  });
  const heardAt = Date.now();
  await expect.poll(async () => (await hear(listener))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await expect(item).toContainText(/Aired at \d\d:\d\d/, { timeout: 60_000 });
  expect(heardAt - began).toBeLessThan(HEARD_WITHIN);
  const late = heardAt - promised;
  process.stdout.write(
    `On air ${Math.round(startedAfter / 1_000)} s after the setup form; first announcement heard ` +
      `${Math.round((heardAt - began) / 1_000)} s after sign-up, ${(late / 1_000).toFixed(1)} s after its promised start\n`,
  );
  // A listener starts five seconds back.
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThan(10_000);
  await other.close();
  await browser.close();
});
