import { test } from './fixtures.ts';
import { BROWSERS } from './listener.ts';
import { FAULT_CASES, testInBrowsers } from './player-fault-cases.ts';

/** One case of each kind: music that breaks off, and streams that never begin. */
const CASES = [
  'an abrupt loss',
  'a stream that is not found',
  'a stream that ends after its first bytes',
  'a stream that breaks off after its first bytes',
];

test('after a fault of the stream the listener hears it again or reads the reason', async ({
  stationhouse,
}) => {
  test.setTimeout(120_000);
  const cases = FAULT_CASES.filter(({ what }) => CASES.includes(what));
  // The soak test runs all cases, and in Firefox too.
  const chromium = BROWSERS.filter(({ name }) => name === 'Chromium');
  await testInBrowsers(stationhouse, cases, chromium);
});
