/** 10,000 stations on air without listeners, beside a Liquidsoap process for each. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { keepDaysOf } from '../../platform-api/src/schedule/kept-days.ts';
import { buildStation } from '../../platform-api/test/factories.ts';
import {
  buildPlaylist,
  buildReadyAsset,
  draftWith,
  putOnAir,
} from '../../platform-api/test/on-air-stations.ts';
import type { Figure } from '../figure.ts';
import { measureLiquidsoap } from '../liquidsoap.ts';
import { COLLECT_ON_SIGNAL, settledBytes, treeCpuSeconds } from '../process-cost.ts';
import { databaseUrl, startProduct, type Product } from '../product.ts';
import { missing } from '../programs.ts';

const STATIONS = 10_000;
const CPU = `CPU of ${STATIONS.toLocaleString('en-GB')} stations on air, no listener`;
const MEMORY = `Memory of ${STATIONS.toLocaleString('en-GB')} stations on air, no listener`;

/** Holds two runs of every job of each minute. */
const WINDOW_MS = 120_000;
const SETTLE_MS = 10_000;

/** Stations whose day is kept, to know what one costs. */
const KEPT = 100;
const DAY_SECONDS = 86_400;

const MAX_CORE_PERCENT = 1;
const MAX_MEGABYTES = 50;

const log = createLogger('silent');
const MEGABYTE = 1024 * 1024;

/** Takes about six minutes. Linux only. */
export async function idleFigures(): Promise<Figure[]> {
  const product = await startProduct({ nodeArgs: COLLECT_ON_SIGNAL });
  try {
    const url = await databaseUrl(product);
    const db = connect(url, log);
    // The garbage of the start would count for the stations otherwise.
    await settledBytes(product.pid);
    const before = await window(product);
    const memoryBefore = await settledBytes(product.pid);
    const ids = await addStations(db, url);
    await delay(SETTLE_MS);
    const after = await window(product);
    const memory = (await settledBytes(product.pid)) - memoryBefore;
    const keeping = await keepingSeconds(db, product, ids);
    const idle = ((after - before) / (WINDOW_MS / 1_000)) * 100;
    const nightly = ((keeping * STATIONS) / DAY_SECONDS) * 100;
    const peer = await measureLiquidsoap('', WINDOW_MS / 4);
    return [
      {
        name: CPU,
        ours:
          `${idle.toFixed(2)} % of a core more, the database included; keeping their days once a day ` +
          `${nightly.toFixed(2)} % on average (${(keeping * 1_000).toFixed(0)} ms each)`,
        peer: peer
          ? `${peer.name}, one process ${peer.percent.toFixed(1)} % of a core, times ${STATIONS}: ${((peer.percent * STATIONS) / 100).toFixed(0)} cores`
          : `skipped: ${missing('liquidsoap')}`,
        ratio: peer ? ((idle + nightly) / (peer.percent * STATIONS)).toExponential(1) : '–',
        goal: `< ${MAX_CORE_PERCENT} % of a core`,
        ok: idle + nightly < MAX_CORE_PERCENT,
      },
      {
        name: MEMORY,
        ours: `${(memory / MEGABYTE).toFixed(1)} MB more`,
        peer: peer
          ? `${peer.name}, one process ${(peer.bytes / MEGABYTE).toFixed(0)} MB, times ${STATIONS}: ${((peer.bytes * STATIONS) / MEGABYTE / 1024).toFixed(0)} GB`
          : `skipped: ${missing('liquidsoap')}`,
        ratio: peer ? (memory / (peer.bytes * STATIONS)).toExponential(1) : '–',
        goal: `< ${MAX_MEGABYTES} MB`,
        ok: memory < MAX_MEGABYTES * MEGABYTE,
      },
    ];
  } finally {
    await product.stop();
  }
}

/** CPU seconds of the product with its database in a window. */
async function window({ pid }: Product): Promise<number> {
  const before = await treeCpuSeconds(pid);
  await delay(WINDOW_MS);
  return (await treeCpuSeconds(pid)) - before;
}

/** The tables that are filled. Their triggers are disabled meanwhile, since they fire for each row. */
const TABLES = ['users', 'user_roles', 'profiles', 'radio_stations', 'schedule_revisions'];

/** The statements that copy a station. @param id the station's, of our own: a UUID */
const copiesOf = (id: string): string[] => [
  `insert into users (id, email) select user_id, 'idle-' || n || '@example.com' from copies`,
  `insert into user_roles (user_id) select user_id from copies`,
  `insert into profiles (id, user_id, email) select user_id, user_id, 'idle-' || n || '@example.com' from copies`,
  `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name, is_on_air_here,
     stream_url, current_track_data, previous_track_data, next_track_data)
   select c.id, c.user_id, 'active', 'idle-' || n, 'Idle ' || n, 'Starter', true,
     replace(s.stream_url, s.station_slug, 'idle-' || n),
     replace(s.current_track_data, s.station_slug, 'idle-' || n),
     replace(s.previous_track_data, s.station_slug, 'idle-' || n),
     replace(s.next_track_data, s.station_slug, 'idle-' || n)
   from copies c, radio_stations s where s.id = '${id}'`,
  `insert into station_schedules (station_id, draft, draft_version)
   select c.id, s.draft, 1 from copies c, station_schedules s where s.station_id = '${id}'`,
  `insert into schedule_revisions (station_id, number, document, draft, playlists, cause, committed_at)
   select c.id, 1, r.document, r.draft, r.playlists, 'admin', now() from copies c, schedule_revisions r where r.station_id = '${id}'`,
];

/** Copies a usual station: 300 tracks, radio IDs and breaks. @returns the ids of some of the copies */
async function addStations(db: Knex, url: string): Promise<string[]> {
  const station = await buildStation(db, { package_name: 'Starter' });
  const { id } = await buildPlaylist(db, { tracks: 300 });
  for (const kind of ['radio_id', 'commercial'] as const) {
    for (let n = 0; n < 3; n += 1) await buildReadyAsset(db, { user_id: station.user_id, kind });
  }
  await putOnAir(
    db,
    station,
    draftWith(id, {
      radio_ids: { items: 'all', every_minutes: 15 },
      breaks: { items: 'all', every_minutes: 30, spots: 2 },
    }),
  );
  // Without the time limit of the product's own connections.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temporary table copies on commit drop as
       select gen_random_uuid() as id, gen_random_uuid() as user_id, n from generate_series(1, ${STATIONS}) n`,
    );
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
    for (const sql of copiesOf(station.id)) await client.query(sql);
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
    const { rows } = await client.query<{ id: string }>(`select id from copies limit ${KEPT}`);
    await client.query('commit');
    await client.query('analyze');
    return rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}

/** CPU seconds to compute and store a day of one station, here and in the database. */
async function keepingSeconds(db: Knex, { pid }: Product, ids: string[]): Promise<number> {
  await db.raw('alter table schedule_revisions disable trigger user');
  await db('schedule_revisions')
    .whereIn('station_id', ids)
    .update({ committed_at: db.raw(`date_trunc('day', now(), 'UTC') - interval '1 day'`) });
  await db.raw('alter table schedule_revisions enable trigger user');
  const before = await treeCpuSeconds(pid);
  const began = process.cpuUsage();
  for (const id of ids) await keepDaysOf({ db, now: Date.now, log }, id);
  const { user, system } = process.cpuUsage(began);
  const { length } = await db('kept_days').select('day');
  const inDatabase = (await treeCpuSeconds(pid)) - before;
  return ((user + system) / 1e6 + inDatabase) / Math.max(1, length);
}
