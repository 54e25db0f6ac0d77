import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/pages';
import { test } from './fixtures.ts';

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const FOLDER = process.env['SCREENSHOTS'] ?? 'screenshots';

test('pictures of every page at three widths, by day and by night', async ({ page }) => {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [...PORTAL_PAGES, '/no/such/page']) {
        await page.goto(`http://localhost:8000${path}`);
        // What is only fetched once it is seen is seen on the way down.
        await page.evaluate(async () => {
          for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
            scrollTo(0, at);
            await new Promise((done) => setTimeout(done, 150));
          }
          scrollTo(0, 0);
        });
        await page.waitForTimeout(500);
        const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
        await page.screenshot({
          path: `${FOLDER}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
  }
});
