import type { Page } from '@playwright/test';
import { qrPath } from '../player-shell/src/qr.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const DEMO = 'http://localhost:8000/demo';

test('a listener copies the station’s link by keyboard, and the focus returns', async ({
  page,
  context,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(DEMO);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Share this station' });
  await share.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(DEMO);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
  expect(complaints).toEqual([]);
});

test('the QR code opens the station, and a press beside the dialog closes it', async ({ page }) => {
  await page.goto(DEMO);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const code = page.getByRole('dialog').locator('.qr path');
  await expect(code).toHaveAttribute('d', qrPath(DEMO).path);
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the link is selected when the browser refuses the clipboard', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto(DEMO);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('selected');
  expect(await page.evaluate(() => String(getSelection()))).toBe(DEMO);
});

/** Makes the system refuse to share, for a reason. Chromium on Linux has no share sheet. */
const refuseToShare = (page: Page, reason: string) =>
  page.addInitScript((name) => {
    navigator.share = () => {
      Object.assign(window, { isAsked: true });
      return Promise.reject(new DOMException('', name));
    };
  }, reason);

test('the system’s share sheet is used where there is one', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.share = async (link) => void Object.assign(window, { shared: link });
  });
  await page.goto(DEMO);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share this station' }).click();
  await expect
    .poll(() => page.evaluate(() => Object(window).shared))
    .toEqual({ title: 'Stationhouse Demo', url: DEMO });
});

test('a frame that may not share shows the page’s own dialog', async ({ page }) => {
  await refuseToShare(page, 'NotAllowedError');
  await page.goto('http://localhost:8080/iframe');
  await page.setContent(`<iframe src="${DEMO}" width="800" height="700"></iframe>`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(frame.getByRole('dialog')).toBeVisible();
  await frame.getByRole('button', { name: 'Copy link' }).click();
  await expect(frame.getByRole('dialog').getByRole('status')).not.toBeEmpty();
});

test('closing the system’s share sheet leads back to the page’s own', async ({ page }) => {
  await refuseToShare(page, 'AbortError');
  await page.goto(DEMO);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share this station' }).click();
  await expect.poll(() => page.evaluate(() => 'isAsked' in window)).toBe(true);
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const [locale, play, share] of [
  ['en-GB', 'Play', 'Share'],
  ['de-AT', 'Abspielen', 'Teilen'],
  ['fr-FR', 'Écouter', 'Partager'],
  ['es-ES', 'Reproducir', 'Compartir'],
  ['it-IT', 'Riproduci', 'Condividi'],
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('the page is in the reader’s language before and after the script runs', async ({
      page,
      complaints,
    }) => {
      const scriptHasRun = page.waitForRequest('**/v1/stations/demo/events');
      const answer = await page.goto(DEMO);
      await scriptHasRun;
      const html = (await answer?.text()) ?? '';
      expect(html).toContain(`<html lang="${locale.slice(0, 2)}"`);
      expect(html).toContain(`aria-label="${play}"`);
      await expect(page.getByRole('button', { name: play })).toBeVisible();
      await page.getByRole('button', { name: share, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}

test('previews on other sites show the station and the current track', async ({ page }) => {
  await page.goto(DEMO);
  const content = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
  expect(await content('og:title')).toBe('Stationhouse Demo');
  expect(await content('og:description')).toMatch(
    /^Listen to Stationhouse Demo live\. Now playing: /,
  );
  const picture = (await content('og:image')) ?? '';
  const player = (await content('twitter:player')) ?? '';
  const discovery = page.locator('link[type="application/json+oembed"]');
  const oembed = (await discovery.getAttribute('href')) ?? '';
  expect((await page.goto(picture))?.headers()['content-type']).toContain('image/');
  await page.goto(player);
  await expect(page.locator('main.embed')).toBeVisible();
  expect(await (await page.goto(oembed))?.json()).toMatchObject({
    type: 'rich',
    title: 'Stationhouse Demo',
  });
});
