import type { Page } from '@playwright/test';
import { playerError, type PlayerErrorCode } from '../sdk/src/player/player-errors.ts';
import { WORDS } from '../sdk/src/views/words/all.ts';
import { expect, test } from './fixtures.ts';

type Language = keyof typeof WORDS;

/** Widths and heights around which the player's layout changes (sdk/src/views/embed.css). */
const SIZES = [
  [200, 100],
  [239, 139],
  [240, 100],
  [339, 100],
  [340, 139],
  [360, 100],
  [1000, 100],
  [200, 140],
  [200, 160],
  [200, 200],
  [220, 180],
  [240, 140],
  [300, 150],
  [339, 240],
  [400, 239],
  [200, 300],
  [200, 600],
  [300, 450],
] as const;

// A translation has exactly one sentence for each fault (PlayerErrorCode); Object.keys loses that
// type.
const FAULTS = Object.keys(WORDS.de.faults) as PlayerErrorCode[];

/** Opens a customer's page with a player of every size. */
async function openPlayers(page: Page, lang: string): Promise<void> {
  await page.goto('http://localhost:8080/web-component');
  const players = SIZES.map(
    ([width, height]) =>
      `<station-player station="demo" lang="${lang}" exclusive="false" style="width: ${width}px; height: ${height}px"></station-player>`,
  );
  await page.evaluate((markup) => (document.body.innerHTML = markup), players.join(''));
}

/**
 * Puts players one after the other into each fault.
 * @param told each fault's sentence, and the label of the button beside it
 * @returns the texts that do not fit their player
 */
function cutOff(page: Page, told: readonly (readonly [string, string])[]): Promise<string[]> {
  return page.locator('station-player').evaluateAll(
    (elements, faults) =>
      elements.flatMap((element) => {
        const alert = element.shadowRoot?.querySelector('p[role=alert], [role=alert] p');
        const button = element.shadowRoot?.querySelector('.retry');
        if (!alert || !button) return ['There is no fault.'];
        return faults.flatMap(([sentence, wayOn]) => {
          alert.textContent = sentence;
          button.textContent = wayOn;
          const box = element.getBoundingClientRect();
          const cut = [alert, button].filter((part) => {
            const { left, top, right, bottom } = part.getBoundingClientRect();
            const beyond = [box.left - left, box.top - top, right - box.right, bottom - box.bottom];
            // Half a pixel is invisible.
            return Math.max(...beyond) > 0.5;
          });
          return cut.map((part) => `${part.textContent} at ${box.width} by ${box.height}`);
        });
      }),
    told,
  );
}

/** Tests that each fault's sentence and button fit players of all sizes in a language. */
export function testFaultSizes(lang: Language): void {
  const { faults, retry, enable_audio } = WORDS[lang];
  const sentence = (code: PlayerErrorCode) => faults[code] ?? playerError(code).message;

  test(`every fault and its button fit the smallest player (${lang})`, async ({ page }) => {
    await page.route('**/stream/demo*', (route) => route.fulfill({ contentType: 'text/html' }));
    await openPlayers(page, lang);
    for (const player of await page.locator('station-player').all()) {
      await player.locator('.play').click();
      await expect(player.getByRole('alert')).toHaveText(sentence('unavailable'));
    }
    expect(await cutOff(page, [[sentence('autoplay_blocked'), enable_audio]])).toEqual([]);
    const told = FAULTS.map((code) => [sentence(code), retry] as const);
    expect(await cutOff(page, told)).toEqual([]);
  });

  test(`a station that cannot be loaded is reported in full in the smallest player (${lang})`, async ({
    page,
  }) => {
    await page.route('**/v1/stations/**', (route) => route.fulfill({ status: 503 }));
    await openPlayers(page, lang);
    for (const player of await page.locator('station-player').all()) {
      await player.scrollIntoViewIfNeeded();
      await expect(player.getByRole('alert')).toContainText(sentence('station_load_failed'));
    }
    expect(await cutOff(page, [[sentence('station_load_failed'), retry]])).toEqual([]);
  });
}
