/** Pictures of a visitor's own station, of the operator's desk, and of building a station. */
import type { Page } from '@playwright/test';
import { NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import sharp from 'sharp';
import { addMember, dialog, giveStation, openAdmin } from './admin-area.ts';
import { BRANDS } from './brands.ts';
import { TWO_LINES } from './first-customer.ts';
import { expect, test } from './fixtures.ts';
import { holdBack } from './hold-back.ts';
import { fillLibrary } from './library.ts';
import { choose } from './member-journey.ts';
import { takePictures } from './pictures.ts';
import { button, field, SITE } from './wizard.ts';

const screens = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
};

const take = (page: Page, name: string, given: { fullPage?: boolean } = {}) =>
  takePictures(page, name, { screens, before: () => page.waitForTimeout(300), ...given });

const [round] = BRANDS;

test('pictures of a visitor’s own station, and of the way to keep it', async ({ page }) => {
  await page.goto(SITE);
  await take(page, 'try-before');
  await page.getByRole('textbox', { name: /^Hear yours first/ }).fill(round.name);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: `${round.name}, your station` });
  await expect(card).toBeVisible();
  await take(page, 'try-name');
  await choose(page, card.getByRole('button', { name: 'Add your logo' }), [
    {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await sharp(Buffer.from(round.logo)).png().toBuffer(),
    },
  ]);
  await expect(card.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await take(page, 'try-logo');
  await card.getByRole('link', { name: 'Keep this station' }).click();
  await expect(page.getByRole('region', { name: 'Your station' })).toContainText(round.name);
  await take(page, 'try-kept', { fullPage: true });
});

test('pictures of the frames that are shown before the script', async ({ page }) => {
  for (const [path, name] of [
    ['/members', 'members'],
    ['/admin', 'admin'],
  ] as const) {
    const letThrough = await holdBack(page, '**/assets/*.{js,css}');
    await page.goto(SITE + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Loading...' })).toBeAttached();
    await take(page, `frame-${name}`);
    await page.evaluate(() => document.documentElement.classList.add('unloaded'));
    await take(page, `frame-${name}-late`);
    letThrough();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

const WISHES = {
  ...NO_WISHES,
  moods: ['warm', 'bright'],
  day: [
    { from: '07:00', to: '11:00', energy: 'calm' },
    { from: '11:00', to: '17:00', energy: 'bright' },
    { from: '17:00', to: '23:00', energy: 'late' },
  ],
  never_play: ['Last Christmas', 'Wham!'],
};

test('pictures of the desk: Today, a customer, Build and the palette', async ({
  browser,
  stationhouse,
}) => {
  await fillLibrary(stationhouse);
  const email = 'grace@morgenrot.example';
  await addMember(stationhouse, { email, last_name: 'Hopper' });
  await stationhouse.query(
    `update profiles set setup_form_submitted = true, industry = 'cafe', company_name = 'Morgenrot GmbH',
       setup_form_submitted_at = now() - interval '17 hours', station_name_request = $2,
       radio_id_texts = $3, music_wishes = $4
     where user_id = (select id from users where email = $1)`,
    [email, round.name, TWO_LINES, JSON.stringify(WISHES)],
  );
  await giveStation(stationhouse, email, {
    station_slug: 'morgenrot',
    station_name: round.name,
    accent_colour: round.accent,
    package_price: 29_900,
    total_amount: 77_760,
  });
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/playlists?new=playlist`);
  await field(page, 'Name').fill('All day');
  await dialog(page, 'New playlist').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'All day' })).toBeVisible();

  await page.goto(`${SITE}/admin`);
  await expect(page.getByRole('link', { name: /^Build/ })).toBeVisible();
  await take(page, 'desk-today', { fullPage: true });
  await page.getByRole('link', { name: /^Build/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Build/ })).toBeVisible();
  await take(page, 'desk-build-first', { fullPage: true });
  await page.setViewportSize(screens[1440]);
  await button(page, 'Use “All day”').click();
  await expect(page.getByText('They hold for 60 days.')).toBeVisible({ timeout: 60_000 });
  const verdict = page.getByRole('list', { name: 'Asked for, and in the programme' });
  await expect(verdict).toContainText('2 lines.', { timeout: 240_000 });
  await expect(page.getByRole('button', { name: /^Put on air/ })).toBeEnabled({ timeout: 60_000 });
  await take(page, 'desk-build', { fullPage: true });
  await page.setViewportSize(screens[1440]);
  await page.keyboard.press('p');
  await expect(
    page.getByRole('alertdialog').or(page.getByText('On air', { exact: true })),
  ).toBeVisible({
    timeout: 60_000,
  });
  await take(page, 'desk-build-question');
  const ask = page.getByRole('alertdialog').getByRole('button', { name: 'Put on air' });
  if (await ask.isVisible()) await ask.click();
  await expect(page.getByText('On air', { exact: true })).toBeVisible({ timeout: 60_000 });
  await take(page, 'desk-build-on-air', { fullPage: true });

  await page.goto(page.url().replace(/\/build$/, ''));
  await expect(page.getByText('Sent the setup form')).toBeVisible();
  await page.waitForTimeout(1_500);
  await take(page, 'desk-customer', { fullPage: true });
  await page.setViewportSize(screens[1440]);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Jump to' })).toBeVisible();
  await take(page, 'desk-palette');
  await page.keyboard.type('hopper');
  await expect(page.getByRole('group', { name: 'Customers' })).toBeVisible();
  await take(page, 'desk-palette-found');
  await page.keyboard.press('Escape');
  for (const path of ['stations', 'listening', 'messages', 'operations', 'webhooks']) {
    await page.goto(`${SITE}/admin/${path}`);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await page.waitForTimeout(500);
    await take(page, `desk-${path}`, { fullPage: true });
  }
  await page.context().close();
});

test('pictures of the industries and the API reference', async ({ page }) => {
  for (const path of ['cafe', 'gym', 'retail', 'office', 'hotel', 'supermarket', 'salon', 'docs']) {
    await page.goto(`${SITE}/${path}`);
    await page.waitForTimeout(500);
    await take(page, `public-${path}`);
  }
});
