import type { Browser as Firefox, Frame } from 'puppeteer-core';
import { EXAMPLES, HERE, keepRefusals, titlesOnAir } from './example-pages.ts';
import { firefoxPath, launchFirefox, NO_FIREFOX, REFUSES_AUTOPLAY } from './firefox.ts';
import { expect, test } from './fixtures.ts';
import { keepAudio, SILENCE } from './hearing.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';
import { startExamples } from './stationhouse.ts';

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
