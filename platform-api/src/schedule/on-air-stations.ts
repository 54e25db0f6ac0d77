// The stations on air here, in this process: their timelines, computed on demand and dropped when they are no longer used.
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DEFAULT_STATION_NAME } from '../../contract/stations/values.ts';
import { packageNamed, type PackageName } from '../../contract/billing/prices.ts';
import { PACKAGE_RENDITIONS } from '../../contract/broadcast/renditions.ts';
import { stationIdIn } from '../../contract/stations/slug.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import type { OnAir, OnAirStation } from '../broadcast/on-air.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { DAY_UNITS } from '../timeline/airing.ts';
import {
  airsAac,
  COMPUTED_COLUMNS,
  computedHoursAt,
  JOIN_COMPUTED,
  keepComputedDay,
  readComputedDay,
  type ComputedDay,
  type ComputedRow,
} from './computed-days.ts';
import { computeDays, reportOther } from './kept-days.ts';
import { dateOf, dayOfTime } from './packed-day.ts';
import { pauseOf, type PauseRow } from './pauses.ts';
import type { StationDay } from './station-day.ts';
import { loadInputs, MARK_COLUMNS, markOf, type MarkRow } from './station-inputs.ts';
import { timelineOf, timelineOfComputed, type StationDays } from './station-timeline.ts';
import { slugsOf, STATIONS_FROM_HERE } from '../stations/station-queries.ts';
import { monthStart, secondsSince } from '../listening/figures.ts';

/** In case a notification was lost, a station that is asked for is looked up this often, in ms. */
const LOOK_EVERY_MS = 5_000;

/** A station that is not used is dropped after this time, in ms. */
const UNUSED_MS = 10 * MINUTE_MS;

/** A station that was asked for within this time is kept up to date, in ms. */
const IN_USE_MS = MINUTE_MS;

/** Stations in memory, about 200 KB each. The least recently used goes first. */
const MOST_STATIONS = 500;

/** The time between two stations whose rest is loaded, in ms. */
const COMPLETE_EVERY_MS = 20;

/**
 * The stations at some slugs, of the statuses that are heard: before one goes live, the check and the admin listen. The sum of
 * seconds, of the few stations that it can stop, is read from an index within milliseconds. The inner `select`s hide values
 * from the planner: PostgreSQL plans a prepared query anew each time, in 0.5 ms, if they seem to make it cheaper.
 */
const stationsAt = (columns = '', join = '') => `
  select s.id, s.station_slug, s.station_name, s.accent_colour, s.package_name,
    case when s.listening_policy = 'stop_new'
      then ${secondsSince('s.id', '(select :month::timestamptz)')} end as heard_seconds,
    ${MARK_COLUMNS} ${columns}
  from ${STATIONS_FROM_HERE} s ${join}
  where s.station_slug = any((select :slugs::text[])::text[]) and s.status in ('active', 'setup_pending')`;

const KNOWN = stationsAt();

/** Those that this process does not know come with what is kept of today. */
const NEW = stationsAt(`, ${COMPUTED_COLUMNS}`, JOIN_COMPUTED);

const isFull = ({ heard_seconds, package_name }: Row): boolean =>
  heard_seconds !== null &&
  heard_seconds >= packageNamed(package_name).limits.listening_hours * 3_600;

interface Row extends MarkRow {
  id: string;
  station_slug: string;
  station_name: string | null;
  accent_colour: string | null;
  package_name: PackageName | null;
  /** Seconds of this month, of a station that may run out of listening hours; null: of others. */
  heard_seconds: number | null;
}

type FoundRow = Row & Partial<ComputedRow>;

interface LoadedTimeline {
  mark: string;
  timeline: StationDays;
  pauses: PauseRow[];
  /** Some of today's sound exists as AAC. */
  hasAac: boolean;
  /** It has the hours around now only. */
  isPartial: boolean;
}

interface LoadedStation extends LoadedTimeline {
  row: Row;
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
  readonly #findKnown: (key: string) => Promise<FoundRow | undefined>;
  readonly #findNew: (key: string) => Promise<FoundRow | undefined>;
  readonly #findSlug: (key: string) => Promise<Pick<Row, 'station_slug' | 'id'> | undefined>;
  /** The slugs at which stations were last seen, by their ids. */
  readonly #slugs = new Map<string, string>();
  /** The slugs of stations whose rest is loaded. */
  readonly #partial = new Set<string>();
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
    const rowsAt = (sql: string, name: string) =>
      batchByKey<FoundRow>(
        async (slugs) => {
          const month = new Date(monthStart(this.#now()));
          const values = { slugs, month, ...computedHoursAt(this.#now()) };
          const { rows } = await this.#db.raw<{ rows: FoundRow[] }>(sql, values).options({ name });
          return rows;
        },
        ({ station_slug }) => station_slug,
      );
    this.#findKnown = rowsAt(KNOWN, 'known_on_air');
    this.#findNew = rowsAt(NEW, 'new_on_air');
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

  known(name: string): OnAirStation | null {
    const id = stationIdIn(name);
    const slug = id === null ? name : this.#slugs.get(id);
    const station = slug === undefined ? null : this.#inMemory(slug);
    return station && (id === null || station.row.id === id) ? this.#present(station) : null;
  }

  /** The current timeline of a station, read from the database now. */
  async load(stationId: string): Promise<StationDays> {
    const { timeline } = await this.#compute(stationId);
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
    this.#partial.clear();
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
    const found = await (before ? this.#findKnown(slug) : this.#findNew(slug));
    if (!found) {
      if (before) this.#slugs.delete(before.row.id);
      if (this.#known.delete(slug)) for (const act of this.#listeners) act(slug);
      return null;
    }
    const { computed, computed_about, computed_from, ...row } = found;
    this.#slugs.set(row.id, slug);
    const mark = markOf(row);
    const isSame = before?.row.id === row.id;
    if (before && isSame && before.mark === mark) {
      if (before.isPartial) this.#completeLater(slug);
      return Object.assign(before, { row, lookedAt: this.#now() });
    }
    const kept = readComputedDay({ computed, computed_about, computed_from }, mark);
    const loaded = kept
      ? partOf(kept, mark)
      : await this.#loadTimeline(row.id, isSame ? before?.timeline : undefined);
    const state = { row, ...loaded, lookedAt: this.#now() };
    // The same object, so that streams and pages that hold its timeline get the new one.
    if (before && isSame) Object.assign(before, state);
    else this.#known.set(slug, { ...state, usedAt: this.#now(), isStale: false });
    this.#makeRoom();
    if (loaded.isPartial) this.#completeLater(slug);
    if (before) for (const act of this.#listeners) act(slug);
    return this.#known.get(slug) ?? null;
  }

  /** @param before what this process computed earlier; it is compared with a day that was kept since */
  async #loadTimeline(id: string, before?: StationDays): Promise<LoadedTimeline> {
    const { loaded, days, timeline } = await this.#compute(id);
    const { base, pauses } = loaded;
    const mark = markOf(loaded.marks);
    if (before && base) this.#compareWithKept(id, before, base);
    // Listeners do not wait for it, and without it the next process computes the day.
    keepComputedDay(this.#db, loaded, { days, mark }).catch((error: unknown) =>
      this.#log.debug({ err: error }, 'a computed day was not kept'),
    );
    return { timeline, pauses, mark, hasAac: airsAac(days.at(-1)), isPartial: false };
  }

  async #compute(id: string) {
    const today = dayOfTime(this.#now());
    const loaded = await loadInputs(this.#db, id, { before: today });
    const days = await computeDays(this.#db, loaded, today);
    return { loaded, days, timeline: timelineOf(loaded, days, this.#now) };
  }

  /** Loads the rest of a station that plays from a computed day. The listeners of others come first. */
  #completeLater(slug: string): void {
    this.#partial.add(slug);
    if (this.#partial.size === 1) void this.#completeAll();
  }

  async #completeAll(): Promise<void> {
    for (const slug of this.#partial) {
      await delay(COMPLETE_EVERY_MS, undefined, { ref: false });
      if (!this.#partial.has(slug)) return;
      try {
        await this.#complete(slug);
      } catch (error) {
        // The next look tries again.
        this.#log.warn({ err: error, slug }, 'the rest of a station on air could not be read');
      }
      this.#partial.delete(slug);
    }
  }

  async #complete(slug: string): Promise<void> {
    const station = this.#known.get(slug);
    if (!station?.isPartial) return;
    const { loaded, timeline } = await this.#compute(station.row.id);
    // A change that came meanwhile is read for itself.
    if (station.isPartial && markOf(loaded.marks) === station.mark)
      Object.assign(station, { timeline, pauses: loaded.pauses, isPartial: false });
  }

  /** A day that was kept by another replica must be the same; if not, the kept one stands. */
  #compareWithKept(id: string, before: StationDays, kept: StationDay): void {
    const middle = kept.day * DAY_UNITS + DAY_UNITS / 2;
    const made = before.daysBetween(middle, middle + 1).find(({ day }) => day === kept.day);
    if (made && made.hash !== kept.hash) {
      reportOther({ log: this.#log }, id, { day: dateOf(kept.day), kept, made });
    }
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
    return this.#inMemory(slug) ?? this.#ask(() => this.#look(slug));
  }

  #inMemory(slug: string): LoadedStation | null {
    const station = this.#known.get(slug);
    if (!station) return null;
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

const partOf = (computed: ComputedDay, mark: string): LoadedTimeline => ({
  mark,
  timeline: timelineOfComputed(computed),
  pauses: computed.pauses,
  hasAac: computed.hasAac,
  isPartial: true,
});
