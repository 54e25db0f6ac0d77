import { expect, test } from './fixtures.ts';
import { startFresh, walkOperatorsFirstHour, walkToFirstSound } from './first-customer.ts';
import { OPERATOR } from './stationhouse.ts';

test.describe.configure({ timeout: 1_800_000 });

test('the operator’s first thirty files become the first customer’s programme', async () => {
  const { browser, stationhouse, end } = await startFresh();
  try {
    const { slug } = await walkToFirstSound(await (await browser.newContext()).newPage());
    const admin = await (await browser.newContext()).newPage();
    const music = { files: 30, seconds: 200 };
    const { clicks, minutes } = await walkOperatorsFirstHour(admin, OPERATOR, music);
    console.log(`${clicks} clicks, ${minutes.toFixed(1)} minutes from the files to the publish.`);
    const titleNow = async () => {
      const answer = await fetch(
        `http://127.0.0.1:${stationhouse.port}/v1/stations/${slug}/now-playing`,
      );
      const { current } = (await answer.json()) as { current: { title: string } | null };
      return current?.title ?? '';
    };
    await expect.poll(titleNow, { timeout: 120_000 }).toMatch(/^Song \d+$/);
  } finally {
    await end();
  }
});
