import type { Browser as Firefox, Frame } from 'puppeteer-core';
import { firefoxPath, launchFirefox, NO_FIREFOX, REFUSES_AUTOPLAY } from './firefox.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, keepAudio, SILENCE } from './hearing.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';
import { startExamples } from './stationhouse.ts';

const PLAYERS_OWN = { press: 'button[aria-label="Play"]', song: '.title' };

/**
 * Each example: the button that a visitor presses, and the element that shows the current track.
 */
const EXAMPLES = [
  { path: 'script-tag', ...PLAYERS_OWN },
  { path: 'call-queue', press: '.radio button', song: '.radio p' },
  { path: 'web-component', ...PLAYERS_OWN },
  { path: 'iframe', ...PLAYERS_OWN },
  { path: 'react-app', ...PLAYERS_OWN },
  { path: 'signage', press: 'footer button', song: '#song' },
  { path: 'several-stations', ...PLAYERS_OWN },
  { path: 'strict-csp', ...PLAYERS_OWN },
  { path: 'theming', ...PLAYERS_OWN },
];

const HERE = 'http://localhost:8080';

declare global {
  interface Window {
    __refused: string[];
  }
}

/**
 * Runs in the page: records violations of its content security policy, which not every console
 * reports.
 */
function keepRefusals(): void {
  window.__refused = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.__refused.push(`${effectiveDirective}: ${blockedURI}`),
  );
}

/** A pattern of the titles that play around now. */
async function titlesOnAir(port: number): Promise<RegExp> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/stations/demo/now-playing`);
  const tracks: unknown[] = Object.values(Object(await answer.json()));
  const titles = tracks.flatMap((track) => Object(track).title ?? []).map(String);
  expect(titles).not.toEqual([]);
  // Escapes all special characters of the titles.
  return new RegExp(titles.map((title) => title.replaceAll(/\W/gu, '\\$&')).join('|'));
}

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
      await place.locator(press).first().click();

      const frame = page.frames().at(-1) ?? page.mainFrame();
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

test.describe('in Firefox', () => {
  test.skip(firefoxPath() === null, NO_FIREFOX);

  let firefox: Firefox;
  let soundCard: SoundCard | null;
  let examples: Awaited<ReturnType<typeof startExamples>>;

  test.beforeAll(async ({ stationhouse }) => {
    [examples, soundCard] = await Promise.all([startExamples(), startSoundCard()]);
    firefox = await launchFirefox({
      productPort: stationhouse.port,
      examplesPort: examples.port,
      prefs: REFUSES_AUTOPLAY,
      soundCard,
    });
  });
  test.afterAll(async () => {
    await firefox.close();
    examples.stop();
  });

  const textOf = async (frame: Frame, selector: string) =>
    (await (await frame.$(`>>> ${selector}`))?.evaluate(({ textContent }) => textContent)) ?? '';
  const playedIn = (frame: Frame) =>
    frame.evaluate(
      () => window.__audios.findLast(({ currentSrc }) => currentSrc)?.currentTime ?? 0,
    );

  for (const { path, press, song } of EXAMPLES) {
    test(`${path} plays, shows the current track, and violates no policy`, async ({
      stationhouse,
    }) => {
      const page = await firefox.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.evaluateOnNewDocument(keepAudio);
      await page.evaluateOnNewDocument(keepRefusals);
      await page.goto(`${HERE}/${path}`);
      const frame = page.frames().at(-1) ?? page.mainFrame();
      // In Firefox a script of the test counts as a press, so signage may play before the button
      // appears.
      const plays = () => window.__audios.some(({ currentTime }) => currentTime > 0);
      const click = frame.locator(`>>> ${press}`).click();
      await Promise.any([click, frame.waitForFunction(plays)]);

      await expect.poll(() => playedIn(frame)).toBeGreaterThan(0);
      const before = await playedIn(frame);
      await expect.poll(() => playedIn(frame)).toBeGreaterThan(before + 1);
      if (soundCard) {
        const { loudness } = soundCard;
        await expect.poll(() => loudness()).toBeGreaterThan(SILENCE);
      }
      await expect.poll(() => textOf(frame, song)).toMatch(await titlesOnAir(stationhouse.port));
      expect(await frame.evaluate(() => window.__refused)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    });
  }
});
