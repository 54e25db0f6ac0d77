import { test } from './fixtures.ts';
import { startFresh, walkFirstDay } from './first-customer.ts';
import { OPERATOR } from './stationhouse.ts';

test.describe.configure({ timeout: 1_800_000 });

test('the operator’s first thirty files become the first customer’s programme', async () => {
  const { browser, end } = await startFresh();
  try {
    await walkFirstDay(browser, OPERATOR);
  } finally {
    await end();
  }
});
