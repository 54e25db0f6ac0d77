// Changes that members make to their announcements.
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AnnouncementTime } from '../../contract/announcements/schemas.ts';
import type { createAnnouncement, planAnnouncement } from '../../contract/announcements/calls.ts';
import { MAX_OPEN_ANNOUNCEMENTS } from '../../contract/schedule/values.ts';
import { Profile } from '../accounts/profile.ts';
import { requireRoomForRecording } from '../assets/quota.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import { pauseAt, pausesSince } from '../schedule/pauses.ts';
import { zoneOf } from '../schedule/programme.ts';
import { requireLocations } from '../locations/location-queries.ts';
import { RadioStation } from '../stations/station.ts';
import { onOneLine, storeRecording } from '../voices/speech.ts';
import { voicesFor } from '../voices/spoken-rows.ts';
import { canRead, requireReadable } from '../voices/spoken-text.ts';
import type { VoiceMaker } from '../voices/voice-maker.ts';
import {
  findRow,
  maxPerHour,
  plannedOf,
  unsettled,
  type AnnouncementRow,
} from './announcement-rows.ts';
import { checkPlan, nextDue, type Plan } from './due-moments.ts';
import { planStation, requireRoom, withdrawWaiting } from './plan-ahead.ts';
import { begunInsertions, type TimelineDeps } from './settle.ts';
import { queueSpeech, attachSound } from './tasks.ts';

export type ChangeDeps = TimelineDeps & {
  storage: Storage;
  voices: VoiceMaker;
  uploadsDir: string;
};

/** Names an announcement of a member. */
export interface AnnouncementRef {
  userId: string;
  id: string;
}

/** The beginning of a text names the announcement, in characters. */
const TITLE_LENGTH = 60;

function titleOf(text: string | undefined): string {
  const letters = [...onOneLine(text ?? '')];
  const short = letters.slice(0, TITLE_LENGTH).join('').trim();
  if (short === '') return 'Announcement';
  return letters.length > TITLE_LENGTH ? `${short}…` : short;
}

/** The voices in the order in which they suit a member, and the first of them; null: there is no voice. */
export async function readVoices(
  { db, voices }: Pick<ChangeDeps, 'db' | 'voices'>,
  userId: string,
) {
  const data = voicesFor(voices.voices, await Profile.ofUser(db, { id: userId }));
  return { data, default_voice_id: data[0]?.id ?? null };
}

/**
 * The wanted voice, or the most suitable one that can read the text. Undefined: there is no voice.
 * @throws `voice_not_found`; `validation_failed` for letters that the voice can't read
 */
async function voiceFor(
  deps: Pick<ChangeDeps, 'db' | 'voices'>,
  userId: string,
  { text, voice_id }: { text: string; voice_id?: string | undefined },
): Promise<string | undefined> {
  const { data } = await readVoices(deps, userId);
  const voice =
    voice_id === undefined
      ? (data.find((candidate) => canRead(candidate, text)) ?? data[0])
      : data.find(({ id }) => id === voice_id);
  if (voice) requireReadable(voice, text);
  else if (voice_id !== undefined) throw new AppError('voice_not_found');
  return voice?.id;
}

/** @throws `announcements_not_in_package` */
function requirePackage(station: RadioStation): void {
  if (maxPerHour(station) === 0) throw new AppError('announcements_not_in_package');
}

/** @throws `not_on_air_here`; `station_closed`; `validation_failed` */
async function planFor(
  { db, now }: Pick<ChangeDeps, 'db' | 'now'>,
  station: RadioStation,
  when: AnnouncementTime,
): Promise<{ plan: Plan; zone: string }> {
  if (!station.is_on_air_here) throw new AppError('not_on_air_here');
  const zone = await zoneOf(db, station.id);
  const plan = checkPlan(when, { zone, now: now(), anHour: maxPerHour(station) });
  if (plan.kind !== 'every') {
    const due = plan.kind === 'now' ? now() : Date.parse(plan.at);
    if (pauseAt(await pausesSince(db, station.id, now()), due))
      throw new AppError('station_closed');
  }
  return { zone, plan };
}

/**
 * Makes an announcement and has its text spoken.
 * @returns its id
 * @throws `no_station`, `announcements_not_in_package`, `voice_not_found`, `too_many_announcements`, and what `plan`
 *   throws
 */
export async function create(
  deps: ChangeDeps,
  userId: string,
  asked: z.output<typeof createAnnouncement.body>,
): Promise<string> {
  const { db, now } = deps;
  const { text, when, location_ids } = asked;
  const station = await RadioStation.requireOwn(db, userId);
  requirePackage(station);
  const voice_id =
    text === undefined
      ? undefined
      : await voiceFor(deps, userId, { text, voice_id: asked.voice_id });
  const planned = when && (await planFor(deps, station, when));
  if (location_ids) await requireLocations(db, station.id, location_ids);
  const [id, take_id] = [uuidv7(), voice_id === undefined ? null : uuidv7()];
  await db.transaction(async (trx) => {
    await RadioStation.lock(trx, station.id);
    const open = await trx('announcements')
      .where({ user_id: userId, over_at: null, removed_at: null })
      .select('id');
    if (open.length >= MAX_OPEN_ANNOUNCEMENTS) throw new AppError('too_many_announcements');
    const at = now();
    if (planned) {
      const { plan, zone } = planned;
      await requireRoom(trx, station, { planned: { plan, zone, plannedAt: at }, now: at });
    }
    await trx('announcements').insert({
      id,
      user_id: userId,
      station_id: station.id,
      title: onOneLine(asked.title ?? '') || titleOf(text),
      text: text ?? null,
      voice_id: voice_id ?? null,
      take_id,
      plan: planned ? JSON.stringify(planned.plan) : null,
      location_ids: location_ids ?? null,
      planned_at: planned ? new Date(at) : null,
      created_at: new Date(at),
    });
    if (take_id !== null) await queueSpeech(trx, userId, { id, take_id });
  });
  return id;
}

/** A station, locked, and an announcement of it as it is now. */
interface Locked {
  trx: Knex;
  station: RadioStation;
  row: AnnouncementRow;
  begun: ReadonlySet<string>;
  /** In epoch ms. */
  at: number;
}

/** Changes an announcement with its station locked. @throws `not_found` */
async function change(
  deps: ChangeDeps,
  which: AnnouncementRef,
  work: (locked: Locked) => Promise<void>,
): Promise<void> {
  const { db, now } = deps;
  const { station_id } = await findRow(db, which);
  // Before the transaction: many at once would hold all connections and wait for another one.
  const begun = await begunInsertions(deps, station_id);
  await db.transaction(async (trx) => {
    const station = await RadioStation.lock(trx, station_id);
    const row: AnnouncementRow | undefined = await trx('announcements')
      .where({ id: which.id, removed_at: null })
      .first();
    if (!station || !row) throw new AppError('not_found');
    await work({ trx, station, row, begun, at: now() });
  });
}

/**
 * Has an announcement spoken anew. The same text and voice again keep the sound, unless it failed.
 * @throws `not_found`, `announcements_not_in_package`, `voice_not_found`
 */
export async function speak(
  deps: ChangeDeps,
  which: AnnouncementRef,
  { text, voice_id }: { text: string; voice_id?: string | undefined },
): Promise<void> {
  const { file } = await findRow(deps.db, which);
  const voice = await voiceFor(deps, which.userId, { text, voice_id });
  await change(deps, which, async (locked) => {
    const { trx, row, station } = locked;
    requirePackage(station);
    const hasFailed = row.problem !== null || file?.state === 'failed' || row.take_id === null;
    if (row.text === text && row.voice_id === voice && !hasFailed) return;
    const take_id = voice === undefined ? null : uuidv7();
    await newTake(locked, { text, voice_id: voice ?? null, take_id });
    if (take_id !== null) await queueSpeech(trx, which.userId, { id: row.id, take_id });
  });
}

/** @throws `not_found`, `announcements_not_in_package`, `quota_exceeded`, `storage_unavailable` */
export async function record(
  deps: ChangeDeps,
  which: AnnouncementRef,
  bytes: Buffer,
): Promise<void> {
  const { db } = deps;
  await findRow(db, which);
  requirePackage(await RadioStation.requireOwn(db, which.userId));
  await requireRoomForRecording(db, which.userId, bytes.length);
  const source_hash = await storeRecording(deps, bytes);
  await change(deps, which, async (locked) => {
    const { trx, row } = locked;
    const take_id = uuidv7();
    await newTake(locked, { voice_id: null, take_id });
    await attachSound(trx, { ...row, take_id }, source_hash);
  });
}

/** The next sound of an announcement. Until it is ready, nothing airs. */
async function newTake(
  { trx, station, row, begun, at }: Locked,
  take: Partial<Pick<AnnouncementRow, 'text' | 'voice_id' | 'take_id'>>,
): Promise<void> {
  await withdrawWaiting(trx, station, { id: row.id, now: at, begun });
  await trx('announcements')
    .where({ id: row.id })
    .update({ ...take, prepared_file_id: null, problem: null });
}

/**
 * Chooses when an announcement airs.
 * @throws `not_found`, `announcements_not_in_package`, `not_on_air_here`, `announcement_hour_full`, `validation_failed`
 */
export async function plan(
  deps: ChangeDeps,
  which: AnnouncementRef,
  { when, location_ids }: z.output<typeof planAnnouncement.body>,
): Promise<void> {
  const { db } = deps;
  await findRow(db, which);
  const own = await RadioStation.requireOwn(db, which.userId);
  requirePackage(own);
  const { plan: wanted, zone } = await planFor(deps, own, when);
  if (location_ids) await requireLocations(db, own.id, location_ids);
  await change(deps, which, async ({ trx, station, row, begun, at }) => {
    const isElsewhere = location_ids !== undefined && !isSameSet(location_ids, row.location_ids);
    // Ten people may press at once.
    if (!isElsewhere && wanted.kind === 'now' && (await waitsForSongsEnd(trx, row, begun))) return;
    await withdrawWaiting(trx, station, { id: row.id, now: at, begun });
    const planned = { plan: wanted, zone, plannedAt: at };
    await requireRoom(trx, station, { planned, now: at, except: row.id });
    await trx('announcements')
      .where({ id: row.id })
      .update({
        plan: JSON.stringify(wanted),
        ...(location_ids !== undefined && { location_ids }),
        planned_at: new Date(at),
        paused_at: null,
        stopped: null,
        over_at: null,
      });
    await planStation(trx, station.id, at);
  });
}

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null);

async function waitsForSongsEnd(
  trx: Knex,
  row: AnnouncementRow,
  begun: ReadonlySet<string>,
): Promise<boolean> {
  const isOff = row.paused_at ?? row.stopped ?? row.over_at;
  if (row.plan?.kind !== 'now' || isOff) return false;
  const made: { insertion_id: string | null }[] = await unsettled(trx)
    .where({ announcement_id: row.id })
    .select('insertion_id');
  // None is made before its sound is ready.
  if (made.length === 0) return row.planned_until === null;
  return made.some(({ insertion_id }) => insertion_id !== null && !begun.has(insertion_id));
}

/** @throws `not_found`; `announcement_over` also for one that is due once and has begun */
export async function pause(deps: ChangeDeps, which: AnnouncementRef): Promise<void> {
  await change(deps, which, async ({ trx, station, row, begun, at }) => {
    if (!row.plan || row.over_at) throw new AppError('announcement_over');
    if (row.paused_at || row.stopped) return;
    const withdrawn = await withdrawWaiting(trx, station, { id: row.id, now: at, begun });
    const isOnce = row.plan.kind !== 'every';
    if (isOnce && withdrawn === 0 && (await hasBegun(trx, row.id))) {
      throw new AppError('announcement_over');
    }
    await trx('announcements')
      .where({ id: row.id })
      .update({ paused_at: new Date(at) });
  });
}

async function hasBegun(trx: Knex, announcement_id: string): Promise<boolean> {
  return (await unsettled(trx).where({ announcement_id }).first('id')) !== undefined;
}

/**
 * Lets an announcement that was paused or stopped air again.
 * @throws `not_found`, `announcements_not_in_package`, `not_on_air_here`, `announcement_over`, `announcement_hour_full`
 */
export async function resume(deps: ChangeDeps, which: AnnouncementRef): Promise<void> {
  const { db } = deps;
  await findRow(db, which);
  const own = await RadioStation.requireOwn(db, which.userId);
  requirePackage(own);
  if (!own.is_on_air_here) throw new AppError('not_on_air_here');
  const zone = await zoneOf(db, own.id);
  await change(deps, which, async ({ trx, station, row, at }) => {
    const planned = plannedOf(row, zone);
    if (!planned || row.over_at || nextDue(planned, at) === undefined) {
      throw new AppError('announcement_over');
    }
    if (!row.paused_at && !row.stopped) return;
    await requireRoom(trx, station, { planned, now: at, except: row.id });
    await trx('announcements').where({ id: row.id }).update({ paused_at: null, stopped: null });
    await planStation(trx, station.id, at);
  });
}

/** @throws `not_found` */
export async function remove(deps: ChangeDeps, which: AnnouncementRef): Promise<void> {
  await change(deps, which, async ({ trx, station, row, begun, at }) => {
    await withdrawWaiting(trx, station, { id: row.id, now: at, begun });
    await trx('announcements')
      .where({ id: row.id })
      .update({ removed_at: new Date(at) });
  });
}
