// The items that a station has aired: its kept days, and those that are over and not kept yet.
import type { Knex } from 'knex';
import { firstUnitFrom, unitAt, type Airing, type MissedItem } from '../timeline/airing.ts';
import type { OnAirStations } from './on-air-stations.ts';
import { dateOf, dayOfTime, keptDays, unpackDay } from './packed-day.ts';
import type { StationDay } from './station-day.ts';
import { readHeardTimes, type HeardTimes } from './unheard-times.ts';

/** The services that programmes are read with. */
export interface ProgrammeDeps {
  db: Knex;
  onAir: OnAirStations;
  /** The clock, in epoch ms. */
  now: () => number;
}

/** The airings, voice-overs and missed items of days within a time. */
export function within(days: StationDay[], from: number, to: number) {
  const [first, last] = [unitAt(from), firstUnitFrom(to)];
  const isWithin = ({ starts_unit, ends_unit }: Airing) => ends_unit > first && starts_unit < last;
  return {
    airings: days.flatMap(({ airings }) => airings).filter(isWithin),
    voice_overs: days.flatMap(({ voice_overs }) => voice_overs).filter(isWithin),
    missed: days
      .flatMap(({ missed }) => missed)
      .filter(({ due_unit }) => due_unit >= first && due_unit < last),
  };
}

/** Kept days that overlap a span, one before it included. */
export async function readKept(
  db: Knex,
  stationId: string,
  from: number,
  to: number,
): Promise<StationDay[]> {
  const rows = await keptDays(db, stationId)
    .whereBetween('day', [dateOf(dayOfTime(from) - 1), dateOf(dayOfTime(to))])
    .orderBy('day');
  return Promise.all(rows.map(unpackDay));
}

/** The items that a station has aired or missed within a span. Some may not have been heard. */
export interface Aired {
  airings: Airing[];
  voice_overs: Airing[];
  missed: MissedItem[];
  heard: HeardTimes;
}

/** @param span in ms since the epoch; items that begin before it and continue are included */
export async function readAired(
  { db, onAir, now }: ProgrammeDeps,
  stationId: string,
  { from, to }: { from: number; to: number },
): Promise<Aired> {
  const kept = await readKept(db, stationId, from, to);
  const keptUntil = kept.at(-1)?.day ?? -Infinity;
  // Days that are over but not kept yet, and today.
  const running =
    keptUntil < dayOfTime(Math.min(to, now()))
      ? (await onAir.load(stationId)).daysBetween(unitAt(from), firstUnitFrom(to))
      : [];
  const days = [...kept, ...running.filter(({ day }) => day > keptUntil)];
  return {
    ...within(days, from, to),
    heard: await readHeardTimes(db, stationId, { from, to }),
  };
}

/** Days that are read at once: as much as is in memory. */
const DAYS_AT_ONCE = 16;

/**
 * The items of a station that could be heard, from its kept days, in order: a list for each day. Speech over music is left
 * out, and so are times in which the station was closed.
 * @param span in ms since the epoch: whole days of UTC
 */
export async function* heardItems(
  db: Knex,
  stationId: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Airing[]> {
  const heard = await readHeardTimes(db, stationId, { from, to });
  const last = dayOfTime(to - 1);
  for (let day = dayOfTime(from); day <= last; day += DAYS_AT_ONCE) {
    const end = Math.min(day + DAYS_AT_ONCE - 1, last);
    const rows = await keptDays(db, stationId)
      .whereBetween('day', [dateOf(day), dateOf(end)])
      .orderBy('day');
    for (const { airings } of await Promise.all(rows.map(unpackDay))) {
      yield airings.filter(
        (airing) => airing.item.kind !== 'pause' && heard.of(airing) !== 'nothing',
      );
    }
  }
}
