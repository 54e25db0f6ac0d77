/** Replicas in this process on a database of its own, with a clock that moves as fast as they can follow. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Storage } from '../../platform-api/src/assets/storage/storage.ts';
import { createDiskStorage } from '../../platform-api/src/assets/storage/disk-storage.ts';
import { Broadcast } from '../../platform-api/src/broadcast/broadcast.ts';
import { airingAt } from '../../platform-api/src/broadcast/titles.ts';
import { loadOwnStations, ownAudioFolder } from '../../platform-api/src/broadcast/own-stations.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { migrateToLatest } from '../../platform-api/src/db/migrate.ts';
import { installJobs } from '../../platform-api/src/jobs/install-jobs.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { keepOverdueDays } from '../../platform-api/src/schedule/kept-days.ts';
import { OnAirStations } from '../../platform-api/src/schedule/on-air-stations.ts';
import { readProgramme } from '../../platform-api/src/schedule/programme.ts';
import { unitAt } from '../../platform-api/src/timeline/airing.ts';
import { startEmbeddedPostgres } from '../../platform-api/stand-ins/postgres/embedded-postgres.ts';
import { cleanUp } from '../../platform-api/test/cleanup.ts';
import { buildStation } from '../../platform-api/test/factories.ts';
import { uncounted } from '../../platform-api/test/loop-stations.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../platform-api/test/on-air-stations.ts';
import {
  buildToneStation,
  expectPlanned,
  type PlannedItem,
  type ToneStation,
} from '../../platform-api/test/tone-station.ts';
import { median, skipped, spread, type Figure } from '../figure.ts';
import { makeFolder, missing, removeFolder } from '../programs.ts';

const PREVIEW = 'The decoded stream beside the programme, half an hour';
const AGREE = 'SHA-256 of an hour on three replicas';
const NOW = 'What plays now, from the kept state';

const SEGMENT_MS = 5_760;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A process that has run for a while: its code is compiled, and each connection has prepared its query. */
const COLD_WARM_UPS = 10;
const COLD_ROUNDS = 10;
const COLD_STATIONS = 20;
const MAX_COLD_MS = 1;
const WARM_ROUNDS = 100_000;
const MAX_WARM_MS = 0.01;

const log = createLogger('silent');

/** Takes about a minute. */
export async function replicaFigures(): Promise<Figure[]> {
  const reason = missing('ffmpeg');
  if (reason !== null) return [PREVIEW, AGREE].map((name) => skipped(name, reason));
  const dataDir = await makeFolder('replicas');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrateToLatest(postgres.url, { afterwards: () => installJobs(postgres.url) });
  const db = connect(postgres.url, log);
  try {
    const storage = createDiskStorage(join(dataDir, 'storage'));
    const tones = await buildToneStation(db, storage, {
      music: [31, 44, 27, 52, 38, 61, 35, 47],
      radio_ids: [6, 5],
      spots: [12, 9, 15],
    });
    await putOnAir(db, tones.station, tones.draft);
    await age(db, 60 * MINUTE_MS);
    return [
      await previewFigure(db, storage, tones),
      await agreeFigure(db, storage, tones),
      ...(await nowFigures(db)),
    ];
  } finally {
    await db.destroy();
    await postgres.stop();
    await cleanUp();
    await removeFolder(dataDir);
  }
}

/** Moves every revision into the past. */
async function age(db: Knex, ms: number): Promise<void> {
  await db.raw('alter table schedule_revisions disable trigger user');
  await db.raw(
    `update schedule_revisions set committed_at = committed_at - ${ms} * interval '1 ms'`,
  );
  await db.raw('alter table schedule_revisions enable trigger user');
}

/** A replica whose clock the bench sets. */
async function replica(db: Knex, storage: Storage) {
  const clock = { time: Date.now() };
  const now = () => clock.time;
  const onAir = new OnAirStations({ db, now, log });
  const cacheFolder = await makeFolder('sound-cache');
  const broadcast = new Broadcast({
    own: await loadOwnStations(ownAudioFolder(), false),
    onAir,
    audience: uncounted,
    storage,
    soundCache: { folder: cacheFolder, maxBytes: 1_000_000_000 },
    publicUrl: 'http://localhost',
    now,
    maxListeners: 1,
    trustProxy: 0,
    log,
  });
  return {
    onAir,
    now,
    /** The sound of a segment, read as it begins. */
    async segment(slug: string, number: number): Promise<Buffer> {
      clock.time = number * SEGMENT_MS;
      const { bytes } = await broadcast.segment(slug, 'mp3_128', `${number}.mp3`);
      const tag = 10 + bytes.readUInt8(8) * 128 + bytes.readUInt8(9);
      return bytes.subarray(tag);
    },
    async close() {
      onAir.close();
      await broadcast.close();
      await removeFolder(cacheFolder);
    },
  };
}

async function previewFigure(
  db: Knex,
  storage: Storage,
  { station, frequencies }: ToneStation,
): Promise<Figure> {
  const one = await replica(db, storage);
  const onAir = { ...station, is_on_air_here: true };
  const from = new Date(Date.now() - MINUTE_MS).toISOString();
  const deps = { db, onAir: one.onAir, now: Date.now };
  const asked = await readProgramme(deps, Object.assign(station, onAir), { from, hours: 1 });
  const planned: PlannedItem[] = JSON.parse(JSON.stringify(asked.items));
  const first = Math.ceil(Date.now() / SEGMENT_MS);
  const segments: Buffer[] = [];
  for (let n = 0; n * SEGMENT_MS < 30 * MINUTE_MS; n += 1) {
    segments.push(await one.segment(station.station_slug, first + n));
  }
  await one.close();
  const recording = { mp3: Buffer.concat(segments), startsAt: first * SEGMENT_MS };
  const figure = { name: PREVIEW, peer: '–', ratio: '–', goal: 'every item, ± 1 frame' };
  try {
    const { items, distances } = await expectPlanned(recording, planned, frequencies);
    const worst = Math.max(...distances.map(Math.abs));
    return { ...figure, ours: `${items.length} items, ${worst} frames at most`, ok: true };
  } catch (error) {
    return { ...figure, ours: String(error).slice(0, 200), ok: false };
  }
}

/** One replica knew the station before the publish, one starts after it, and one is restarted in the middle. */
async function agreeFigure(
  db: Knex,
  storage: Storage,
  { station, draft }: ToneStation,
): Promise<Figure> {
  const slug = station.station_slug;
  const first = Math.ceil(Date.now() / SEGMENT_MS);
  const count = Math.floor((60 * MINUTE_MS) / SEGMENT_MS);
  const early = await replica(db, storage);
  await early.segment(slug, first);
  await putOnAir(db, station, { ...draft, radio_ids: null });
  early.onAir.changed(station.id);
  // Until the one that knew it has heard of the publish.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const late = await replica(db, storage);
  let restarted = await replica(db, storage);
  const hashes = [0, 1, 2].map(() => createHash('sha256'));
  for (let n = 0; n < count; n += 1) {
    if (n === Math.floor(count / 2)) {
      await restarted.close();
      restarted = await replica(db, storage);
    }
    for (const [at, one] of [early, late, restarted].entries()) {
      hashes[at]?.update(await one.segment(slug, first + n));
    }
  }
  for (const one of [early, late, restarted]) await one.close();
  const digests = hashes.map((hash) => hash.digest('hex').slice(0, 12));
  return {
    name: AGREE,
    ours: `${digests.join(', ')}, through a publish and a restart`,
    peer: '–',
    ratio: '–',
    goal: 'equal',
    ok: new Set(digests).size === 1,
  };
}

/** Stations of 300 tracks that have been on air for two days, whose yesterday is kept. */
async function nowFigures(db: Knex): Promise<Figure[]> {
  const { id } = await buildPlaylist(db, { tracks: 300, units: 900 });
  const slugs: string[] = [];
  for (let n = 0; n < COLD_STATIONS; n += 1) {
    const station = await buildStation(db);
    await putOnAir(db, station, draftWith(id));
    slugs.push(station.station_slug);
  }
  await age(db, 2 * DAY_MS);
  await keepOverdueDays({ db, now: Date.now, log }, AbortSignal.timeout(MINUTE_MS));
  const cold: number[] = [];
  for (let round = -COLD_WARM_UPS; round < COLD_ROUNDS; round += 1) {
    for (const slug of slugs) {
      const took = await askUnknown(db, slug);
      if (round >= 0) cold.push(took);
    }
  }
  const onAir = new OnAirStations({ db, now: Date.now, log });
  const found = await onAir.find(slugs[0] ?? '');
  const began = performance.now();
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    if (found) airingAt(found.timeline, unitAt(Date.now()));
  }
  const warm = (performance.now() - began) / WARM_ROUNDS;
  onAir.close();
  return [
    {
      name: NOW,
      ours: `${spread(cold, 2)} ms, of a station that the process does not know`,
      peer: '–',
      ratio: '–',
      goal: `≤ ${MAX_COLD_MS} ms`,
      ok: median(cold) <= MAX_COLD_MS,
    },
    {
      name: 'What plays now, in memory',
      ours: `${warm.toFixed(4)} ms`,
      peer: '–',
      ratio: '–',
      goal: `≤ ${MAX_WARM_MS} ms`,
      ok: warm <= MAX_WARM_MS,
    },
  ];
}

/** Milliseconds until a replica that does not know a station answers what plays there. */
async function askUnknown(db: Knex, slug: string): Promise<number> {
  const onAir = new OnAirStations({ db, now: Date.now, log });
  const began = performance.now();
  const found = await onAir.find(slug);
  const playing = found && airingAt(found.timeline, unitAt(Date.now()));
  const took = performance.now() - began;
  onAir.close();
  if (!playing) throw new Error('nothing plays');
  return took;
}
