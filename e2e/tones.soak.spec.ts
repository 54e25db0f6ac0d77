import { tellFigure } from '../platform-api/test/figures.ts';
import { expect, test } from './fixtures.ts';
import { giveEar } from './hearing.ts';

/** Ten changes of track take a minute and a half. */
const CHANGES = 10;

/** A title may be wrong for at most this long, in ms. */
const MAX_DISAGREEMENT_MS = 300;

/** The stream is held back for so long, in ms: the listener hears it so much later than others. */
for (const heldBackMs of [0, 4_000, 8_000]) {
  test(`over ${CHANGES} track changes the recorded tone matches the shown title, ${heldBackMs} ms further behind`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await giveEar(page, { crossOrigin: false });
    await page.route('**/stream/tones?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, heldBackMs));
      await route.continue();
    });
    await page.goto('http://localhost:8000/tones');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 20_000 });

    const { disagreements, silent } = await page.evaluate(async (wanted) => {
      const title = () =>
        Number.parseFloat(document.querySelector('.now .title')?.textContent ?? '');
      const found: number[] = [];
      let changes = 0;
      let quiet = 0;
      let lastTone = 0;
      let differsSince: number | null = null;
      while (changes < wanted || differsSince !== null) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const heard = window.__hear();
        if (!heard || heard.loudness < 0.001) {
          quiet += 1;
          continue;
        }
        // Tones are at least 150 Hz apart.
        if (Math.abs(heard.frequency - lastTone) > 50) {
          if (lastTone !== 0) changes += 1;
          lastTone = heard.frequency;
        }
        const now = performance.now();
        if (Math.abs(heard.frequency - title()) > 12) {
          differsSince ??= now;
          continue;
        }
        if (differsSince !== null) found.push(now - differsSince);
        differsSince = null;
      }
      return { disagreements: found, silent: quiet };
    }, CHANGES);

    const worst = Math.max(0, ...disagreements);
    tellFigure(
      `tones: ${CHANGES} changes heard ${heldBackMs} ms further behind; title and tone differed for ` +
        `${Math.round(worst)} ms at most`,
    );
    expect(worst).toBeLessThanOrEqual(MAX_DISAGREEMENT_MS);
    expect(silent).toBeLessThan(50);
  });
}
