import { EXAMPLES, HERE, keepRefusals, titlesOnAir } from './example-pages.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';

test.describe('in Chromium', () => {
  for (const { path, press, song } of EXAMPLES) {
    test(`${path} plays, shows the current track, and violates no policy`, async ({
      page,
      complaints,
      stationhouse,
    }) => {
      await giveEar(page, { crossOrigin: true });
      await page.addInitScript(keepRefusals);
      await page.goto(`${HERE}/${path}`);
      const place = path === 'iframe' ? page.frameLocator('iframe') : page;
      const frame = page.frames().at(-1) ?? page.mainFrame();
      const isHeard = async () => ((await hear(frame))?.loudness ?? 0) > SILENCE;
      const button = place.locator(press).first();
      // Signage plays without a press where the browser lets it, and then hides its button.
      await expect.poll(async () => (await button.isVisible()) || (await isHeard())).toBe(true);
      if (!(await isHeard())) await button.click();

      await expect.poll(async () => (await hear(frame))?.loudness ?? 0).toBeGreaterThan(SILENCE);
      const { currentTime = 0 } = (await hear(frame)) ?? {};
      await expect
        .poll(async () => (await hear(frame))?.currentTime ?? 0)
        .toBeGreaterThan(currentTime + 1);
      await expect(place.locator(song).first()).toHaveText(await titlesOnAir(stationhouse.port));
      expect(await frame.evaluate(() => window.__refused)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }

  test('signage that starts before its network plays once the network is up', async ({ page }) => {
    await giveEar(page, { crossOrigin: true });
    const stations = '**/v1/stations/**';
    await page.route(stations, (route) => route.abort());
    const isRefused = page.waitForEvent('requestfailed');
    await page.goto(`${HERE}/signage`);
    await isRefused;
    // Nothing can be pressed or played. In Playwright, evaluating a script in the page counts as a
    // press too.
    await expect(page.getByRole('button')).toBeHidden();
    await page.unroute(stations);
    await expect
      .poll(async () => (await hear(page))?.loudness ?? 0, { timeout: 30_000 })
      .toBeGreaterThan(SILENCE);
  });
});
