import { chromium, type Page } from '@playwright/test';
import { chromiumOptions, expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';

const SITE = 'http://localhost:8000';

/** Autoplay is allowed, as in the browsers of wall screens. */
async function onWallScreen(
  { port }: Stationhouse,
  happens: (page: Page) => Promise<void>,
): Promise<void> {
  const args = ['--autoplay-policy=no-user-gesture-required'];
  const browser = await chromium.launch(chromiumOptions({ productPort: port }, args));
  try {
    await happens(await browser.newPage());
  } finally {
    await browser.close();
  }
}

test('a wall that may autoplay survives a night without its server and a power cut', async ({
  stationhouse,
}) => {
  test.setTimeout(180_000);
  await onWallScreen(stationhouse, async (page) => {
    await page.goto(`${SITE}/demo/tv`);
    await expect(page.getByText('LIVE')).toBeVisible();
    await stationhouse.kill();
    await expect(page.getByText('Reconnecting...')).toBeVisible({ timeout: 60_000 });
    await stationhouse.restart();
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });
  });
});
