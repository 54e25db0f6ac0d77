// The stations on air here, in this process: their timelines, computed on demand and dropped when they are no longer used.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DEFAULT_STATION_NAME } from '../../contract/stations/values.ts';
import { PREVIEW_DAYS } from '../../contract/schedule/values.ts';
import { packageNamed, type PackageName } from '../../contract/billing/prices.ts';
import { PACKAGE_RENDITIONS } from '../../contract/broadcast/renditions.ts';
import { stationIdIn } from '../../contract/stations/slug.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import type { OnAir, OnAirStation } from '../broadcast/on-air.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { DAY_UNITS, dayOfUnit, type Airing, type StationTimeline } from '../timeline/airing.ts';
import { computeDays, reportOther } from './kept-days.ts';
import { dateOf, dayOfTime } from './packed-day.ts';
import { pauseOf, type PauseRow } from './pauses.ts';
import { computeStationDay, type StationDay } from './station-day.ts';
import {
  loadInputs,
  MARK_COLUMNS,
  markOf,
  type LoadedInputs,
  type MarkRow,
} from './station-inputs.ts';

/** In case a notification was lost, a station that is asked for is looked up this often, in ms. */
const LOOK_EVERY_MS = 5_000;

/** A station that is not used is dropped after this time, in ms. */
const UNUSED_MS = 10 * MINUTE_MS;

/** A station that was asked for within this time is kept up to date, in ms. */
const IN_USE_MS = MINUTE_MS;

/** Stations in memory, about 200 KB each. The least recently used goes first. */
const MOST_STATIONS = 500;

/** Stations of these statuses are heard: before it goes live, the check and the admin listen. */
const AUDIBLE_STATUSES = ['active', 'setup_pending'];

/** Only of the few stations that it can stop. The sum is read from an index within milliseconds. */
const HEARD_SECONDS = `
  case when listening_policy = 'stop_new' then (
    select coalesce(sum(seconds), 0) from listening_hours
    where station_id = s.id and hour >= :month
  ) end as heard_seconds`;

/** In UTC. */
function startOfMonth(time: number): Date {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
}

const isFull = ({ heard_seconds, package_name }: Row): boolean =>
  heard_seconds !== null &&
  heard_seconds >= packageNamed(package_name).limits.listening_hours * 3_600;

/** A station's days in this process. */
export interface StationDays extends StationTimeline {
  /** The days that overlap a span of units, computed if they are not yet. Unknown ones are left out. */
  daysBetween(from: number, to: number): StationDay[];
}

/** The stations on air here, as this process knows them. */
export interface OnAirStations extends OnAir {
  /** The current timeline of a station, read from the database now. */
  load(stationId: string): Promise<StationDays>;
  /** A revision or insertion was added, on any replica. */
  changed(stationId: string): void;
  /** The row of a station has changed, on any replica. */
  rowChanged(slug: string): void;
  /** Changes may have been missed. */
  allChanged(): void;
  /** Calls back with the slug whenever a timeline has changed. */
  onChange(act: (slug: string) => void): void;
  close(): void;
}

interface Row extends MarkRow {
  id: string;
  station_slug: string;
  station_name: string | null;
  accent_colour: string | null;
  package_name: PackageName | null;
  /** Seconds of this month, of a station that may run out of listening hours; null: of others. */
  heard_seconds: number | null;
}

interface LoadedStation {
  row: Row;
  mark: string;
  timeline: StationDays;
  pauses: PauseRow[];
  /** Some of today's sound exists as AAC: none does where ffmpeg is missing. */
  hasAac: boolean;
  lookedAt: number;
  usedAt: number;
  isStale: boolean;
}

export function createOnAirStations(deps: {
  db: Knex;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}): OnAirStations {
  const { db, now, log } = deps;
  /** By slug, the least recently used first. */
  const known = new Map<string, LoadedStation>();
  const looks = new Map<string, Promise<LoadedStation | null>>();
  const listeners: ((slug: string) => void)[] = [];
  const findRow = batchByKey<Row>(
    (slugs) =>
      db('radio_stations as s')
        .whereIn('station_slug', slugs)
        .where({ is_on_air_here: true })
        .whereIn('status', AUDIBLE_STATUSES)
        .select(
          'id',
          'station_slug',
          'station_name',
          'accent_colour',
          'package_name',
          db.raw(HEARD_SECONDS, { month: startOfMonth(now()) }),
          db.raw(MARK_COLUMNS),
        ),
    (row) => row.station_slug,
  );
  const findSlug = batchByKey<Pick<Row, 'id' | 'station_slug'>>(
    (ids) => db('radio_stations').whereIn('id', ids).select('id', 'station_slug'),
    (row) => row.id,
  );
  /** The slugs at which stations were last seen, by their ids. */
  const slugs = new Map<string, string>();

  /** Reads a station, and its timeline if that has changed. */
  function look(slug: string): Promise<LoadedStation | null> {
    const running = looks.get(slug);
    if (running) return running;
    const looking = read(slug).finally(() => looks.delete(slug));
    looks.set(slug, looking);
    return looking;
  }

  async function read(slug: string): Promise<LoadedStation | null> {
    const before = known.get(slug);
    if (before) before.isStale = false;
    const row = await findRow(slug);
    if (!row) {
      if (before) slugs.delete(before.row.id);
      if (known.delete(slug)) for (const act of listeners) act(slug);
      return null;
    }
    slugs.set(row.id, slug);
    const mark = markOf(row);
    const isSame = before?.row.id === row.id;
    if (before && isSame && before.mark === mark) {
      return Object.assign(before, { row, lookedAt: now() });
    }
    const loaded = await loadTimeline(row.id, isSame ? before?.timeline : undefined);
    const state = { row, ...loaded, lookedAt: now() };
    // The same object, so that streams and pages that hold its timeline get the new one.
    if (before && isSame) Object.assign(before, state);
    else known.set(slug, { ...state, usedAt: now(), isStale: false });
    makeRoom();
    if (before) for (const act of listeners) act(slug);
    return known.get(slug) ?? null;
  }

  /** @param before what this process computed earlier; it is compared with a day that was kept since */
  async function loadTimeline(
    id: string,
    before?: StationDays,
  ): Promise<Pick<LoadedStation, 'timeline' | 'pauses' | 'mark' | 'hasAac'>> {
    const today = dayOfTime(now());
    const loaded = await loadInputs(db, id, { before: today });
    const { base, pauses, mark } = loaded;
    if (before && base) compareWithKept(id, before, base);
    const days = await computeDays(db, loaded, today);
    return { timeline: timelineOf(loaded, days), pauses, mark, hasAac: airAac(days) };
  }

  /** A day that was kept by another replica must be the same; if not, the kept one stands. */
  function compareWithKept(id: string, before: StationDays, kept: StationDay): void {
    const middle = kept.day * DAY_UNITS + DAY_UNITS / 2;
    const made = before.daysBetween(middle, middle + 1).find(({ day }) => day === kept.day);
    if (made && made.hash !== kept.hash) {
      reportOther({ log }, id, { day: dateOf(kept.day), kept, made });
    }
  }

  function timelineOf({ base, inputs }: LoadedInputs, computed: StationDay[]): StationDays {
    const days = new Map([...(base ? [base] : []), ...computed].map((one) => [one.day, one]));

    function dayAt(day: number): StationDay | undefined {
      const found = days.get(day);
      if (found) return found;
      const newest = Math.max(...days.keys());
      // Before what was loaded, or too far ahead.
      if (!(day > newest) || day > dayOfTime(now()) + PREVIEW_DAYS + 1) return undefined;
      const before = dayAt(day - 1);
      if (!before) return undefined;
      const made = computeStationDay(inputs, { day, state: before.end });
      days.set(day, made);
      for (const old of days.keys()) if (old < dayOfTime(now()) - 1) days.delete(old);
      return made;
    }

    function daysBetween(from: number, to: number): StationDay[] {
      const found: StationDay[] = [];
      // An item of the day before may reach into the span.
      for (let day = dayOfUnit(from) - 1; day <= dayOfUnit(to - 1); day += 1) {
        const made = dayAt(day);
        if (made) found.push(made);
      }
      return found;
    }

    return {
      daysBetween,
      itemsBetween: (from, to) =>
        daysBetween(from, to).flatMap(({ airings }) => overlapping(airings, from, to)),
    };
  }

  /** Drops stations that are not used, and the least recently used beyond the limit. */
  function makeRoom(): void {
    for (const [slug, { usedAt }] of known) {
      if (known.size > MOST_STATIONS || now() - usedAt > UNUSED_MS) known.delete(slug);
    }
  }

  function present(station: LoadedStation): OnAirStation {
    const { row } = station;
    return {
      id: row.id,
      slug: row.station_slug,
      name: row.station_name?.trim() || DEFAULT_STATION_NAME,
      accent_colour: row.accent_colour,
      timeline: {
        itemsBetween(from, to) {
          station.usedAt = now();
          return station.timeline.itemsBetween(from, to);
        },
      },
      closedAt(unit) {
        const pause = station.pauses.find((row) => {
          const { starts_unit, ends_unit } = pauseOf(row);
          return starts_unit <= unit && unit < ends_unit;
        });
        return pause ?? null;
      },
      renditions: PACKAGE_RENDITIONS[row.package_name ?? 'Starter'].filter(
        (name) => name !== 'aac_64' || station.hasAac,
      ),
      isFull: isFull(row),
    };
  }

  function lookAgain(slug: string, station: LoadedStation): void {
    const isDue = Math.abs(now() - station.lookedAt) >= LOOK_EVERY_MS;
    if (isDue || station.isStale) lookLater(slug);
  }

  const timer = setInterval(() => {
    for (const [slug, station] of known) {
      if (now() - station.usedAt < IN_USE_MS) lookAgain(slug, station);
    }
  }, LOOK_EVERY_MS);
  timer.unref();

  /** A read that is running may have begun before the change, so another one follows it. */
  function lookAfter(slug: string): void {
    const running = looks.get(slug);
    if (running) void running.catch(() => null).then(() => lookLater(slug));
    else lookLater(slug);
  }

  function lookLater(slug: string): void {
    look(slug).catch((error: unknown) => {
      const station = known.get(slug);
      // The next question looks again.
      if (station) Object.assign(station, { isStale: true, lookedAt: now() });
      log.warn(
        { err: error, slug },
        'a station on air could not be read; it continues from memory',
      );
    });
  }

  /** @throws AppError `unavailable` while the database is away */
  async function ask<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      throw isDatabaseGone(error) ? new AppError('unavailable', { cause: error }) : error;
    }
  }

  async function findAt(slug: string): Promise<LoadedStation | null> {
    const station = known.get(slug);
    if (!station) return ask(() => look(slug));
    station.usedAt = now();
    // Moves it to the end of the order in which stations are dropped.
    known.delete(slug);
    known.set(slug, station);
    lookAgain(slug, station);
    return station;
  }

  async function findById(id: string): Promise<LoadedStation | null> {
    const slug = slugs.get(id);
    const station = slug === undefined ? null : await findAt(slug);
    if (station?.row.id === id) return station;
    // Its slug may have changed since.
    const row = await ask(() => findSlug(id));
    const found = row ? await ask(() => look(row.station_slug)) : null;
    return found?.row.id === id ? found : null;
  }

  return {
    async find(name) {
      const id = stationIdIn(name);
      const station = await (id === null ? findAt(name) : findById(id));
      return station && present(station);
    },
    async load(stationId) {
      const { timeline } = await loadTimeline(stationId);
      return timeline;
    },
    changed(stationId) {
      for (const [slug, { row }] of known) if (row.id === stationId) lookAfter(slug);
    },
    rowChanged(slug) {
      if (known.has(slug)) lookAfter(slug);
    },
    allChanged() {
      for (const station of known.values()) station.isStale = true;
    },
    onChange: (act) => void listeners.push(act),
    close: () => clearInterval(timer),
  };
}

const airAac = (days: StationDay[]): boolean =>
  days.at(-1)?.airings.some(({ item }) => item.renditions.aac_64) ?? false;

/** The airings that overlap the units from `from` up to but not including `to`. They are in order. */
function overlapping(airings: Airing[], from: number, to: number): Airing[] {
  let [low, high] = [0, airings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((airings[middle]?.ends_unit ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const found: Airing[] = [];
  for (let at = low; (airings[at]?.starts_unit ?? Infinity) < to; at += 1) {
    const airing = airings[at];
    if (airing) found.push(airing);
  }
  return found;
}

/** Lets other work of this process happen while many days are computed. */
export async function computeAhead(timeline: StationDays, from: number, to: number): Promise<void> {
  for (let day = dayOfUnit(from); day <= dayOfUnit(to); day += 1) {
    timeline.daysBetween(from, Math.min(to, (day + 1) * DAY_UNITS));
    await endOfTurn();
  }
}
