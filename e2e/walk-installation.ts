// The first customer and the operator's first hour in a browser, on an installation that runs: the one at SITE, whose
// first admin is ADMIN_EMAIL with ADMIN_PASSWORD. scripts/operations-pages.soak.test.mjs runs it.
import { chromium } from '@playwright/test';
import { walkFirstDay } from './first-customer.ts';
import { chromiumOptions } from './fixtures.ts';

const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = process.env;

// Its proxy signs its certificate itself.
const browser = await chromium.launch(chromiumOptions({}, ['--ignore-certificate-errors']));
try {
  await walkFirstDay(browser, { email, password });
} catch (failure) {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    console.log(`${page.url()} says: ${await page.locator('body').innerText()}`);
  }
  throw failure;
} finally {
  await browser.close();
}
