import { expect, test } from './fixtures.ts';
import { giveEar } from './hearing.ts';

/** Ten changes of track take a minute and a half. */
const CHANGES = 10;

/** A title may be wrong for at most this long, in seconds. */
const MAX_DISAGREEMENT = 2;

test(`over ${CHANGES} track changes the recorded tone matches the shown title`, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8000/tones');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();

  const { changes, longest, silent } = await page.evaluate(async (wanted) => {
    const title = () => Number.parseFloat(document.querySelector('.now .title')?.textContent ?? '');
    let changes = 0;
    let longest = 0;
    let silent = 0;
    let lastTone = 0;
    let agreedAt = performance.now() / 1000;
    while (changes < wanted) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const heard = window.__hear();
      if (!heard || heard.loudness < 0.001) {
        silent += 1;
        continue;
      }
      // Tones are at least 150 Hz apart.
      if (Math.abs(heard.frequency - lastTone) > 50) {
        if (lastTone !== 0) changes += 1;
        lastTone = heard.frequency;
      }
      if (Math.abs(heard.frequency - title()) > 12) continue;
      longest = Math.max(longest, heard.at - agreedAt);
      agreedAt = heard.at;
    }
    return { changes, longest, silent };
  }, CHANGES);

  console.log(
    `tones: ${changes} changes heard, title and tone agreed again within ${longest.toFixed(2)} s at the latest`,
  );
  expect(longest).toBeLessThanOrEqual(MAX_DISAGREEMENT);
  expect(silent).toBeLessThan(50);
});
