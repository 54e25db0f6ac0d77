import { test } from './fixtures.ts';
import { endureInAllBrowsers, ORDEALS } from './player-ordeals.ts';

/** One case of each kind: music that breaks off, and a stream that never begins. */
const CASES = ['an abrupt loss', 'a stream that is not found'];

test('after a fault of the stream the listener hears it again, or is told why not', async ({
  stationhouse,
}) => {
  test.setTimeout(120_000);
  const ordeals = ORDEALS.filter(({ what }) => CASES.includes(what));
  await endureInAllBrowsers(stationhouse, ordeals);
});
