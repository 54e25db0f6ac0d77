// Puts announcements into the programme before they are due, and takes them out again.
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import {
  ANNOUNCEMENT_HOURS_AHEAD,
  ANNOUNCEMENT_LATEST_MINUTES,
  INSERTION_DAYS,
  INSERTION_LEAD_SECONDS,
} from '../../contract/schedule/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import { addAnnouncements, withdrawAnnouncements } from '../schedule/insertions.ts';
import { pauseAt, pausesSince, type PauseRow } from '../schedule/pauses.ts';
import { zoneOf } from '../schedule/programme.ts';
import { RadioStation } from '../stations/station.ts';
import type { Item } from '../timeline/airing.ts';
import { zoneClock } from '../timeline/zone-clock.ts';
import {
  maxPerHour,
  itemOf,
  openRows,
  plannedOf,
  unsettled,
  type AiringRow,
  type KnownRow,
} from './announcement-rows.ts';
import { dueMoments, nextDue, type Planned } from './due-moments.ts';

/** The hours of a week are checked: a repeated announcement has the same ones every week. */
const CHECKED_MS = 8 * DAY_MS;

const hourOf = (moment: number): number => Math.floor(moment / HOUR_MS);

/** How far ahead the airings of a plan are made, in ms. */
const horizonOf = ({ kind }: Planned['plan']): number =>
  kind === 'every' ? ANNOUNCEMENT_HOURS_AHEAD * HOUR_MS : INSERTION_DAYS * DAY_MS;

/** Announcements by the hour of the clock, counted from the epoch. */
type PerHour = Map<number, number>;

function count(perHour: PerHour, moment: number): void {
  perHour.set(hourOf(moment), (perHour.get(hourOf(moment)) ?? 0) + 1);
}

/** The airings of a span that are made and neither missed nor withdrawn. */
async function madePerHour(db: Knex, stationId: string, span: [number, number]): Promise<PerHour> {
  const rows: { due_at: Date }[] = await db('announcement_airings')
    .where({ station_id: stationId, withdrawn_at: null, missed: null })
    .whereBetween('due_at', span.map((at) => new Date(at)) as [Date, Date])
    .select('due_at');
  const perHour: PerHour = new Map();
  for (const { due_at } of rows) count(perHour, due_at.getTime());
  return perHour;
}

/**
 * Checks that the hours of a plan have room, with the station locked.
 * @param except an announcement whose former plan does not count
 * @throws `announcement_hour_full`
 */
export async function requireRoom(
  trx: Knex,
  station: RadioStation,
  { planned, now, except }: { planned: Planned; now: number; except?: string },
): Promise<void> {
  const { zone } = planned;
  const most = maxPerHour(station);
  const first = nextDue(planned, now);
  if (first === undefined) return;
  const span: [number, number] = [hourOf(first) * HOUR_MS, first + CHECKED_MS];
  const perHour = await madePerHour(trx, station.id, span);
  for (const row of await openRows(trx, station.id)) {
    const other = row.id === except ? null : plannedOf(row, zone);
    if (!other) continue;
    const from = row.planned_until?.getTime() ?? other.plannedAt;
    for (const moment of dueMoments(other, Math.max(from, span[0]), span[1]))
      count(perHour, moment);
  }
  for (const moment of dueMoments(planned, first, span[1])) {
    count(perHour, moment);
    if ((perHour.get(hourOf(moment)) ?? 0) > most) throw hourFull(moment, { most, zone });
  }
}

function hourFull(moment: number, { most, zone }: { most: number; zone: string }): AppError {
  const local = (at: number) => new Date(zoneClock(zone).local(at)).toISOString();
  const from = hourOf(moment) * HOUR_MS;
  const [day, begins, ends] = [
    local(from).slice(0, 10),
    local(from).slice(11, 16),
    local(from + HOUR_MS).slice(11, 16),
  ];
  return new AppError('announcement_hour_full', {
    detail:
      `Your package has ${most} announcements an hour, and that many are planned on ${day} from ${begins} to ` +
      `${ends}. Choose another time, or pause one of them.`,
  });
}

/** An airing that is to be made. */
interface NewAiring {
  announcement_id: string;
  due: number;
  item: Item;
  wanted_at: Date | null;
  is_over_music: boolean;
  location_ids: string[] | null;
}

/**
 * Makes the airings of a station's announcements that are due soon. May run anywhere, any number of times: with the
 * station locked, each moment is made once. Announcements that the package no longer has stop.
 */
export async function planStation(trx: Knex, stationId: string, now: number): Promise<void> {
  const station = await RadioStation.lock(trx, stationId);
  if (!station) return;
  const rows = await openRows(trx, stationId).orderBy('a.planned_at');
  if (rows.length === 0) return;
  if (maxPerHour(station) === 0) return stopAll(trx, station, now);
  const pauses = await pausesSince(trx, stationId, now - DAY_MS);
  if (!station.is_on_air_here) return missLate(trx, rows, { now, pauses });
  const zone = await zoneOf(trx, stationId);
  const perHour = await madePerHour(trx, stationId, [now - HOUR_MS, now + INSERTION_DAYS * DAY_MS]);
  const made: NewAiring[] = [];
  for (const row of rows) {
    const item = itemOf(row);
    const planned = plannedOf(row, zone);
    if (!item || !planned) continue;
    const until = now + horizonOf(planned.plan);
    const known = new Set(await knownMoments(trx, row.id, now));
    for (const due of momentsToMake(row, planned, { now, until })) {
      if (known.has(due) || pauseAt(pauses, due)) continue;
      const airing = { announcement_id: row.id, station_id: stationId, due_at: new Date(due) };
      if ((perHour.get(hourOf(due)) ?? 0) >= maxPerHour(station)) {
        await miss(trx, { ...airing, missed: 'hour_full' });
        continue;
      }
      count(perHour, due);
      const wanted_at = planned.plan.kind === 'now' ? null : new Date(due);
      // At some locations only, it airs over the music that all of them share.
      const is_over_music = row.location_ids !== null || (planned.plan.over_music ?? false);
      const { id: announcement_id, location_ids } = row;
      made.push({ announcement_id, due, item, wanted_at, is_over_music, location_ids });
    }
    await trx('announcements')
      .where({ id: row.id })
      .update({ planned_until: new Date(until) });
  }
  await insertAirings(trx, station, made);
  await missLate(trx, rows, { now, pauses });
}

/** Moments whose airings are made, and stand. */
async function knownMoments(trx: Knex, announcement_id: string, now: number): Promise<number[]> {
  const rows: { due_at: Date }[] = await trx('announcement_airings')
    .where({ announcement_id, withdrawn_at: null })
    .where('due_at', '>', new Date(now - DAY_MS))
    .select('due_at');
  return rows.map(({ due_at }) => due_at.getTime());
}

/** Moments whose airings are not made yet. A repeated announcement starts with the next one in time. */
function momentsToMake(
  row: KnownRow,
  planned: Planned,
  { now, until }: { now: number; until: number },
): number[] {
  const made = row.planned_until?.getTime() ?? planned.plannedAt;
  const soonest =
    planned.plan.kind === 'every'
      ? now + INSERTION_LEAD_SECONDS * 1_000
      : now - ANNOUNCEMENT_LATEST_MINUTES * MINUTE_MS;
  return dueMoments(planned, Math.max(made, soonest), until);
}

async function insertAirings(
  trx: Knex,
  station: RadioStation,
  made: readonly NewAiring[],
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.toSorted((one, other) => one.due - other.due);
  const ids = await addAnnouncements(trx, station, rows);
  await trx('announcement_airings').insert(
    rows.map(({ announcement_id, due }, n) => ({
      id: uuidv7(),
      announcement_id,
      station_id: station.id,
      due_at: new Date(due),
      insertion_id: ids[n],
    })),
  );
}

const miss = (
  trx: Knex,
  row: Pick<AiringRow, 'announcement_id' | 'station_id' | 'due_at' | 'missed'>,
) =>
  trx('announcement_airings')
    .insert({ id: uuidv7(), ...row })
    .onConflict(trx.raw('(announcement_id, due_at) where withdrawn_at is null'))
    .ignore();

/** Notes those that should have aired once, and whose sound was not ready in time or whose station was closed. */
async function missLate(
  trx: Knex,
  rows: readonly KnownRow[],
  { now, pauses }: { now: number; pauses: readonly PauseRow[] },
): Promise<void> {
  for (const { id: announcement_id, station_id, plan, planned_at } of rows) {
    if (!plan || plan.kind === 'every') continue;
    const due_at = plan.kind === 'now' ? planned_at : new Date(plan.at);
    if (!due_at || due_at.getTime() >= now - ANNOUNCEMENT_LATEST_MINUTES * MINUTE_MS) continue;
    const missed = pauseAt(pauses, due_at.getTime()) ? 'closed' : 'late';
    await miss(trx, { announcement_id, station_id, due_at, missed });
  }
}

/** Plans all open announcements of a locked station anew, because the times in which it is closed have changed. */
export async function replanStation(
  trx: Knex,
  station: Pick<RadioStation, 'id' | 'user_id'>,
  about: { now: number; begun: ReadonlySet<string> },
): Promise<void> {
  for (const { id } of await openRows(trx, station.id)) {
    await withdrawWaiting(trx, station, { id, ...about });
  }
  await planStation(trx, station.id, about.now);
}

/** The package no longer has announcements. */
async function stopAll(trx: Knex, station: RadioStation, now: number): Promise<void> {
  const rows = await trx('announcements')
    .where({ station_id: station.id, stopped: null, over_at: null, removed_at: null })
    .whereNotNull('plan')
    .update({ stopped: 'package' })
    .returning('id');
  for (const { id } of rows) await withdrawWaiting(trx, station, { id, now, begun: new Set() });
}

/**
 * Takes the airings of an announcement that have not begun out of the programme; the next plan makes them anew.
 * @param options.begun insertions that are on air or begin within seconds
 * @returns how many were withdrawn
 */
export async function withdrawWaiting(
  trx: Knex,
  station: Pick<RadioStation, 'id' | 'user_id'>,
  { id, now, begun }: { id: string; now: number; begun: ReadonlySet<string> },
): Promise<number> {
  const waiting = await unsettled(trx).where({ announcement_id: id }).select('id', 'insertion_id');
  const gone = waiting.filter(({ insertion_id }) => !insertion_id || !begun.has(insertion_id));
  await trx('announcement_airings')
    .whereIn(
      'id',
      gone.map((one) => one.id),
    )
    .update({ withdrawn_at: new Date(now) });
  const insertions = gone.flatMap(({ insertion_id }) => insertion_id ?? []);
  await withdrawAnnouncements(trx, station, insertions);
  await trx('announcements').where({ id }).update({ planned_until: null });
  return gone.length;
}
