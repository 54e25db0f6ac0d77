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
import { airingsBetween, DAY_UNITS, dayOfUnit, type StationTimeline } from '../timeline/airing.ts';
import { placeLocally, type LocalAiring } from '../timeline/local-airings.ts';
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
import { slugsOf, stationsFromHere } from '../stations/station-queries.ts';
import { monthStart, secondsSince } from '../listening/figures.ts';

/** In case a notification was lost, a station that is asked for is looked up this often, in ms. */
const LOOK_EVERY_MS = 5_000;

/** A station that is not used is dropped after this time, in ms. */
const UNUSED_MS = 10 * MINUTE_MS;

/** A station that was asked for within this time is kept up to date, in ms. */
const IN_USE_MS = MINUTE_MS;

/** Stations in memory, about 200 KB each. The least recently used goes first. */
const MOST_STATIONS = 500;

/** Stations of these statuses are heard: before it goes live, the check and the admin listen. */
const AUDIBLE_STATUSES = ['active', 'setup_pending'] as const;

/** Only of the few stations that it can stop. The sum is read from an index within milliseconds. */
const HEARD_SECONDS = `
  case when listening_policy = 'stop_new' then ${secondsSince('s.id', ':month')} end as heard_seconds`;

const isFull = ({ heard_seconds, package_name }: Row): boolean =>
  heard_seconds !== null &&
  heard_seconds >= packageNamed(package_name).limits.listening_hours * 3_600;

/** A station's days in this process. */
export interface StationDays extends StationTimeline {
  /** The days that overlap a span of units, computed if they are not yet. Unknown ones are left out. */
  daysBetween(from: number, to: number): StationDay[];
  /** The airings at some locations only that overlap a span of units, in order. */
  localBetween(from: number, to: number): LocalAiring[];
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

/** The stations on air here, as this process knows them. */
export class OnAirStations implements OnAir {
  readonly #db: Knex;
  readonly #now: () => number;
  readonly #log: Logger;
  /** By slug, the least recently used first. */
  readonly #known = new Map<string, LoadedStation>();
  readonly #looks = new Map<string, Promise<LoadedStation | null>>();
  readonly #listeners: ((slug: string) => void)[] = [];
  readonly #findRow: (key: string) => Promise<Row | undefined>;
  readonly #findSlug: (key: string) => Promise<Pick<Row, 'station_slug' | 'id'> | undefined>;
  /** The slugs at which stations were last seen, by their ids. */
  readonly #slugs = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: {
    db: Knex;
    /** The clock, in epoch ms. */
    now: () => number;
    log: Logger;
  }) {
    this.#db = deps.db;
    this.#now = deps.now;
    this.#log = deps.log;
    this.#findRow = batchByKey<Row>(
      (slugs) =>
        stationsFromHere(this.#db, slugs, AUDIBLE_STATUSES).select(
          'id',
          'station_slug',
          'station_name',
          'accent_colour',
          'package_name',
          this.#db.raw(HEARD_SECONDS, { month: new Date(monthStart(this.#now())) }),
          this.#db.raw(MARK_COLUMNS),
        ),
      (row) => row.station_slug,
    );
    this.#findSlug = batchByKey<Pick<Row, 'id' | 'station_slug'>>(
      (ids) => slugsOf(this.#db, ids),
      (row) => row.id,
    );
    this.#timer = setInterval(() => {
      for (const [slug, station] of this.#known) {
        if (this.#now() - station.usedAt < IN_USE_MS) this.#lookAgain(slug, station);
      }
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async find(name: string): Promise<OnAirStation | null> {
    const id = stationIdIn(name);
    const station = await (id === null ? this.#findAt(name) : this.#findById(id));
    return station && this.#present(station);
  }

  /** The current timeline of a station, read from the database now. */
  async load(stationId: string): Promise<StationDays> {
    const { timeline } = await this.#loadTimeline(stationId);
    return timeline;
  }

  /** A revision or insertion was added, on any replica. */
  changed(stationId: string): void {
    for (const [slug, { row }] of this.#known) if (row.id === stationId) this.#lookAfter(slug);
  }

  /** The row of a station has changed, on any replica. */
  rowChanged(slug: string): void {
    if (this.#known.has(slug)) this.#lookAfter(slug);
  }

  /** Changes may have been missed. */
  allChanged(): void {
    for (const station of this.#known.values()) station.isStale = true;
  }

  /** Calls back with the slug whenever a timeline has changed. */
  onChange(act: (slug: string) => void): void {
    this.#listeners.push(act);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Reads a station, and its timeline if that has changed. */
  #look(slug: string): Promise<LoadedStation | null> {
    const running = this.#looks.get(slug);
    if (running) return running;
    const looking = this.#read(slug).finally(() => this.#looks.delete(slug));
    this.#looks.set(slug, looking);
    return looking;
  }

  async #read(slug: string): Promise<LoadedStation | null> {
    const before = this.#known.get(slug);
    if (before) before.isStale = false;
    const row = await this.#findRow(slug);
    if (!row) {
      if (before) this.#slugs.delete(before.row.id);
      if (this.#known.delete(slug)) for (const act of this.#listeners) act(slug);
      return null;
    }
    this.#slugs.set(row.id, slug);
    const mark = markOf(row);
    const isSame = before?.row.id === row.id;
    if (before && isSame && before.mark === mark) {
      return Object.assign(before, { row, lookedAt: this.#now() });
    }
    const loaded = await this.#loadTimeline(row.id, isSame ? before?.timeline : undefined);
    const state = { row, ...loaded, lookedAt: this.#now() };
    // The same object, so that streams and pages that hold its timeline get the new one.
    if (before && isSame) Object.assign(before, state);
    else this.#known.set(slug, { ...state, usedAt: this.#now(), isStale: false });
    this.#makeRoom();
    if (before) for (const act of this.#listeners) act(slug);
    return this.#known.get(slug) ?? null;
  }

  /** @param before what this process computed earlier; it is compared with a day that was kept since */
  async #loadTimeline(
    id: string,
    before?: StationDays,
  ): Promise<Pick<LoadedStation, 'timeline' | 'pauses' | 'mark' | 'hasAac'>> {
    const today = dayOfTime(this.#now());
    const loaded = await loadInputs(this.#db, id, { before: today });
    const { base, pauses, mark } = loaded;
    if (before && base) this.#compareWithKept(id, before, base);
    const days = await computeDays(this.#db, loaded, today);
    return { timeline: this.#timelineOf(loaded, days), pauses, mark, hasAac: airAac(days) };
  }

  /** A day that was kept by another replica must be the same; if not, the kept one stands. */
  #compareWithKept(id: string, before: StationDays, kept: StationDay): void {
    const middle = kept.day * DAY_UNITS + DAY_UNITS / 2;
    const made = before.daysBetween(middle, middle + 1).find(({ day }) => day === kept.day);
    if (made && made.hash !== kept.hash) {
      reportOther({ log: this.#log }, id, { day: dateOf(kept.day), kept, made });
    }
  }

  #timelineOf(
    { base, inputs, local, firstDay }: LoadedInputs,
    computed: StationDay[],
  ): StationDays {
    const days = new Map([...(base ? [base] : []), ...computed].map((one) => [one.day, one]));

    const dayAt = (day: number): StationDay | undefined => {
      const found = days.get(day);
      if (found) return found;
      // The first day may be tomorrow: the database, whose clock counts, can be ahead of ours at midnight.
      const newest = Math.max(firstDay - 1, ...days.keys());
      // Before what was loaded, or too far ahead.
      if (day <= newest || day > dayOfTime(this.#now()) + PREVIEW_DAYS + 1) return undefined;
      const before = day === firstDay ? base : dayAt(day - 1);
      if (before === undefined) return undefined;
      const made = computeStationDay(inputs, { day, state: before?.end ?? null });
      days.set(day, made);
      for (const old of days.keys()) if (old < dayOfTime(this.#now()) - 1) days.delete(old);
      return made;
    };

    function daysBetween(from: number, to: number): StationDay[] {
      const found: StationDay[] = [];
      // An item of the day before may reach into the span.
      for (let day = dayOfUnit(from) - 1; day <= dayOfUnit(to - 1); day += 1) {
        const made = dayAt(day);
        if (made) found.push(made);
      }
      return found;
    }

    const timeline: StationTimeline = {
      itemsBetween: (from, to) =>
        daysBetween(from, to).flatMap(({ airings }) => airingsBetween(airings, from, to)),
      voiceOversBetween: (from, to) =>
        daysBetween(from, to).flatMap(({ voice_overs }) =>
          voice_overs.filter((one) => one.starts_unit < to && one.ends_unit > from),
        ),
    };
    const placed = placeLocally(local, timeline);
    return {
      ...timeline,
      daysBetween,
      localBetween: (from, to) =>
        placed(to).filter((one) => one.starts_unit < to && one.ends_unit > from),
    };
  }

  /** Drops stations that are not used, and the least recently used beyond the limit. */
  #makeRoom(): void {
    for (const [slug, { usedAt }] of this.#known) {
      if (this.#known.size > MOST_STATIONS || this.#now() - usedAt > UNUSED_MS)
        this.#known.delete(slug);
    }
  }

  #present(station: LoadedStation): OnAirStation {
    const { row } = station;
    return {
      id: row.id,
      slug: row.station_slug,
      name: row.station_name?.trim() || DEFAULT_STATION_NAME,
      accent_colour: row.accent_colour,
      timeline: {
        itemsBetween: (from, to) => {
          station.usedAt = this.#now();
          return station.timeline.itemsBetween(from, to);
        },
        voiceOversBetween: (from, to) => station.timeline.voiceOversBetween(from, to),
      },
      localBetween: (location, from, to) =>
        station.timeline
          .localBetween(from, to)
          .filter(({ location_ids }) => location_ids.includes(location)),
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

  #lookAgain(slug: string, station: LoadedStation): void {
    const isDue = Math.abs(this.#now() - station.lookedAt) >= LOOK_EVERY_MS;
    if (isDue || station.isStale) this.#lookLater(slug);
  }

  /** A read that is running may have begun before the change, so another one follows it. */
  #lookAfter(slug: string): void {
    const running = this.#looks.get(slug);
    if (running) void running.catch(() => null).then(() => this.#lookLater(slug));
    else this.#lookLater(slug);
  }

  #lookLater(slug: string): void {
    this.#look(slug).catch((error: unknown) => {
      const station = this.#known.get(slug);
      // The next question looks again.
      if (station) Object.assign(station, { isStale: true, lookedAt: this.#now() });
      this.#log.warn(
        { err: error, slug },
        'a station on air could not be read; it continues from memory',
      );
    });
  }

  /** @throws AppError `unavailable` while the database is away */
  async #ask<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      throw isDatabaseGone(error) ? new AppError('unavailable', { cause: error }) : error;
    }
  }

  async #findAt(slug: string): Promise<LoadedStation | null> {
    const station = this.#known.get(slug);
    if (!station) return this.#ask(() => this.#look(slug));
    station.usedAt = this.#now();
    // Moves it to the end of the order in which stations are dropped.
    this.#known.delete(slug);
    this.#known.set(slug, station);
    this.#lookAgain(slug, station);
    return station;
  }

  async #findById(id: string): Promise<LoadedStation | null> {
    const slug = this.#slugs.get(id);
    const station = slug === undefined ? null : await this.#findAt(slug);
    if (station?.row.id === id) return station;
    // Its slug may have changed since.
    const row = await this.#ask(() => this.#findSlug(id));
    const found = row ? await this.#ask(() => this.#look(row.station_slug)) : null;
    return found?.row.id === id ? found : null;
  }
}

const airAac = (days: StationDay[]): boolean =>
  days.at(-1)?.airings.some(({ item }) => item.renditions.aac_64) ?? false;

/** Lets other work of this process happen while many days are computed. */
export async function computeAhead(timeline: StationDays, from: number, to: number): Promise<void> {
  for (let day = dayOfUnit(from); day <= dayOfUnit(to); day += 1) {
    timeline.daysBetween(from, Math.min(to, (day + 1) * DAY_UNITS));
    await endOfTurn();
  }
}
