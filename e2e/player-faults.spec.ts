import { test } from './fixtures.ts';
import { testInAllBrowsers, FAULT_CASES } from './player-fault-cases.ts';

/** One case of each kind: music that breaks off, and a stream that never begins. */
const CASES = ['an abrupt loss', 'a stream that is not found'];

test('after a fault of the stream the listener hears it again or reads the reason', async ({
  stationhouse,
}) => {
  test.setTimeout(120_000);
  const cases = FAULT_CASES.filter(({ what }) => CASES.includes(what));
  await testInAllBrowsers(stationhouse, cases);
});
