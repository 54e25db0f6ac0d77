/**
 * A quarter’s reports of what aired, beside `psql \copy` of the same rows from a table that has each airing as a row; and a
 * proof of play of a month.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Item } from '../platform-api/src/timeline/airing.ts';
import { packDay } from '../platform-api/src/schedule/packed-day.ts';
import type { Started } from './accounts/server.ts';
import { skipped, type Figure } from './figure.ts';
import {
  answerOf,
  makeFolder,
  missing,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';
import { DAYS } from './reports/days.ts';
import type { Made } from './reports/make.ts';

const run = promisify(execFile);

/** Some of the goal’s stations: the time grows with the rows, the memory does not. */
const STATIONS = 20;
const GOAL_STATIONS = 1_000;
const TRACKS = 3_000;
const DAY_UNITS = 450_000;
const DAY_MS = 86_400_000;

/** The most of the time of `psql`, and the most memory in MB. */
const MAX_RATIO = 1.5;
const MAX_MEGABYTES = 200;

/** Measures for about two minutes. */
export async function benchReports(): Promise<Figure[]> {
  const reason = missing('psql');
  if (reason !== null) return [skipped('Reports of a quarter', reason)];
  const folder = await makeFolder('reports');
  const product = start('accounts/server', folder);
  try {
    const { databaseUrl } = await answerOf<Started>(product);
    const airings = await withClient(databaseUrl, seed);
    const figures: Figure[] = [];
    for (const kind of ['ppl_music_usage', 'prs_usage'] as const) {
      // Each of them once to warm the database's cache.
      const ours = await made(databaseUrl, kind, folder);
      const peer = await copied(databaseUrl, QUERIES[kind], join(folder, `${kind}-peer.csv`));
      const again = await made(databaseUrl, kind, folder);
      const best = Math.min(ours.seconds, again.seconds);
      const megabytes = Math.round(Math.max(ours.bytes, again.bytes) / 1024 / 1024);
      const ratio = best / peer;
      figures.push({
        name: `Report ${kind} of a quarter, ${STATIONS} stations, ${airings.toLocaleString('en-GB')} airings`,
        ours: `${best.toFixed(1)} s, ${megabytes} MB; ${((best * GOAL_STATIONS) / STATIONS / 60).toFixed(1)} min for ${GOAL_STATIONS} stations, calculated`,
        peer: `psql \\copy of the same rows, each airing stored as a row: ${peer.toFixed(1)} s`,
        ratio: ratio.toFixed(2),
        goal: `≤ ${MAX_RATIO} of its time, ≤ ${MAX_MEGABYTES} MB`,
        ok: ratio <= MAX_RATIO && megabytes <= MAX_MEGABYTES,
      });
    }
    return figures;
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
}

async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function start(name: string, ...args: string[]): Program {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return startProgram(process.execPath, ['--import', 'tsx', '-C', 'source', script, ...args], {
    ipc: true,
  });
}

async function made(url: string, kind: string, folder: string): Promise<Made> {
  const program = start('reports/make', url, kind, folder);
  try {
    return await answerOf<Made>(program);
  } finally {
    await program.stop();
  }
}

const QUERIES = {
  ppl_music_usage: `select s.station_name, to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD'),
    to_char(a.starts_at at time zone 'UTC', 'HH24:MI:SS'), t.artist, t.title, t.label, t.album, t.isrc, a.seconds
    from bench_airings a join radio_stations s on s.id = a.station_id join library_tracks t on t.id = a.track_id
    order by a.station_id, a.starts_at`,
  prs_usage: `select t.title, t.composer, t.artist, t.duration_seconds, count(*),
    count(*) filter (where extract(hour from a.starts_at at time zone 'UTC') < 6), sum(a.seconds), t.album, t.label, t.isrc
    from bench_airings a join library_tracks t on t.id = a.track_id group by t.id`,
};

/** @returns seconds */
async function copied(url: string, query: string, file: string): Promise<number> {
  const begun = performance.now();
  await run('psql', [
    url,
    '-c',
    String.raw`\copy (${query.replaceAll('\n', ' ')}) to '${file}' csv header`,
  ]);
  const seconds = (performance.now() - begun) / 1_000;
  if ((await stat(file)).size === 0) throw new Error('psql has written nothing');
  return seconds;
}

/** Stations with kept days, and the same airings as rows of a table. @returns the number of airings */
async function seed(client: pg.Client): Promise<number> {
  const tracks = Array.from({ length: TRACKS }, () => randomUUID());
  await client.query(
    `insert into prepared_files (id, source_hash, state, units, renditions)
     select id, encode(sha256(id::text::bytea), 'hex'), 'ready', 1000, '{}' from unnest($1::uuid[]) as t (id)`,
    [tracks],
  );
  await client.query(
    `insert into library_tracks (id, prepared_file_id, file_name, title, artist, album, isrc, label, composer, duration_seconds)
     select id, id, n || '.mp3', 'The ' || n || 'th song of the summer', 'Artist number ' || n % 400, 'Album ' || n % 700,
       'GBAAA26' || lpad(n::text, 5, '0'), 'Label, ' || n % 90, 'Writer ' || n % 900, 192
     from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [tracks],
  );
  const stations = Array.from({ length: STATIONS }, () => randomUUID());
  await client.query(
    `with people as (insert into users (id, email) select id, 's' || n || '@example.com'
       from unnest($1::uuid[]) with ordinality as t (id, n) returning id)
     insert into radio_stations (id, user_id, status, station_name, station_slug)
     select id, id, 'active', 'Station ' || n, 'station-' || n from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [stations],
  );
  await client.query(
    'create table bench_airings (station_id uuid, track_id uuid, starts_at timestamptz, seconds numeric)',
  );
  const first = Date.parse(DAYS.from) / DAY_MS;
  const count = Date.parse(DAYS.to) / DAY_MS - first + 1;
  let airings = 0;
  for (let at = 0; at < count; at += 1) {
    const day = first + at;
    const made = dayOf(day, tracks);
    const content = await packDay({
      day,
      airings: made,
      voice_overs: [],
      missed: [],
      end: null,
      hash: '',
    });
    await client.query(
      `insert into kept_days (station_id, day, content, hash, algorithm)
       select id, $2::date, $3, '', 5 from unnest($1::uuid[]) as s (id)`,
      [stations, new Date(day * DAY_MS).toISOString().slice(0, 10), content],
    );
    await client.query(
      `insert into bench_airings select s.id, a.track_id, to_timestamp(a.starts), a.seconds
       from unnest($1::uuid[]) as s (id), unnest($2::uuid[], $3::float8[], $4::numeric[]) as a (track_id, starts, seconds)`,
      [
        stations,
        made.map(({ item }) => item.id),
        made.map(({ starts_unit }) => starts_unit * 0.192),
        made.map(({ starts_unit, ends_unit }) => ((ends_unit - starts_unit) * 192) / 1_000),
      ],
    );
    airings += made.length * STATIONS;
  }
  await client.query('create index on bench_airings (station_id, starts_at)');
  await client.query('vacuum analyze');
  return airings;
}

/** A day of music of a little more than three minutes each, as a station keeps it. */
function dayOf(day: number, tracks: readonly string[]) {
  const airings = [];
  for (let unit = day * DAY_UNITS, n = 0; unit < (day + 1) * DAY_UNITS; n += 1) {
    const place = (day * 7 + n * 11) % tracks.length;
    const id = tracks[place] ?? '';
    const item: Item = {
      id,
      kind: 'music',
      title: `The ${place}th song of the summer`,
      artist: `Artist number ${place % 400}`,
      album: `Album ${place % 700}`,
      cover_key: `library/covers/${id}.jpg`,
      units: 1_040,
      segue_units: 20,
      intro_units: 40,
      renditions: {
        mp3_128: { key: `library/prepared/${id}.mp3` },
        mp3_192: { key: `library/prepared/${id}-192.mp3` },
        aac_64: { key: `library/prepared/${id}.aac`, offsets_key: `library/prepared/${id}.bin` },
      },
    };
    airings.push({
      item,
      starts_unit: unit,
      ends_unit: unit + 1_020,
      cut_by: null,
      rule: { kind: 'music' as const, playlist_id: id, day_part: null, broken_separation: null },
      revision_id: '1',
      tail_units: 20,
    });
    unit += 1_020;
  }
  return airings;
}
