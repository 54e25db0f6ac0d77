import { chromium, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { longestGap, openShop, PLAYS_UNASKED, record, type Shop } from './location-screen.ts';
import type { Stationhouse } from './stationhouse.ts';

async function inShop(
  { port }: Stationhouse,
  args: readonly string[],
  happens: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch(chromiumOptions({ productPort: port }, args));
  try {
    const context = await browser.newContext();
    await happens(await context.newPage());
  } finally {
    await browser.close();
  }
}

async function codeOf(page: Page): Promise<string> {
  await expect(page.locator('.code')).toHaveText(/^[A-Z\d]{6}$/);
  return (await page.locator('.code').textContent()) ?? '';
}

/** Opens the player of a shop, and pairs it as its owner does. */
async function pairedPlayer(page: Page, shop: Shop): Promise<void> {
  await page.goto(shop.page);
  await shop.pair(await codeOf(page));
  await expect(page.getByText('High Street')).toBeVisible({ timeout: 15_000 });
}

/** The player learns of a change with its next reports. A page that is opened again reports at once. */
async function reportedUntilSeen(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(seen).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 40_000 });
}

const isHeard = async (page: Page) => ((await hear(page))?.loudness ?? 0) > SILENCE;

test('a browser shows a code, is paired, plays without a tap and again after a reload', async ({
  stationhouse,
}) => {
  const shop = await openShop(stationhouse, 'corner');
  await inShop(stationhouse, [PLAYS_UNASKED], async (page) => {
    await giveEar(page, { crossOrigin: false });
    await page.goto(shop.page);
    const code = await codeOf(page);
    await expect(page.locator('.qr path')).toHaveAttribute('d', /^M/);
    await expectAccessible(page);
    await shop.pair(code);
    await expect(page.getByText('High Street')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect.poll(() => isHeard(page)).toBe(true);
    await expect(page.locator('.now .title')).not.toHaveText('Loading...');
    await expectAccessible(page);
    await expect.poll(async () => (await shop.read()).status).toBe('playing');

    await page.getByRole('slider', { name: 'Volume' }).fill('0');
    await expect(page.getByText('The sound is off. Turn the volume up.')).toBeVisible();
    await expect.poll(async () => (await shop.read()).status).toBe('muted');
    await page.getByRole('slider', { name: 'Volume' }).fill('0.5');
    await page.reload();
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('0.5');
    await expect.poll(async () => (await shop.read()).players.length).toBe(1);
  });
});

test('a browser that requires a tap says so, and plays after it', async ({ stationhouse }) => {
  const shop = await openShop(stationhouse, 'tapped');
  await inShop(
    stationhouse,
    ['--autoplay-policy=document-user-activation-required'],
    async (page) => {
      await pairedPlayer(page, shop);
      // A page of its own: each look of the test at a page counts as a tap.
      const opened = await page.context().newPage();
      await page.close();
      const isReported = opened.waitForRequest((request) => {
        return request.url().endsWith('/report') && request.postDataJSON().status === 'blocked';
      });
      await opened.goto(shop.page);
      await isReported;
      const tap = opened.getByRole('button', { name: 'Tap to start the music' });
      await expect(tap).toBeVisible();
      await expect(opened.getByText(PLAYS_UNASKED)).toBeVisible();
      await expect.poll(async () => (await shop.read()).status).toBe('blocked');
      await tap.click();
      await expect(opened.getByText('LIVE')).toBeVisible();
      await expect.poll(async () => (await shop.read()).status).toBe('playing');
    },
  );
});

test('a location that is closed is silent, and plays when it opens', async ({ stationhouse }) => {
  const today = new Date();
  const yesterday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(today.getUTCDay() + 6) % 7];
  const shop = await openShop(stationhouse, 'closing', {
    zone: 'Etc/UTC',
    opening_hours: [{ days: [yesterday], from: '09:00', to: '10:00' }],
  });
  await inShop(stationhouse, [PLAYS_UNASKED], async (page) => {
    await pairedPlayer(page, shop);
    await expect(page.getByText(/^Closed until \w+day \d\d:\d\d$/)).toBeVisible();
    await expect.poll(async () => (await shop.read()).status).toBe('closed');
    await shop.change({ opening_hours: null });
    await reportedUntilSeen(page, page.getByText('LIVE'));
  });
});

test('a PIN is needed to unpair a player at its screen, and a removed one shows a code', async ({
  stationhouse,
}) => {
  const shop = await openShop(stationhouse, 'leaving', { leave_pin: '4071' });
  await inShop(stationhouse, [PLAYS_UNASKED], async (page) => {
    await pairedPlayer(page, shop);
    await page.getByRole('button', { name: 'This player' }).click();
    await expectAccessible(page);
    await page.getByLabel('PIN of the location').fill('1234');
    await page.getByRole('button', { name: 'Unpair' }).click();
    await expect(page.getByRole('alert')).toContainText('The PIN is not right.');
    await page.getByLabel('PIN of the location').fill('4071');
    await page.getByRole('button', { name: 'Unpair' }).click();
    const code = await codeOf(page);
    expect((await shop.read()).players).toEqual([]);

    await shop.pair(code);
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 15_000 });
    await shop.unpair();
    await reportedUntilSeen(page, page.locator('.code'));
    expect(await codeOf(page)).not.toBe(code);
  });
});

test('the music continues from the reserve while the line is cut, with the right titles', async ({
  stationhouse,
}) => {
  test.setTimeout(150_000);
  const shop = await openShop(stationhouse, 'cut');
  await inShop(stationhouse, [PLAYS_UNASKED], async (page) => {
    await giveEar(page, { crossOrigin: false });
    let bytes = 0;
    page.on('response', (answer) => {
      if (answer.url().includes('/reserve/'))
        bytes += Number(answer.headers()['content-length'] ?? 0);
    });
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/stream/demo?')) streams.push(request.url());
    });
    await pairedPlayer(page, shop);
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect.poll(() => isHeard(page)).toBe(true);
    await expect(page.getByText(/[2-9] minutes of music in reserve/)).toBeVisible({
      timeout: 60_000,
    });
    // It plays from what it keeps, so nothing is loaded twice.
    expect(streams).toEqual([]);
    expect(bytes).toBeGreaterThan(2_000_000);
    const recorded = await record(page);
    await page.context().setOffline(true);
    await expect(page.getByText('The line is cut. The music plays from the reserve.')).toBeVisible({
      timeout: 20_000,
    });
    await page.waitForTimeout(30_000);
    const shown = await page.locator('.now .title').textContent();
    const { current } = await (
      await fetch(`http://127.0.0.1:${stationhouse.port}/v1/stations/cut/now-playing`)
    ).json();
    expect.soft(shown).toBe(current.title);
    await page.context().setOffline(false);
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 20_000 });
    await page.waitForTimeout(5_000);
    const heard = await recorded();
    expect(longestGap(heard)).toBeLessThan(1);
    const [first, last] = [heard[0], heard.at(-1)];
    const passed = (last?.at ?? 0) - (first?.at ?? 0);
    expect((last?.position ?? 0) - (first?.position ?? 0)).toBeGreaterThan(passed - 1);
    await expect
      .poll(async () => {
        const { days } = await shop.read();
        return days[0]?.parts.map(({ status }) => status).join(' ');
      })
      .toMatch(/playing reserve playing$/);
  });
});
