// The stations that come with this package, seeded as any other: tracks, a playlist, radio IDs, a published schedule.
import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { DEMO_STATION_SLUG } from '../../contract/stations/values.ts';
import { type StarterUse } from '../../contract/setup/values.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import { storageKey, versionFrom } from '../assets/asset-address.ts';
import { showAddresses } from '../assets/asset.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import { EDGE_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { TIMELINE_REACH_MS } from '../broadcast/on-air.ts';
import type { OwnSound, OwnStation, OwnStations } from '../broadcast/own-stations.ts';
import { MP3_128_FRAME_BYTES, UNIT_MP3_FRAMES } from '../broadcast/renditions.ts';
import { AppError } from '../errors.ts';
import { resolveContent } from '../library/playlist-content.ts';
import type { Logger } from '../process/log.ts';
import { ownStationEmail, RadioStation } from '../stations/station.ts';
import { buildDocument, compress } from './document.ts';
import { addRevision, writeDraft } from './publish.ts';
import { lockSchedule } from './schedule-rows.ts';

/** After every fourth of the demo's songs. */
const RADIO_ID_MINUTES = 5;

/** The actor of the seed: no account. */
const PROGRAM: Actor = { id: null, ip: null };

const UNIT_BYTES = UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES;

/**
 * Adds the demo station to an empty database; an admin who takes it off air keeps it off. Outside production it also
 * adds `tones`, whose pure tones let tests recognise the track.
 */
export async function addOwnStations(db: Knex, [demo, ...others]: readonly OwnStation[]) {
  const anyUser = await db('users').first('id');
  if (demo && !anyUser) await addStation(db, demo);
  for (const station of others) await addStation(db, station);
}

/** Adds a station without a schedule, unless it exists. */
async function addStation(db: Knex, station: OwnStation): Promise<void> {
  const { slug, name } = station;
  if (await RadioStation.query(db).findOne({ station_slug: slug })) return;
  const [id, email] = [uuidv7(), ownStationEmail(station.slug)];
  await db('users').insert({ id, email });
  await db('user_roles').insert({ user_id: id });
  await db('profiles').insert({ id: uuidv7(), user_id: id, email, company_name: name });
  await RadioStation.query(db).insert({
    id: uuidv7(),
    user_id: id,
    status: 'active',
    station_name: name,
    station_slug: slug,
    stream_url: `/stream/${slug}`,
  });
}

interface Deps {
  db: Knex;
  storage: Storage;
  /** A folder of this process for files in work. */
  uploadsDir: string;
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}

/**
 * Publishes a schedule for those of the package's stations that have never had one: new ones, and those of an earlier
 * release, which played loops. Idempotent, also when several replicas start at once.
 */
export async function putOwnStationsOnAir(deps: Deps, own: OwnStations): Promise<void> {
  const { db, log } = deps;
  for (const station of own.stations) {
    const row = await findWithoutSchedule(db, station);
    if (!row) continue;
    try {
      await storeSounds(deps, own, { station, userId: row.user_id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, slug: station.slug }, 'a station goes on air at the next start');
      continue;
    }
    await db.transaction((trx) => publishFirst({ ...deps, db: trx }, own, station, row));
  }
}

const findWithoutSchedule = (db: Knex, station: OwnStation) =>
  RadioStation.query(db)
    .join('users', 'users.id', 'radio_stations.user_id')
    .where({ email: ownStationEmail(station.slug), station_slug: station.slug })
    .where({ stream_url: `/stream/${station.slug}`, is_on_air_here: false })
    .whereNotExists(
      db('schedule_revisions').whereRaw('station_id = radio_stations.id').select(db.raw('1')),
    )
    .select('radio_stations.*')
    .first();

/** The place of a radio ID among the customer's files. */
const radioIdKey = (userId: string, index: number): string =>
  storageKey(userId, 'radio_id', { number: index + 1, is_operators: true, ext: 'mp3' });

/** Stores sound and covers under their names, which tell their content. */
async function storeSounds(
  { storage, uploadsDir }: Deps,
  { sounds, covers }: OwnStations,
  { station, userId }: { station: OwnStation; userId: string },
): Promise<void> {
  async function put(key: string, bytes: Buffer | undefined, content_type: string) {
    if (!bytes) throw new Error(`the package has no ${key}`);
    const path = join(uploadsDir, randomUUID());
    try {
      await writeFile(path, bytes);
      await storage.put(key, { path, size_bytes: bytes.length, content_type });
    } finally {
      await rm(path, { force: true });
    }
  }
  const puts = [...station.tracks, ...station.radio_ids].flatMap(({ item }) => {
    const { key } = soundOf(item);
    const name = item.cover_key?.split('/').at(-1);
    const cover = name === undefined ? undefined : covers.get(name);
    return [
      put(key, sounds.get(key), 'audio/mpeg'),
      ...(cover ? [put(item.cover_key ?? '', cover.bytes, cover.contentType)] : []),
    ];
  });
  const spoken = station.radio_ids.map(({ item }, index) =>
    put(radioIdKey(userId, index), sounds.get(soundOf(item).key), 'audio/mpeg'),
  );
  await Promise.all([...puts, ...spoken]);
}

function soundOf({ renditions }: OwnSound['item']): { key: string } {
  if (!renditions.mp3_128) throw new Error('every sound of the package is MP3 at 128 kbit/s');
  return renditions.mp3_128;
}

async function publishFirst(
  { db: trx, publicUrl, now }: Deps,
  { sounds }: OwnStations,
  station: OwnStation,
  { id, user_id }: RadioStation,
): Promise<void> {
  // Another replica that starts may have been first.
  const rows = await lockSchedule(trx, id);
  if (rows.newest) return;
  const tracks: string[] = [];
  for (const track of station.tracks) tracks.push(...(await addTrack(trx, station, track)));
  // An admin had imported all of them, and retired them.
  if (tracks.length === 0) return;
  for (const [index, sound] of station.radio_ids.entries()) {
    const bytes = sounds.get(soundOf(sound.item).key) ?? Buffer.alloc(0);
    await addRadioId(trx, sound, { userId: user_id, index, bytes });
  }
  if (station.radio_ids.length > 0) {
    await showAddresses(trx, { user_id, kind: 'radio_id', is_operators: true }, publicUrl);
  }
  const playlist_id = await addPlaylist(trx, station, { id, tracks });
  if (station.slug === DEMO_STATION_SLUG) await makeStarter(trx, playlist_id);
  const draft: ScheduleDraft = {
    zone: 'Europe/London',
    playlists: [{ playlist_id, weight: 1 }],
    day_parts: [],
    separation: { title_hours: 0, artist_tracks: 0 },
    radio_ids:
      station.radio_ids.length > 0 ? { items: 'all', every_minutes: RADIO_ID_MINUTES } : null,
    breaks: null,
    fixed_items: [],
    opening_hours: null,
  };
  const { built, problems } = await buildDocument(trx, rows.station, draft);
  if (!built) throw new Error(`the schedule of ${station.slug}: ${problems[0]?.message}`);
  const { text, ...uses } = built;
  await writeDraft(trx, PROGRAM, rows, draft);
  await addRevision(trx, PROGRAM, rows, {
    ...uses,
    document: await compress(text),
    draft,
    cause: 'admin',
    // As far back as anybody may listen, so that it is heard at once.
    committed_at: new Date(now() - TIMELINE_REACH_MS.back),
  });
}

/** @returns the id of the prepared file, which an earlier import may have brought */
async function addPrepared(trx: Knex, { item, source_hash, measured }: OwnSound): Promise<string> {
  const { key } = soundOf(item);
  const size_bytes = item.units * UNIT_BYTES;
  const file = {
    state: 'ready',
    problem: null,
    units: item.units,
    duration_seconds: secondsOf(item),
    loudness_lufs: measured?.loudness_lufs ?? null,
    true_peak_dbtp: measured?.true_peak_dbtp ?? null,
    peaks: measured?.peaks ?? null,
    segue_units: measured?.segue_units ?? null,
    intro_units: measured?.intro_units ?? null,
    renditions: JSON.stringify({ mp3_128: { key, size_bytes } }),
    prepared_at: trx.fn.now(),
  };
  await trx('prepared_files')
    .insert({ id: uuidv7(), source_hash, ...file })
    .onConflict('source_hash')
    .merge(file)
    .whereNot('prepared_files.state', 'ready');
  const row = await trx('prepared_files').where({ source_hash }).first('id');
  if (!row) throw new Error('The row was added before.');
  return row.id;
}

const secondsOf = ({ units }: OwnSound['item']): number =>
  (units * UNIT_SAMPLES - 2 * EDGE_SAMPLES) / SAMPLE_RATE;

/** @returns its id; nothing when it is retired */
async function addTrack(
  trx: Knex,
  { slug: system_station }: OwnStation,
  track: OwnSound,
): Promise<string[]> {
  const { id: file_name, title, artist, album, cover_key } = track.item;
  const prepared_file_id = await addPrepared(trx, track);
  await trx('library_tracks')
    .insert({
      id: uuidv7(),
      prepared_file_id,
      file_name,
      title,
      artist,
      album,
      cover_key,
      duration_seconds: secondsOf(track.item),
      system_station,
    })
    .onConflict('prepared_file_id')
    .ignore();
  return trx('library_tracks').where({ prepared_file_id, retired_at: null }).pluck('id');
}

async function addPlaylist(
  trx: Knex,
  { name, slug }: OwnStation,
  { id: stationId, tracks }: { id: string; tracks: string[] },
): Promise<string> {
  const id = uuidv7();
  const taken = await trx('playlists').where({ name }).first('id');
  await trx('playlists').insert({
    id,
    name: taken ? `${name} ${stationId}` : name,
    is_in_order: true,
    system_station: slug,
  });
  const { track_ids, artist_count, duration_seconds } = await resolveContent(trx, {
    track_ids: tracks,
    known: 'all',
  });
  const version = { id: uuidv7(), playlist_id: id, number: 1 };
  await trx('playlist_versions').insert({ ...version, track_ids, artist_count, duration_seconds });
  return id;
}

/** New stations start with the demo's songs, until an admin chooses other ones. */
async function makeStarter(trx: Knex, id: string): Promise<void> {
  await trx('playlists')
    .where({ id })
    .whereNotExists(trx('playlists as others').whereRaw("starter_for <> '{}'").select(trx.raw('1')))
    .update({ starter_for: ['any'] satisfies StarterUse[] });
}

async function addRadioId(
  trx: Knex,
  sound: OwnSound,
  { userId, index, bytes }: { userId: string; index: number; bytes: Buffer },
): Promise<void> {
  const { item, source_hash, measured } = sound;
  const asset = {
    id: uuidv7(),
    user_id: userId,
    kind: 'radio_id',
    file_name: item.id.split('/').at(-1),
    storage_key: radioIdKey(userId, index),
    content_type: 'audio/mpeg',
    size_bytes: bytes.length,
    duration_seconds: secondsOf(item),
    bitrate_kbps: 128,
    channels: 2,
    peaks: measured?.peaks ?? null,
    state: 'stored',
    number: index + 1,
    is_operators: true,
    version: versionFrom(createHash('sha256').update(bytes)),
    sent_hash: source_hash,
  } as const;
  await trx('assets').insert({ ...asset, prepared_file_id: await addPrepared(trx, sound) });
}
