import type { Page } from '@playwright/test';
import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/pages';
import { expect, test } from './fixtures.ts';
import { CARDS, moveOnAMonth, payWith } from './payments.ts';
import {
  button,
  completePurchase,
  expectPaid,
  fillCompany,
  goToSummary,
  signUp,
} from './wizard.ts';

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const FOLDER = process.env['SCREENSHOTS'] ?? 'screenshots';

/** What is only fetched once it is seen is seen on the way down. */
async function lookDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at);
      await new Promise((done) => setTimeout(done, 150));
    }
    scrollTo(0, 0);
  });
  await page.waitForTimeout(500);
}

/** Pictures of what is on a page, at every width, by day and by night. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await lookDown(page);
      await page.screenshot({
        path: `${FOLDER}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  }
}

test('pictures of every page at three widths, by day and by night', async ({ page }) => {
  for (const path of [...PORTAL_PAGES, '/no/such/page']) {
    await page.goto(`http://localhost:8000${path}`);
    await takePictures(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));
  }
});

test('pictures of buying a station, and of the dashboard', async ({ page, stationhouse }) => {
  const what = {
    packageName: 'Professional',
    email: 'pictures@example.com',
    country: 'United Kingdom',
  } as const;
  await signUp(page, stationhouse, what);
  await takePictures(page, 'buy-company');
  await button(page, 'Continue to Summary').click();
  await takePictures(page, 'buy-company-faults');
  await button(page, 'Back').click();
  await expect(button(page, 'Continue with Professional')).toBeVisible();
  await takePictures(page, 'buy-package');

  await page.goto('http://localhost:8000/members');
  await expect(page.getByText('You have no station yet')).toBeVisible();
  await takePictures(page, 'members-no-station');

  await page.goBack();
  await button(page, 'Continue with Professional').click();
  await fillCompany(page, what);
  await goToSummary(page);
  await expect(button(page, 'Complete Purchase')).toBeVisible();
  await takePictures(page, 'buy-summary');
  const checkout = await completePurchase(page);
  await takePictures(checkout, 'sandbox-checkout');
  await takePictures(page, 'buy-payment-page');
  await page.goto('http://localhost:8000/members');
  await expect(page.getByText('Your station is waiting for you')).toBeVisible();
  await takePictures(page, 'members-open-purchase');

  await payWith(checkout, CARDS.failsNextMonth);
  await expectPaid(page);
  await takePictures(page, 'members-paid');
  await moveOnAMonth(page, stationhouse.sandboxUrl);
  await page.reload();
  await expect(page.getByText('Past due')).toBeVisible();
  await takePictures(page, 'members-unpaid');
});
