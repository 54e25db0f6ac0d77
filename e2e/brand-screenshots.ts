/** Pictures of a station's own pages in three brands: page, share sheet, screens, embeds and member's area. */
import type { Page } from '@playwright/test';
import { BRANDS, MESSAGE, openBrand, presetsPage } from './brands.ts';
import { expect, test } from './fixtures.ts';
import { takePictures } from './pictures.ts';
import { button, SITE } from './wizard.ts';

const WINDOWS = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
};
const TV = { 1920: { width: 1920, height: 1080 } };

const take = (page: Page, name: string, given: Partial<Parameters<typeof takePictures>[2]> = {}) =>
  takePictures(page, name, {
    screens: WINDOWS,
    before: () => page.waitForTimeout(300),
    ...given,
  });

for (const brand of BRANDS) {
  const named = (view: string) => `brand-${brand.brand}-${view}`;

  test(`pictures of the ${brand.brand} brand`, async ({ page, stationhouse }) => {
    await openBrand(page, stationhouse, brand);
    for (const path of brand.brand === 'neon' ? ['', '/sound', '/share'] : ['/share']) {
      await page.goto(`${SITE}/members${path}`);
      await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
      if (path === '/share') {
        // The player is fetched only when it is about to be visible.
        await page.getByRole('heading', { name: 'Your code' }).scrollIntoViewIfNeeded();
        await expect(
          page.locator('station-player').getByRole('button', { name: 'Play' }),
        ).toBeVisible();
      }
      await page.waitForTimeout(1_000);
      await take(page, named(`members${path.replace('/', '-')}`), { fullPage: true });
    }

    await page.goto(`${SITE}/${brand.brand}`);
    await expect(page.locator('.now .title')).not.toHaveText('Loading...');
    await button(page, 'Play').click();
    await expect(page.getByText('LIVE')).toBeVisible();
    await take(page, named('page'), { fullPage: true });
    await button(page, 'Share').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take(page, named('share'));

    const setTheme = (theme: string | null, shown = 'always') =>
      stationhouse.query(
        'update radio_stations set theme = $2, wall_message = $3 where station_slug = $1',
        [brand.brand, theme, JSON.stringify({ ...MESSAGE, shown })],
      );
    for (const theme of ['dark', 'light']) {
      await setTheme(theme);
      const walls = { screens: TV, schemes: ['light'] as const };
      await page.goto(`${SITE}/${brand.brand}/tv`);
      await button(page, 'Press OK to start').press('Enter');
      await expect(page.getByText('LIVE')).toBeVisible();
      await expect(page.getByText(MESSAGE.text)).toBeVisible();
      await take(page, named(`tv-${theme}`), walls);
      // The wall hides its controls after a while without a key or pointer.
      await expect(page.locator('html.alone')).toBeAttached({ timeout: 10_000 });
      await take(page, named(`tv-${theme}-alone`), walls);
      await take(page, named(`tv-${theme}-portrait`), {
        ...walls,
        screens: { 1080: { width: 1080, height: 1920 } },
      });
      await page.goto(`${SITE}/${brand.brand}/tv-static`);
      await take(page, named(`tv-static-${theme}`), walls);
    }
    await setTheme(null);

    await page.goto('http://localhost:8080/iframe');
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setContent(presetsPage(brand, theme === 'dark' ? 'theme="dark"' : ''));
      await expect(page.locator('station-player[state]')).toHaveCount(4);
      await page.waitForTimeout(1_000);
      await take(page, named(`embeds-${theme}`), {
        screens: { 360: WINDOWS[360], 1440: WINDOWS[1440] },
        schemes: [theme === 'dark' ? 'dark' : 'light'],
        fullPage: true,
      });
    }

    // The same station before its first song: its page, and the form in which its look is chosen.
    await stationhouse.query(
      `update radio_stations set status = 'setup_pending', accent_colour = null where station_slug = $1`,
      [brand.brand],
    );
    await stationhouse.query(
      `update profiles set setup_form_submitted = false, setup_form_submitted_at = null,
         station_logo_url = $2 where email = $1`,
      [`${brand.brand}@example.com`, `${SITE}/logo-of-${brand.brand}.svg`],
    );
    await page.goto(`${SITE}/members/sound?setup=form`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Name & voice' }).click();
    await expect(dialog.getByText('We found your colours')).toBeVisible();
    await dialog.getByText('We found your colours').scrollIntoViewIfNeeded();
    await take(page, named('setup'));
    await stationhouse.query(
      `update radio_stations set accent_colour = $2 where station_slug = $1`,
      [brand.brand, brand.accent],
    );
    await stationhouse.query(
      `update profiles set setup_form_submitted = true,
         setup_form_submitted_at = now() - interval '17 hours' where email = $1`,
      [`${brand.brand}@example.com`],
    );
    await page.goto(`${SITE}/${brand.brand}`);
    await expect(page.getByRole('link', { name: 'Tell me when it starts' })).toBeVisible();
    await take(page, named('coming'));
  });
}
