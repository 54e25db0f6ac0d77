// The first customer and the operator's first hour in a browser, on an installation that runs: the one at SITE, whose
// first admin is ADMIN_EMAIL with ADMIN_PASSWORD. scripts/operations-pages.soak.test.mjs runs it.
import { chromium } from '@playwright/test';
import { walkFirstDay } from './first-customer.ts';
import { chromiumOptions } from './fixtures.ts';

const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = process.env;

// Its proxy signs its certificate itself.
const browser = await chromium.launch(chromiumOptions({}, ['--ignore-certificate-errors']));
await walkFirstDay(browser, { email, password });
await browser.close();
