/** Prints the bytes of the heap that a counted connection costs. Run with --expose-gc. */
import { Audience } from '../../platform-api/src/listening/audience.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';

const CONNECTIONS = 50_000;
const STATION = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const log = createLogger('silent');
const audience = new Audience({
  // Nothing is written before the program ends.
  db: connect('postgres://127.0.0.1:1/none', log),
  secrets: ['the secret of the bench, which is private'],
  now: Date.now,
  log,
});
const reader = { takenSeconds: () => 0 };

globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let index = 0; index < CONNECTIONS; index += 1) {
  audience.begin({ station_id: STATION, player: 'stream', country: '' }, reader);
}
globalThis.gc?.();
const bytes = (process.memoryUsage().heapUsed - before) / CONNECTIONS;
process.stdout.write(`${Math.round(bytes)}\n`);
process.exit(0);
