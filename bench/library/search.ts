/** Search as an admin types, through 100,000 tracks, beside a plain ILIKE over the same columns. */
import { exportLibraryTracks } from '@stationhouse/platform-api/contract/library/tracks';
import type { Knex } from 'knex';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect } from '../../platform-api/src/db/connection.ts';
import { migrateToLatest } from '../../platform-api/src/db/migrate.ts';
import { madeUpTags } from '../../platform-api/src/library/fill-library.ts';
import { listTracks } from '../../platform-api/src/library/list-tracks.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { startEmbeddedPostgres } from '../../platform-api/stand-ins/postgres/embedded-postgres.ts';
import { percentiles, statementsOf, timed, type Statement } from '../database-time.ts';
import { median, type Figure } from '../figure.ts';
import { makeFolder, removeFolder } from '../programs.ts';

const TRACKS = 100_000;
const ROWS = 50;
const BATCH = 1_000;

/** Tracks that are searched for, and how often each text is. */
const TARGETS = 40;
const TIMES = 3;
/** Plain queries take longer. */
const PLAIN_TEXTS = 60;

/** At the database, in ms. */
const MAX_MS = 50;

/** Fills a database, and searches for each beginning of what is typed from the second letter on. */
export async function searchFigures(): Promise<Figure[]> {
  const dataDir = await makeFolder('library-search');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrateToLatest(postgres.url);
    const db = connect(postgres.url, createLogger('warn'));
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await seedTracks(db);
      await client.query('vacuum analyze library_tracks');
      return [await figure(db, client, 'created_at'), await figure(db, client, 'title')];
    } finally {
      await client.end();
      await db.destroy();
    }
  } finally {
    await postgres.stop();
    await removeFolder(dataDir);
  }
}

async function seedTracks(db: Knex): Promise<void> {
  for (let from = 0; from < TRACKS; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, n) => ({ id: randomUUID(), number: from + n }));
    await db('prepared_files').insert(
      rows.map(({ id }) => ({ id, source_hash: id, state: 'ready' })),
    );
    await db('library_tracks').insert(
      rows.map(({ id, number }) => ({
        id,
        prepared_file_id: id,
        file_name: `${number}.flac`,
        duration_seconds: 120 + (number % 240),
        // Added over some years, the newest last.
        created_at: new Date(Date.UTC(2022, 0, 1) + number * 1_000_000),
        ...madeUpTags(number),
      })),
    );
  }
}

/** What is typed for a track: its title and artist, its album, its genre, or its ISRC. */
function textsOf(number: number): string[] {
  const { title, artist, album, genre, isrc } = madeUpTags(number);
  const typed = [`${title} ${artist}`, album, `${genre} ${artist}`, isrc ?? title][number % 4];
  const letters = [...(typed ?? title)];
  return letters.slice(1).map((_, more) => letters.slice(0, more + 2).join(''));
}

/** Texts in no row, of which an index is no help for those of two letters. */
const IN_NO_ROW = ['zzyzx', 'qx', 'blue qqq'];

async function figure(db: Knex, client: pg.Client, sort: 'created_at' | 'title'): Promise<Figure> {
  const step = Math.floor(TRACKS / TARGETS);
  const typed = Array.from({ length: TARGETS }, (_, n) => textsOf(n * step + n)).flat();
  const texts = [...typed, ...IN_NO_ROW];
  const order = sort === 'title' ? 'asc' : 'desc';
  const ours: { text: string; ms: number }[] = [];
  for (const search of texts) {
    const query = { ...exportLibraryTracks.query.parse({ search, sort, order }), limit: ROWS };
    const statements = await statementsOf(db, () => listTracks(db, query));
    const { ms } = await timed(client, statements, TIMES);
    ours.push({ text: search, ms: median(ms) });
  }
  const every = Math.ceil(texts.length / PLAIN_TEXTS);
  const peers: number[] = [];
  for (const text of texts.filter((_, n) => n % every === 0)) {
    peers.push(...(await timed(client, [plain(text, sort)], 1)).ms);
  }
  const sorted = ours.toSorted((a, b) => a.ms - b.ms);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]?.ms ?? NaN;
  const worst = sorted.at(-1);
  const times = ours.map(({ ms }) => ms);
  return {
    name: `Library, ${TRACKS} tracks: search as it is typed (${texts.length} texts), sorted by ${sort}, in the database`,
    ours: `${percentiles(times)}; the slowest is “${worst?.text}”, ${worst?.ms.toFixed(1)} ms`,
    peer: `ILIKE over the same columns: ${percentiles(peers)}`,
    ratio: (median(times) / median(peers)).toFixed(3),
    goal: `p99 ≤ ${MAX_MS} ms`,
    ok: p99 <= MAX_MS,
  };
}

function plain(text: string, sort: 'created_at' | 'title'): Statement {
  const columns = ['title', 'artist', 'album', 'isrc', 'genre', 'mood'];
  const words = text.split(/\s+/).filter((word) => word !== '');
  const where = words
    .map((_, n) => `(${columns.map((column) => `${column} ilike $${n + 1}`).join(' or ')})`)
    .join(' and ');
  const by = sort === 'title' ? 'lower(title), id' : 'created_at desc, id desc';
  return {
    sql: `select * from library_tracks where ${where} and retired_at is null order by ${by} limit ${ROWS + 1}`,
    bindings: words.map((word) => `%${word}%`),
  };
}
