import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodView, VIEWS } from './accessible.ts';
import { BRANDS, MESSAGE, openBrand, presetsPage } from './brands.ts';
import { expect, test } from './fixtures.ts';
import { button, SHARE_PARTS, SITE } from './wizard.ts';

/** On a busy machine each look takes seconds. */
test.describe.configure({ timeout: 180_000 });

/** A phone in the light, a desktop in the dark; all of them in the full run. */
const views = process.env['FULL']
  ? VIEWS
  : VIEWS.filter(
      ({ width, colorScheme }) =>
        (width === 360 && colorScheme === 'light') || (width === 1440 && colorScheme === 'dark'),
    );

/** Round corners would cut those of a logo without edges. */
async function expectWholeLogos(page: Page): Promise<void> {
  for (const logo of await page.locator('img.logo').all()) {
    const corner = await logo.evaluate((shown) => parseFloat(getComputedStyle(shown).borderRadius));
    expect(corner).toBeLessThanOrEqual(4);
  }
}

for (const brand of BRANDS) {
  test(`every view of a ${brand.brand} brand is accessible`, async ({ page, stationhouse }) => {
    await openBrand(page, stationhouse, brand);
    const own = `${SITE}/${brand.brand}`;

    for (const part of SHARE_PARTS) {
      await page.goto(`${SITE}/members/share/${part}`);
      await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
      if (part === 'website') {
        await expect(
          page.locator('station-player').getByRole('button', { name: 'Play' }),
        ).toBeVisible();
      }
      for (const view of views) await expectGoodView(page, view);
      await expectGoodView(page, { width: 320, colorScheme: 'light' });
    }

    await page.goto(own);
    await expect(page.locator('.now .title')).not.toHaveText('Loading...');
    await expectWholeLogos(page);
    for (const view of views) await expectGoodView(page, view);
    await button(page, 'Share').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const view of views) await expectGoodView(page, view);

    for (const theme of ['dark', 'light']) {
      await stationhouse.query('update radio_stations set theme = $2 where station_slug = $1', [
        brand.brand,
        theme,
      ]);
      await page.setViewportSize({ width: 1920, height: 1080 });
      for (const screen of ['tv', 'tv-static']) {
        await page.goto(`${own}/${screen}`);
        await expect(page.getByText(MESSAGE.text)).toBeVisible();
        await expectWholeLogos(page);
        await expectAccessible(page);
        for (const lowest of [page.getByText(MESSAGE.text), page.locator('.qr')]) {
          await expect(lowest).toBeInViewport({ ratio: 0.99 });
        }
      }

      await page.goto('http://localhost:8080/iframe');
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setContent(presetsPage(brand));
      await expect(page.locator('station-player[state]')).toHaveCount(4);
      await expectWholeLogos(page);
      await expectAccessible(page);
    }
  });
}
