import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import * as programme from '../contract/schedule/programme.ts';
import * as calls from '../contract/schedule/calls.ts';
import type * as draftSchemas from '../contract/schedule/draft.ts';
import type * as schemas from '../contract/schedule/schemas.ts';
import type { Call } from '../contract/call.ts';
import type { PlaylistRule } from '../contract/library/playlists.ts';
import type { Problem } from '../contract/problem.ts';
import { DAY_MS } from '../contract/time.ts';
import type { Asset } from '../src/assets/asset.ts';
import type { OnAir, OnAirStation } from '../src/broadcast/on-air.ts';
import { buildDocument, compress } from '../src/schedule/document.ts';
import { addRevision } from '../src/schedule/publish.ts';
import { lockSchedule } from '../src/schedule/schedule-rows.ts';
import type { RadioStation } from '../src/stations/station.ts';
import { unitAt } from '../src/timeline/airing.ts';
import { send, type Sent } from './call.ts';
import { buildAsset, buildStation } from './factories.ts';
import { json, type TestApp } from './server.ts';

/** Three minutes and some, in units. */
export const TRACK_UNITS = 950;
/** Ten seconds, in units. */
export const ID_UNITS = 52;

async function buildPrepared(db: Knex, units: number): Promise<string> {
  const id = uuidv7();
  const source_hash = id.replaceAll('-', '').repeat(2);
  const renditions = { mp3_128: { key: `library/prepared/${id}.mp3`, size_bytes: units * 3_072 } };
  await db('prepared_files').insert({ id, source_hash, state: 'ready', units, renditions });
  return id;
}

/** A playlist of ready tracks, each by an artist of its own. */
export async function buildPlaylist(
  db: Knex,
  given: { tracks?: number; units?: number; name?: string; rule?: PlaylistRule | null } = {},
): Promise<{ id: string; track_ids: string[] }> {
  const { tracks = 60, units = TRACK_UNITS, name = `Playlist ${uuidv7()}`, rule = null } = given;
  const id = uuidv7();
  const track_ids: string[] = [];
  for (let n = 0; n < tracks; n += 1) {
    const track_id = uuidv7();
    await db('library_tracks').insert({
      id: track_id,
      prepared_file_id: await buildPrepared(db, units + 7 * n),
      file_name: `${n}.mp3`,
      title: `Track ${n}`,
      artist: `Artist ${n}`,
      duration_seconds: 180,
    });
    track_ids.push(track_id);
  }
  await db('playlists').insert({ id, name });
  await addVersion(db, id, track_ids, 1);
  if (rule) await db('playlist_versions').where({ playlist_id: id }).update({ rule });
  return { id, track_ids };
}

/** Adds a version of a playlist. */
export async function addVersion(
  db: Knex,
  playlist_id: string,
  track_ids: string[],
  number: number,
): Promise<void> {
  await db('playlist_versions').insert({ id: uuidv7(), playlist_id, number, track_ids });
}

/** A customer's file that is ready for the air. */
export async function buildReadyAsset(
  db: Knex,
  given: Pick<Asset, 'user_id'> & Partial<Pick<Asset, 'kind' | 'file_name'>>,
): Promise<Asset> {
  const asset = await buildAsset(db, given);
  const prepared_file_id = await buildPrepared(db, ID_UNITS);
  await db('assets').where({ id: asset.id }).update({ prepared_file_id });
  return asset;
}

/** A draft with one playlist, without other rules. */
export const draftWith = (
  playlist_id: string,
  values: Partial<draftSchemas.ScheduleDraft> = {},
): draftSchemas.ScheduleDraft => ({
  zone: 'Europe/London',
  playlists: [{ playlist_id, weight: 1 }],
  day_parts: [],
  separation: { title_hours: 1, artist_tracks: 2 },
  radio_ids: null,
  breaks: null,
  fixed_items: [],
  opening_hours: null,
  ...values,
});

/** A station on air here. A process that starts knows the hours around now at first: this waits until it knows the next days. */
export async function findWhole(onAir: OnAir, slug: string): Promise<OnAirStation | null> {
  const found = await onAir.find(slug);
  const later = unitAt(Date.now() + 2 * DAY_MS);
  while (found?.timeline.itemsBetween(later, later + 1).length === 0) await delay(10);
  return found;
}

/** A station whose schedule is edited over HTTP. */
export interface ScheduledStation {
  station: RadioStation;
  get: () => Promise<schemas.StationSchedule>;
  save: (
    draft: draftSchemas.ScheduleDraft,
    draft_version?: number,
  ) => Promise<schemas.StationSchedule & Problem>;
  publish: (body: object, at?: TestApp) => Promise<schemas.StationSchedule & Problem>;
  ask: <T>(call: Call, sent?: Sent, at?: TestApp) => Promise<T & Problem>;
  programme: (query?: Record<string, string>, at?: TestApp) => Promise<programme.Programme>;
}

/** A station and the calls about its schedule. */
export async function scheduledStation(
  app: TestApp,
  token: string,
  given: Parameters<typeof buildStation>[1] = {},
): Promise<ScheduledStation> {
  const station = await buildStation(app.services.db, { status: 'setup_pending', ...given });
  const of = { station_id: station.id };
  const ask = async <T>(call: Call, sent: Sent = {}, at = app) =>
    json<T & Problem>(await send(at, call, { token, ...sent, params: { ...of, ...sent.params } }));
  return {
    station,
    ask,
    get: () => ask(calls.getSchedule),
    save: (draft, draft_version = 0) =>
      ask(calls.saveScheduleDraft, { body: { draft_version, draft } }),
    publish: (body, at) => ask(calls.publishSchedule, { body }, at),
    programme: (query = {}, at) => ask(programme.getProgramme, { query }, at),
  };
}

/** Publishes a draft without the simulation, which takes a second. @returns the number of the revision */
export async function putOnAir(
  db: Knex,
  station: RadioStation,
  draft: draftSchemas.ScheduleDraft,
): Promise<number> {
  const { built } = await buildDocument(db, station, draft);
  if (!built) throw new Error('The draft could not be resolved.');
  const { text, ...uses } = built;
  const document = await compress(text);
  return db.transaction(async (trx) => {
    const row = { draft: JSON.stringify(draft), draft_version: 1 };
    await trx('station_schedules')
      .insert({ station_id: station.id, ...row })
      .onConflict('station_id')
      .merge(row);
    const rows = await lockSchedule(trx, station.id);
    return addRevision(trx, { id: null }, rows, { ...uses, document, draft, cause: 'admin' });
  });
}
