/**
 * The model behind docs/operations/sizing.md: what is measured at two sizes gives a line, and the line is compared with
 * what a third size costs. A model that misses there may not be used for sizes that no machine here can carry.
 */
import type { Knex } from 'knex';
import { connect } from '../platform-api/src/db/connection.ts';
import { migrateToLatest } from '../platform-api/src/db/migrate.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { startEmbeddedPostgres } from '../platform-api/stand-ins/postgres/embedded-postgres.ts';
import { buildStation } from '../platform-api/test/factories.ts';
import { median, skipped, type Figure } from './figure.ts';
import { COLLECTED_MS, count, cpuRounds, openListeners, withServers } from './listeners.ts';
import { makeFolder, removeFolder } from './programs.ts';
import { fillMonth } from './sizing/month.ts';

/** Two sizes that give the line, and the third. */
const LISTENERS = [4_000, 8_000, 16_000];
const MONTHS = [300, 1_000, 4_000];

/** A part of the time in which listeners are measured, in ms. */
const ROUND_MS = 10_000;

/** Days that are deleted one after the other, as in as many nights. */
const NIGHTS = 5;

/** The model is good enough to buy machines by: within a quarter. */
const MOST_OFF = 1.25;

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE ** 2;

/** A quantity at each size, in this order. */
interface Row {
  name: string;
  unit: string;
  sizes: readonly number[];
  values: readonly number[];
}

/** Takes about eleven minutes. Linux only. */
export async function benchSizing(): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    return [skipped('The model of sizes', 'the cost of a process is read from /proc')];
  }
  return [...(await listeners()), ...(await months())].map(figureOf);
}

function figureOf({ name, unit, sizes, values }: Row): Figure {
  const [few = NaN, some = NaN, many = NaN] = sizes;
  const [low = NaN, middle = NaN, measured = NaN] = values;
  const slope = (middle - low) / (some - few);
  const reckoned = low + slope * (many - few);
  const ratio = measured / reckoned;
  const told = (value: number) => `${value.toPrecision(3)} ${unit}`;
  return {
    name: `${name}, at ${count(many)}`,
    ours: `${told(measured)}; 1,000 more add ${told(slope * 1_000)}`,
    peer: `the line through ${count(few)} (${told(low)}) and ${count(some)} (${told(middle)}): ${told(reckoned)}`,
    ratio: ratio.toFixed(2),
    goal: `${(1 / MOST_OFF).toFixed(2)} to ${MOST_OFF}`,
    ok: ratio <= MOST_OFF && ratio >= 1 / MOST_OFF,
  };
}

/** Runs `work` on a migrated database of its own. */
async function withDatabase<Result>(work: (db: Knex, url: string) => Promise<Result>) {
  const dataDir = await makeFolder('sizing');
  // A checkpoint in one size and not in another would add copies of whole pages to its log.
  const serverSettings = { max_wal_size: '16GB', checkpoint_timeout: '1h' };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    serverSettings,
  });
  const db = connect(postgres.url, createLogger('warn'));
  try {
    await migrateToLatest(postgres.url);
    return await work(db, postgres.url);
  } finally {
    await db.destroy();
    await postgres.stop();
    await removeFolder(dataDir);
  }
}

/** Bytes of write-ahead log so far. */
async function logBytes(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
  );
  return Number(rows[0]?.bytes);
}

/** Listeners of a stream who are counted: the replica's CPU and memory, and what PostgreSQL writes. */
async function listeners(): Promise<Row[]> {
  return withDatabase(async (db, url) => {
    const station = await buildStation(db);
    const counting = JSON.stringify({ databaseUrl: url, station_id: station.id });
    return withServers([[counting]], async ([server], client) => {
      if (!server) throw new Error('the server is missing');
      const cpu: number[] = [];
      const memory: number[] = [];
      const log: number[] = [];
      let open = 0;
      let bytes = 0;
      for (const size of LISTENERS) {
        const more = { ...server, name: `to ${size}` };
        const each = await openListeners(client, more, size - open, COLLECTED_MS);
        bytes += each * (size - open);
        open = size;
        const began = performance.now();
        const before = await logBytes(db);
        const rounds = await cpuRounds(client, [server], ROUND_MS);
        const seconds = (performance.now() - began) / 1_000;
        cpu.push((median(rounds.map(([used = NaN]) => used)) / (ROUND_MS / 1_000)) * 100);
        memory.push(bytes / MEGABYTE);
        log.push(((await logBytes(db)) - before) / seconds / KILOBYTE);
      }
      return [
        { name: 'CPU of listeners', unit: '% of a core', sizes: LISTENERS, values: cpu },
        { name: 'Memory of listeners', unit: 'MB', sizes: LISTENERS, values: memory },
        { name: 'Write-ahead log of listeners', unit: 'KB/s', sizes: LISTENERS, values: log },
      ];
    });
  });
}

/** A month of rows of stations with 30 sessions a day each: its size, its write-ahead log, and the nightly deletion. */
async function months(): Promise<Row[]> {
  const size: number[] = [];
  const log: number[] = [];
  const sweep: number[] = [];
  for (const stations of MONTHS) {
    await withDatabase(async (db) => {
      const bytes = async () => {
        const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
          'select pg_database_size(current_database()) as bytes',
        );
        return Number(rows[0]?.bytes);
      };
      const [sizeBefore, logBefore] = [await bytes(), await logBytes(db)];
      await fillMonth(db, stations);
      size.push(((await bytes()) - sizeBefore) / MEGABYTE);
      log.push(((await logBytes(db)) - logBefore) / MEGABYTE);
      const times: number[] = [];
      for (let night = 0; night < NIGHTS; night += 1) {
        const began = performance.now();
        await db.raw(
          `delete from listening_sessions where hour < (select min(hour) + interval '1 day' from listening_sessions)`,
        );
        await db.raw('vacuum (analyze) listening_sessions');
        times.push(performance.now() - began);
      }
      sweep.push(median(times));
    });
  }
  return [
    { name: 'Size of a month of stations', unit: 'MB', sizes: MONTHS, values: size },
    { name: 'Write-ahead log of a month of stations', unit: 'MB', sizes: MONTHS, values: log },
    {
      name: 'Nightly deletion and vacuum of a month of stations',
      unit: 'ms',
      sizes: MONTHS,
      values: sweep,
    },
  ];
}
