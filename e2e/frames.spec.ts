import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodView, VIEWS } from './accessible.ts';
import { signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { holdBack } from './hold-back.ts';
import { layoutShifts, watchLayoutShifts } from './layout-shifts.ts';
import { OPERATOR } from './stationhouse.ts';
import { SITE } from './wizard.ts';

const CUSTOMER = '/admin/customers/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const loading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Loading...' });
const reload = (page: Page) => page.getByRole('link', { name: 'reload the page' });

/** Ends the delay after which the sentence appears. */
const passTime = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

for (const path of ['/members', '/members/share/look', '/admin', CUSTOMER]) {
  test(`${path} shows its frame before its script and style sheet have arrived`, async ({
    page,
    complaints,
  }) => {
    const letThrough = await holdBack(page, '**/assets/*.{js,css}');
    await page.goto(SITE + path, { waitUntil: 'commit' });
    await expect(loading(page)).toBeAttached();
    await expect(page.getByRole('banner').getByText('Stationhouse')).toBeVisible();
    // In the styles of the page, beside it on a wide window.
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.getByRole('banner').boundingBox()).toMatchObject({ x: 0, height: 900 });
    await expect(reload(page)).toBeHidden();
    await passTime(page);
    await expect(reload(page)).toBeVisible();
    for (const view of VIEWS) await expectGoodView(page, view);
    letThrough();
    // Nobody is signed in.
    await expect(page).toHaveURL(/\/auth/);
    await expect(loading(page)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
}

test('nothing moves when the script takes over a frame', async ({ page }) => {
  await signIn(page, OPERATOR);
  await watchLayoutShifts(page);
  for (const path of ['/members/account', '/admin']) {
    const letThrough = await holdBack(page, '**/assets/*.js');
    await page.goto(SITE + path, { waitUntil: 'commit' });
    await expect(loading(page)).toBeAttached();
    const isAsked = page.waitForRequest('**/v1/**');
    const answers = await holdBack(page, '**/v1/**');
    letThrough();
    await isAsked;
    await expect(loading(page)).toBeAttached();
    // A word may become a few pixels wider when its font arrives.
    const shifts = await layoutShifts(page);
    expect(shifts.filter((shift) => Number.parseFloat(shift) > 0.001)).toEqual([]);
    answers();
    await expect(loading(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a script that cannot be loaded is said at once, and a reload brings the page', async ({
  page,
}) => {
  await signIn(page, OPERATOR);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${SITE}/members/account?from=mail`);
  await expect(reload(page)).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await reload(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page).toHaveURL(`${SITE}/members/account?from=mail`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page for signed-in users says that it needs it', async ({ page }) => {
    await page.goto(`${SITE}/members`);
    await expect(page.locator('noscript p')).toContainText('This page needs JavaScript.');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(loading(page)).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
  });
});
