/**
 * Listening hours: what counting adds to the cost of a listener, what 10,000 sessions cost to write, how many reports of
 * outside streams a core takes beside a plain program, and how fast 25 months of hours are read.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { KEEP_HOURS_MONTHS } from '@stationhouse/platform-api/contract/listening/values';
import type { Knex } from 'knex';
import { connect } from '../platform-api/src/db/connection.ts';
import { migrateToLatest } from '../platform-api/src/db/migrate.ts';
import { Audience } from '../platform-api/src/listening/audience.ts';
import { readListening } from '../platform-api/src/listening/figures.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { RadioStation } from '../platform-api/src/stations/station.ts';
import { startEmbeddedPostgres } from '../platform-api/stand-ins/postgres/embedded-postgres.ts';
import { buildStation } from '../platform-api/test/factories.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { reportFigure } from './hours/reports.ts';
import { cpuRounds, openListeners, withServers } from './listeners.ts';
import { treeCpuSeconds } from './process-cost.ts';
import { makeFolder, removeFolder } from './programs.ts';

const SOME = 1_000;
const SESSIONS = 10_000;
const STATIONS = 100;
const WRITES = 5;
/** The time between two writes of a process. */
const WRITE_SECONDS = 8;
/** The time between two writes of an open connection: each round has one of each. */
const CONNECTION_SECONDS = 40;
const TIMES = 20;

const MAX_CPU_RATIO = 1.05;
const MAX_BYTES = 300;
const MAX_PERCENT = 5;
const MAX_STATEMENTS = 50;
const MAX_MS = 20;

/** Measures for about six minutes. Linux only. */
export async function benchHours(): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    return [skipped('Listening hours', 'the cost of a process is read from /proc')];
  }
  const dataDir = await makeFolder('hours');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const db = connect(postgres.url, createLogger('warn'));
  try {
    await migrateToLatest(postgres.url);
    const stations = [];
    for (let index = 0; index < STATIONS; index += 1) stations.push(await buildStation(db));
    const [first] = stations;
    if (!first) throw new Error('there is no station');
    return [
      memoryFigure(),
      await listenerFigure(postgres.url, first),
      await writeFigure(db, stations),
      await reportFigure(postgres.url, first),
      await queryFigure(db, first),
    ];
  } finally {
    await db.destroy();
    await postgres.stop();
    await removeFolder(dataDir);
  }
}

function memoryFigure(): Figure {
  const program = fileURLToPath(new URL('hours/memory.ts', import.meta.url));
  const args = ['--expose-gc', '--import', 'tsx', '-C', 'source', program];
  const bytes = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return {
    name: 'Memory that counting adds to a listener',
    ours: `${bytes} bytes`,
    peer: 'none: not counted',
    ratio: '–',
    goal: `≤ ${MAX_BYTES} bytes`,
    ok: bytes <= MAX_BYTES,
  };
}

/** Two servers at the same time, one of which counts. */
function listenerFigure(databaseUrl: string, station: RadioStation): Promise<Figure> {
  const counting = JSON.stringify({ databaseUrl, station_id: station.id });
  return withServers([[counting], []], async ([counted, plain], client) => {
    if (!counted || !plain) throw new Error('a server is missing');
    await openListeners(client, { ...counted, name: 'counted' }, SOME);
    await openListeners(client, { ...plain, name: 'plain' }, SOME);
    const rounds = await cpuRounds(client, [counted, plain], CONNECTION_SECONDS * 1_000);
    const of = (at: number) => rounds.map((round) => round[at] ?? NaN);
    const { ratio, text } = compare(of(0), of(1));
    return {
      name: `CPU of ${SOME.toLocaleString('en-GB')} listeners, counted beside not counted`,
      ours: `${spread(of(0), 3)} CPU-s in a round`,
      peer: `not counted: ${spread(of(1), 3)} CPU-s`,
      ratio: text,
      goal: `≤ ${MAX_CPU_RATIO}`,
      ok: ratio <= MAX_CPU_RATIO,
    };
  });
}

/** Two replicas in this process write their sessions, a part of which has changed its kind and hour. */
async function writeFigure(db: Knex, stations: RadioStation[]): Promise<Figure> {
  let time = Date.now();
  let statements = 0;
  db.on('query', () => (statements += 1));
  const replica = () =>
    new Audience({
      db,
      secrets: ['the secret of the bench, which is private'],
      now: () => time,
      log: createLogger('warn'),
    });
  const replicas = [replica(), replica()];
  for (let index = 0; index < SESSIONS; index += 1) {
    const began = time;
    const station = stations[index % stations.length];
    replicas[index % 2]?.begin(
      { station_id: station?.id ?? '', player: index % 3 ? 'page' : 'stream', country: '' },
      { takenSeconds: () => (time - began) / 1_000 },
    );
  }
  const write = async () => {
    time += WRITE_SECONDS * 1_000;
    for (const one of replicas) await one.write();
  };
  // Inserts all rows, and warms up.
  await write();
  await write();
  statements = 0;
  const before = process.cpuUsage();
  const all = await treeCpuSeconds(process.pid);
  for (let round = 0; round < WRITES; round += 1) await write();
  const { user, system } = process.cpuUsage(before);
  const seconds = WRITES * WRITE_SECONDS;
  const percent = (user + system) / 1e4 / seconds;
  const withDatabase = ((await treeCpuSeconds(process.pid)) - all) * (100 / seconds);
  const perSecond = statements / seconds;
  for (const one of replicas) await one.close();
  return {
    name: `Writing ${SESSIONS.toLocaleString('en-GB')} sessions of two replicas`,
    ours:
      `${percent.toFixed(1)} % of a core, ${perSecond.toFixed(1)} statements/s; ` +
      `with PostgreSQL ${withDatabase.toFixed(1)} %`,
    peer: 'none measured',
    ratio: '–',
    goal: `< ${MAX_PERCENT} % of a core, ≤ ${MAX_STATEMENTS} statements/s`,
    ok: percent < MAX_PERCENT && perSecond <= MAX_STATEMENTS,
  };
}

/** Has a station heard in every hour that is kept, with four kinds of players. */
export async function hearEveryHour(db: Knex, id: string): Promise<void> {
  await db.raw(
    `insert into listening_hours (station_id, hour, player, country, seconds, sessions)
     select :id, hour, player, 'GB', 3600, 10
     from generate_series(
       date_trunc('hour', now(), 'UTC') - make_interval(months => :months), now(), '1 hour') as h (hour)
     cross join (values ('page'), ('embed'), ('stream'), ('hls')) as p (player)`,
    { id, months: KEEP_HOURS_MONTHS },
  );
  await db.raw('vacuum analyze listening_hours');
}

/** A station that was heard in every hour of 25 months with four kinds of players. */
async function queryFigure(db: Knex, { id }: RadioStation): Promise<Figure> {
  await db('listening_hours').where({ station_id: id }).delete();
  await hearEveryHour(db, id);
  const station = await RadioStation.query(db).findById(id).throwIfNotFound();
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date();
  from.setUTCMonth(from.getUTCMonth() - KEEP_HOURS_MONTHS);
  const asked = { from: from.toISOString().slice(0, 10), to, zone: 'station' } as const;
  const times: number[] = [];
  for (let round = 0; round < TIMES; round += 1) {
    const began = performance.now();
    await readListening({ db, now: Date.now }, station, { ...asked, by: 'month' });
    times.push(performance.now() - began);
    await delay(10);
  }
  return {
    name: `Months of ${KEEP_HOURS_MONTHS} months, from 73,000 rows`,
    ours: `${spread(times, 1)} ms`,
    peer: 'none measured',
    ratio: '–',
    goal: `≤ ${MAX_MS} ms`,
    ok: median(times) <= MAX_MS,
  };
}
