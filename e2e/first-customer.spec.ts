import { expect, test } from './fixtures.ts';
import { startFresh, walkToFirstSound } from './first-customer.ts';

test.describe.configure({ timeout: 300_000 });

/** From the payment to the sound: the goal, in seconds. */
const HEARD_WITHIN = 120;

test('on a fresh installation the first customer is heard under their own name within two minutes of paying', async () => {
  const { browser, end } = await startFresh();
  try {
    const page = await (await browser.newContext()).newPage();
    const { seconds } = await walkToFirstSound(page);
    console.log(`Heard ${Math.round(seconds)} s after the payment.`);
    expect(seconds).toBeLessThan(HEARD_WITHIN);
  } finally {
    await end();
  }
});
