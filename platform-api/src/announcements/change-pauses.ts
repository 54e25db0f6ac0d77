// Members close their stations for holidays.
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { addPause, changePause, StationPause } from '../../contract/announcements/pauses.ts';
import { INSERTION_LEAD_SECONDS, MAX_PAUSES, PAUSE_DAYS } from '../../contract/schedule/values.ts';
import { AppError, refuse } from '../errors.ts';
import {
  pausesSince,
  type PauseRow,
  addPauseRow,
  changePauseRow,
  endPause,
} from '../schedule/pauses.ts';
import { zoneOf } from '../schedule/programme.ts';
import { RadioStation } from '../stations/station.ts';
import type { Item } from '../timeline/airing.ts';
import { LOCAL_DAY_MS, zoneClock } from '../timeline/zone-clock.ts';
import { findRow, itemOf, maxPerHour } from './announcement-rows.ts';
import { momentOf } from './due-moments.ts';
import { replanStation } from './plan-ahead.ts';
import { begunInsertions, type TimelineDeps } from './settle.ts';

type PauseAnswer = z.input<typeof StationPause>;

/** Every replica knows of a change by then, as of an insertion. */
const LEAD_MS = INSERTION_LEAD_SECONDS * 1_000;
const LEAD = `clock_timestamp() + interval '${INSERTION_LEAD_SECONDS} seconds'`;

const present = (
  { id, starts_at, ends_at, message, item }: PauseRow,
  now: number,
): PauseAnswer => ({
  id,
  from: starts_at,
  until: ends_at,
  message,
  spoken: item?.title ?? null,
  announcement_id: item?.id ?? null,
  is_running: starts_at.getTime() <= now,
});

/** The pauses of a station that are not over. */
export const listPauses = async (
  { db, now }: Pick<TimelineDeps, 'db' | 'now'>,
  stationId: string,
): Promise<PauseAnswer[]> =>
  (await pausesSince(db, stationId, now())).map((row) => present(row, now()));

/**
 * Closes a station. The announcements that would air meanwhile are taken out of the programme.
 * @throws `no_station`, `not_on_air_here`, `not_found`, `announcements_not_in_package`, `item_not_ready`,
 * `too_many_pauses`; `validation_failed` with a reason for people
 */
export async function add(
  deps: TimelineDeps,
  userId: string,
  asked: z.output<typeof addPause.body>,
): Promise<PauseAnswer> {
  const { db, now } = deps;
  const own = await RadioStation.requireOwn(db, userId);
  if (!own.is_on_air_here) throw new AppError('not_on_air_here');
  const zone = await zoneOf(db, own.id);
  const from = asked.from === undefined ? now() : momentOf(asked.from, { zone, field: 'from' });
  const until = momentOf(asked.until, { zone, field: 'until' });
  requireTimes({ from, until }, now());
  const item = await messageOf(db, { userId, anHour: maxPerHour(own), id: asked.announcement_id });
  const begun = await begunInsertions(deps, own.id);
  const id = uuidv7();
  return db.transaction(async (trx) => {
    await RadioStation.lock(trx, own.id);
    const others = await pausesSince(trx, own.id, now());
    if (others.length >= MAX_PAUSES) throw new AppError('too_many_pauses');
    requireOpen(others, { from, until });
    const row = await addPauseRow(trx, {
      id,
      station_id: own.id,
      starts_at: trx.raw(`greatest(?::timestamptz, ${LEAD})`, [new Date(from)]),
      ends_at: new Date(until),
      until: localEnd(until, zone),
      message: asked.message ? asked.message : null,
      item,
    });
    await replanStation(trx, own, { now: now(), begun });
    return present(row, now());
  });
}

/** In epoch ms. */
interface Times {
  from: number;
  until: number;
}

/** @throws `validation_failed` with a reason for people */
function requireTimes({ from, until }: Times, now: number): void {
  if (until <= Math.max(from, now + LEAD_MS)) {
    throw refuse('until', 'Please choose a later time: this is before it begins, or has passed.');
  }
  if (until > now + PAUSE_DAYS * LOCAL_DAY_MS) {
    throw refuse('until', `Choose a time within the next ${PAUSE_DAYS} days.`);
  }
}

/** @throws `validation_failed` when another pause overlaps */
function requireOpen(others: readonly PauseRow[], { from, until }: Times): void {
  if (others.some((one) => one.starts_at.getTime() < until && from < one.ends_at.getTime())) {
    const message = 'Your station is closed at that time already. Remove the other pause first.';
    throw refuse('from', message);
  }
}

const localEnd = (until: number, zone: string): string =>
  new Date(zoneClock(zone).local(until)).toISOString().slice(0, 16);

type Change = z.output<typeof changePause.body>;

/**
 * Changes a pause that is not over. The beginning of one that has begun has been heard, so only its end can change.
 * @throws `no_station`, `not_on_air_here`, `not_found`, `announcements_not_in_package`, `item_not_ready`;
 * `validation_failed` with a reason for people
 */
export async function change(
  deps: TimelineDeps,
  asked: { userId: string; id: string } & Change,
): Promise<PauseAnswer> {
  const { db, now } = deps;
  const { userId, id, message, announcement_id } = asked;
  const own = await RadioStation.requireOwn(db, userId);
  if (!own.is_on_air_here) throw new AppError('not_on_air_here');
  const zone = await zoneOf(db, own.id);
  const begun = await begunInsertions(deps, own.id);
  return db.transaction(async (trx) => {
    await RadioStation.lock(trx, own.id);
    const known = await pausesSince(trx, own.id, now());
    const row = known.find((one) => one.id === id);
    if (!row) throw new AppError('not_found');
    const times = timesOf(row, asked, { zone, now: now() });
    const others = known.filter((one) => one !== row);
    if (asked.from !== undefined || asked.until !== undefined) requireOpen(others, times);
    const isOtherSound =
      announcement_id !== undefined && announcement_id !== (row.item?.id ?? null);
    if (isOtherSound && times.hasBegun) throw refuse('announcement_id', HAS_BEGUN);
    const given = { userId, anHour: maxPerHour(own), id: announcement_id ?? undefined };
    const item = isOtherSound ? await messageOf(trx, given) : row.item;
    const changed = await changePauseRow(trx, id, {
      starts_at: new Date(times.from),
      ends_at: new Date(times.until),
      until: localEnd(times.until, zone),
      message: message === undefined ? row.message : message || null,
      item,
    });
    await replanStation(trx, own, { now: now(), begun });
    return present(changed, now());
  });
}

const HAS_BEGUN = 'Your station is closed already, so only the end and the words can change.';

/** @throws `validation_failed` with a reason for people */
function timesOf(
  { starts_at, ends_at }: PauseRow,
  asked: Pick<Change, 'from' | 'until'>,
  { zone, now }: { zone: string; now: number },
): Times & { hasBegun: boolean } {
  const hasBegun = starts_at.getTime() <= now + LEAD_MS;
  const given = asked.from === undefined ? null : momentOf(asked.from, { zone, field: 'from' });
  if (hasBegun && given !== null) throw refuse('from', HAS_BEGUN);
  const from = given === null ? starts_at.getTime() : Math.max(given, now + LEAD_MS);
  const until =
    asked.until === undefined ? ends_at.getTime() : momentOf(asked.until, { zone, field: 'until' });
  if (ends_at.getTime() <= now + LEAD_MS && until !== ends_at.getTime()) {
    throw refuse('until', 'Your station opens in a moment. Please plan another pause.');
  }
  const isMoved = given !== null || asked.until !== undefined;
  if (isMoved) requireTimes({ from, until }, now);
  return { from, until, hasBegun };
}

/** @throws `not_found`, `announcements_not_in_package`, `item_not_ready` */
async function messageOf(
  db: Knex,
  { userId, anHour, id }: { userId: string; anHour: number; id: string | undefined },
): Promise<Item | null> {
  if (id === undefined) return null;
  if (anHour === 0) throw new AppError('announcements_not_in_package');
  const item = itemOf(await findRow(db, { userId, id }));
  if (!item) throw new AppError('item_not_ready');
  return item;
}

/**
 * Removes a pause. One that has begun, or is about to, ends. A repeat changes nothing.
 * @throws `no_station`, `not_found`
 */
export async function end(
  deps: TimelineDeps,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const { db, now } = deps;
  const own = await RadioStation.requireOwn(db, userId);
  const begun = await begunInsertions(deps, own.id);
  await db.transaction(async (trx) => {
    await RadioStation.lock(trx, own.id);
    // A listener may have heard its beginning, so the end of one that has begun lies ahead.
    const ends_at = trx.raw(
      `case when starts_at > ${LEAD} then starts_at else least(ends_at, ${LEAD}) end`,
    );
    if (!(await endPause(trx, { id, station_id: own.id }, ends_at))) {
      throw new AppError('not_found');
    }
    await replanStation(trx, own, { now: now(), begun });
  });
}
