import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { addInsertion, Insertion as Shown } from '../../contract/schedule/programme.ts';
import {
  INSERTION_DAYS,
  INSERTION_LEAD_SECONDS,
  MAX_VOICE_OVER_SECONDS,
  MAX_WAITING_INSERTIONS,
  OVER_MUSIC_LEAD_SECONDS,
} from '../../contract/schedule/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError, refuse } from '../errors.ts';
import { mayAirOverMusic } from '../timeline/mixing-rules.ts';
import { firstUnitFrom, timeOfUnit, unitAt, type Airing, type Item } from '../timeline/airing.ts';
import { customerItems, itemOf, trackItem } from './document.ts';
import type { OnAirStations } from './on-air-stations.ts';
import { computeAhead } from './station-timeline.ts';
import { requireOnAir } from './publish.ts';
import { findStation, lockSchedule } from './schedule-rows.ts';
import type { ScheduleInsertion } from './table.ts';
import { userEmails } from '../accounts/user.ts';

interface Deps {
  db: Knex;
  onAir: OnAirStations;
  /** The clock, in epoch ms. */
  now: () => number;
}

type InsertionRow = Pick<
  ScheduleInsertion,
  'id' | 'kind' | 'item' | 'skipped_unit' | 'wanted_at' | 'is_over_music' | 'committed_at'
> & { withdrawn_at: Date | null; email: string | null };

type Presented = z.input<typeof Shown>;

/**
 * Puts an item on air by hand.
 * @throws `not_found`; `not_on_air_here`; `item_not_ready`; `too_many_insertions`; `validation_failed`
 */
export async function insertItem(
  deps: Deps,
  actor: Actor,
  asked: z.output<typeof addInsertion.body> & { stationId: string },
): Promise<Presented> {
  const { db, now } = deps;
  const { stationId, item_id, at, over_music: is_over_music } = asked;
  const wanted = at === undefined ? null : new Date(at);
  if (wanted && wanted.getTime() > now() + INSERTION_DAYS * DAY_MS) {
    const message = `Choose a time within the next ${INSERTION_DAYS} days.`;
    throw refuse('at', message, 'too_big');
  }
  const { user_id } = await requireOnAir(db, stationId);
  const item = await findItem(db, user_id, item_id);
  if (is_over_music && !mayAirOverMusic(item)) {
    const message = `Only speech of up to ${MAX_VOICE_OVER_SECONDS} seconds airs over the music.`;
    throw refuse('over_music', message);
  }
  // Before the transaction: many at once would hold all connections and wait for another one.
  const over = await insertionsThatAired(deps, stationId);
  const id = await db.transaction(async (trx) => {
    const { station } = await lockSchedule(trx, stationId);
    if (!station.is_on_air_here) throw new AppError('not_on_air_here');
    const waiting = (await waitingRows(trx, stationId, now())).filter((row) => !over.has(row.id));
    if (waiting.length >= MAX_WAITING_INSERTIONS) throw new AppError('too_many_insertions');
    const added = await addRow(trx, actor, stationId, {
      kind: 'item',
      item: JSON.stringify(item),
      wanted_at: wanted,
      is_over_music,
    });
    const after = { item_id, title: item.title, wanted_at: wanted, is_over_music };
    await audit(trx, actor, { action: 'insert_item', user_id, after });
    return added;
  });
  return findInsertion(deps, stationId, id);
}

/** @throws `item_not_ready` */
async function findItem(db: Knex, userId: string, id: string): Promise<Item> {
  const asset = (await customerItems(db, userId)).find((one) => one.id === id);
  const item = asset ? itemOf(asset) : await trackItem(db, id);
  if (!item) throw new AppError('item_not_ready');
  return item;
}

/** The ids of insertions that have aired or are on air. Empty while so few wait that their number doesn't matter. */
async function insertionsThatAired(
  { db, onAir, now }: Deps,
  stationId: string,
): Promise<Set<string>> {
  const waiting = await waitingRows(db, stationId, now());
  if (waiting.length < MAX_WAITING_INSERTIONS / 2) return new Set();
  const aired = await airedInsertions({ onAir, now }, stationId);
  const isOver = (airing?: Airing) => airing && timeOfUnit(airing.starts_unit) <= now();
  return new Set(waiting.flatMap(({ id }) => (isOver(aired.get(id)) ? [id] : [])));
}

/** Recent items that were not withdrawn: they wait, air or have aired. */
async function waitingRows(db: Knex, stationId: string, now: number): Promise<InsertionRow[]> {
  const rows = await recentRows(db, stationId, now);
  return rows.filter(({ kind, withdrawn_at }) => kind === 'item' && !withdrawn_at);
}

/** An announcement that a member has planned, and the moment from which it may air. */
interface PlannedItem {
  item: Item;
  /** The time at which it should air; null: as soon as possible. */
  wanted_at: Date | null;
  is_over_music: boolean;
  /** Where it airs; null: everywhere. */
  location_ids: string[] | null;
}

/**
 * Puts a member's announcements into the programme. The station is locked.
 * @returns their ids
 */
export async function addAnnouncements(
  trx: Knex,
  { id: station_id, user_id }: { id: string; user_id: string },
  planned: readonly PlannedItem[],
): Promise<string[]> {
  if (planned.length === 0) return [];
  const rows = planned.map(({ item, wanted_at, is_over_music, location_ids }, n) => ({
    id: uuidv7(),
    station_id,
    kind: 'item',
    item: JSON.stringify(item),
    wanted_at,
    is_announcement: true,
    is_over_music,
    location_ids,
    committed_at: commitTime(trx, { station_id, is_over_music, n }),
    committed_by: user_id,
  }));
  await trx('schedule_insertions').insert(rows);
  return rows.map(({ id }) => id);
}

/** Withdraws announcements that have not begun. A repeat changes nothing. */
export async function withdrawAnnouncements(
  trx: Knex,
  { id: station_id, user_id }: { id: string; user_id: string },
  insertionIds: readonly string[],
): Promise<void> {
  if (insertionIds.length === 0) return;
  const rows = insertionIds.map((insertion_id) => ({
    insertion_id,
    station_id,
    withdrawn_at: trx.raw('clock_timestamp()'),
    withdrawn_by: user_id,
  }));
  await trx('schedule_withdrawals').insert(rows).onConflict('insertion_id').ignore();
}

async function addRow(
  trx: Knex,
  actor: Actor,
  station_id: string,
  values:
    | { kind: 'item'; item: string; wanted_at: Date | null; is_over_music: boolean }
    | { kind: 'skip'; skipped_unit: number; acted_for?: string | null },
): Promise<string> {
  const id = uuidv7();
  await trx('schedule_insertions').insert({
    id,
    station_id,
    ...values,
    committed_at: commitTime(trx, { station_id, is_over_music: false, ...values }),
    committed_by: actor.id,
  });
  return id;
}

/**
 * The time from which an insertion waits: later than that of all others of its station, because they air in this order, even
 * if the database's clock was set back. One over the music counts as committed so much earlier that it airs
 * `OVER_MUSIC_LEAD_SECONDS` from now, and never before its station went on air.
 * @param row.n its place among those that are added together
 */
const commitTime = (
  trx: Knex,
  { station_id, is_over_music, n = 0 }: { station_id: string; is_over_music: boolean; n?: number },
): Knex.Raw =>
  trx.raw(
    `greatest(
      clock_timestamp() - :sooner * interval '1 s',
      (select max(committed_at) from schedule_revisions where station_id = :station_id),
      (select max(committed_at) + interval '1 ms' from schedule_insertions where station_id = :station_id)
    ) + :n * interval '1 ms'`,
    {
      sooner: is_over_music ? INSERTION_LEAD_SECONDS - OVER_MUSIC_LEAD_SECONDS : 0,
      station_id,
      n,
    },
  );

/**
 * Fades out what is on air.
 * @throws `not_found`; `not_on_air_here`; `nothing_to_skip`
 */
export async function skipItem(
  deps: Deps,
  actor: Actor,
  { stationId, starts_at }: { stationId: string; starts_at: string },
): Promise<Presented> {
  const { db } = deps;
  const { user_id } = await requireOnAir(db, stationId);
  const airing = await requireSkippable(deps, stationId, starts_at);
  const unit = airing.starts_unit;
  const id = await db.transaction(async (trx) => {
    await lockSchedule(trx, stationId);
    const added = await addRow(trx, actor, stationId, { kind: 'skip', skipped_unit: unit });
    const after = { item_id: airing.item.id, title: airing.item.title };
    await audit(trx, actor, { action: 'skip_item', user_id, after });
    return added;
  });
  return findInsertion(deps, stationId, id);
}

/**
 * Fades out what is on air, for a member. Several who press at once skip once. The owner and the team share the skips.
 * @throws `not_on_air_here`; `nothing_to_skip`; `too_many_skips`
 */
export async function skipOwnItem(
  deps: Deps & { memberSkipsAnHour: number },
  { id: stationId, user_id }: { id: string; user_id: string },
  { starts_at, actor }: { starts_at: string; actor: Actor },
): Promise<{ cut_at: Date; skips_left: number }> {
  const { db, memberSkipsAnHour } = deps;
  await requireOnAir(db, stationId);
  const skipped_unit = Math.round(Date.parse(starts_at) / timeOfUnit(1));
  const ofLastHour = async (
    of: Knex,
  ): Promise<{ skipped_unit: number | null; committed_at: Date }[]> =>
    of('schedule_insertions')
      .where({ station_id: stationId, kind: 'skip' })
      .whereRaw('coalesce(acted_for, committed_by) = ?', [user_id])
      .whereRaw("committed_at > clock_timestamp() - interval '1 hour'")
      .orderBy('committed_at');
  const isKnown = (skip: { skipped_unit: number | null }) => skip.skipped_unit === skipped_unit;
  const before = await ofLastHour(db);
  if (!before.some(isKnown)) await requireSkippable(deps, stationId, starts_at);
  const skips = await db.transaction(async (trx) => {
    await lockSchedule(trx, stationId);
    const known = await ofLastHour(trx);
    if (known.some(isKnown)) return known;
    if (known.length >= memberSkipsAnHour) throw new AppError('too_many_skips');
    const acted_for = actor.id === user_id ? null : user_id;
    await addRow(trx, actor, stationId, { kind: 'skip', skipped_unit, acted_for });
    return ofLastHour(trx);
  });
  const made = skips.find(isKnown)?.committed_at.getTime() ?? 0;
  return {
    cut_at: new Date(timeOfUnit(firstUnitFrom(made + INSERTION_LEAD_SECONDS * 1_000))),
    skips_left: Math.max(0, memberSkipsAnHour - skips.length),
  };
}

/** The airing that starts at a time and can be skipped now. @throws `nothing_to_skip` */
async function requireSkippable(
  { onAir, now }: Deps,
  stationId: string,
  starts_at: string,
): Promise<Airing> {
  const timeline = await onAir.load(stationId);
  const unit = Math.round(Date.parse(starts_at) / timeOfUnit(1));
  const airing = timeline.itemsBetween(unit, unit + 1).find((one) => one.starts_unit === unit);
  const cuts = firstUnitFrom(now() + INSERTION_LEAD_SECONDS * 1_000);
  // One that has not begun would be cut at its start, so only what is on air can be skipped.
  if (!airing || airing.starts_unit > unitAt(now()) || airing.ends_unit <= cuts) {
    throw new AppError('nothing_to_skip');
  }
  return airing;
}

/**
 * Withdraws an item that was put in by hand. One that was withdrawn before stays so.
 * @throws `not_found`, also for a skip; `not_on_air_here`; `insertion_begun` when it is on air, begins within seconds,
 * or has aired
 */
export async function withdrawInsertion(
  deps: Deps,
  actor: Actor,
  { stationId, id }: { stationId: string; id: string },
): Promise<Presented> {
  const { db, now } = deps;
  const { user_id } = await requireOnAir(db, stationId);
  const row = (await recentRows(db, stationId, now())).find((one) => one.id === id);
  if (row?.kind !== 'item') throw new AppError('not_found');
  const airing = (await airedInsertions(deps, stationId)).get(id);
  const stops = now() + INSERTION_LEAD_SECONDS * 1_000;
  if (airing && timeOfUnit(airing.starts_unit) < stops) throw new AppError('insertion_begun');
  await db.transaction(async (trx) => {
    const added = await trx('schedule_withdrawals')
      .insert({
        insertion_id: id,
        station_id: stationId,
        withdrawn_at: trx.raw('clock_timestamp()'),
        withdrawn_by: actor.id,
      })
      .onConflict('insertion_id')
      .ignore()
      .returning('insertion_id');
    if (added.length === 0) return;
    const before = { item_id: row.item?.id, title: row.item?.title, wanted_at: row.wanted_at };
    await audit(trx, actor, { action: 'withdraw_item', user_id, before });
  });
  return findInsertion(deps, stationId, id);
}

/** Put in by hand within the last day, and all that wait: they were made at most `INSERTION_DAYS` before they air. */
const recentRows = (db: Knex, stationId: string, now: number): Promise<InsertionRow[]> =>
  db('schedule_insertions as i')
    .leftJoin(userEmails(db).as('u'), 'u.id', 'i.committed_by')
    .leftJoin('schedule_withdrawals as w', 'w.insertion_id', 'i.id')
    .where({ 'i.station_id': stationId, is_announcement: false })
    .whereRaw('greatest(i.committed_at, i.wanted_at) > ?', [new Date(now - DAY_MS)])
    .orderBy('i.committed_at', 'desc')
    .select('i.*', 'w.withdrawn_at', 'u.email')
    .then((rows: InsertionRow[]) => rows);

/** The airings of inserted items by their insertions, and of skipped ones by their starts. */
async function airedInsertions(
  { onAir, now }: Pick<Deps, 'onAir' | 'now'>,
  stationId: string,
): Promise<Map<string | number, Airing>> {
  const timeline = await onAir.load(stationId);
  const [from, to] = [unitAt(now() - DAY_MS), firstUnitFrom(now() + INSERTION_DAYS * DAY_MS)];
  await computeAhead(timeline, from, to);
  const found = new Map<string | number, Airing>();
  const airings = [...timeline.itemsBetween(from, to), ...timeline.voiceOversBetween(from, to)];
  for (const airing of airings) {
    if (airing.rule.kind === 'insertion') found.set(airing.rule.insertion_id, airing);
    if (airing.cut_by === 'skip') found.set(airing.starts_unit, airing);
  }
  return found;
}

/** @throws `not_found` */
export async function listInsertions(deps: Deps, stationId: string): Promise<Presented[]> {
  await findStation(deps.db, stationId);
  const rows = await recentRows(deps.db, stationId, deps.now());
  const aired = rows.length > 0 ? await airedInsertions(deps, stationId) : new Map();
  return rows.map((row) => present(row, aired));
}

async function findInsertion(deps: Deps, stationId: string, id: string): Promise<Presented> {
  const found = (await listInsertions(deps, stationId)).find((one) => one.id === id);
  if (!found) throw new AppError('not_found');
  return found;
}

function present(row: InsertionRow, aired: ReadonlyMap<string | number, Airing>): Presented {
  const { id, kind, item, skipped_unit, wanted_at, is_over_music, committed_at, withdrawn_at } =
    row;
  const airing = aired.get(kind === 'skip' ? (skipped_unit ?? 0) : id);
  const unit = kind === 'skip' ? airing?.ends_unit : airing?.starts_unit;
  return {
    id,
    kind,
    item_id: item?.id ?? airing?.item.id ?? null,
    title: item?.title ?? airing?.item.title ?? null,
    wanted_at,
    is_over_music,
    made_at: committed_at,
    made_by: row.email,
    withdrawn_at,
    airs_at: unit === undefined ? null : new Date(timeOfUnit(unit)),
  };
}
