// The reports of what aired, as tables: for PPL, for PRS for Music, and of promises kept.
import countries from 'i18n-iso-countries';
import type { Knex } from 'knex';
import { PROMISE_NAMES, type ReportKind } from '../../contract/proof/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import { trackCodes, type TrackCodes } from '../library/track-queries.ts';
import { secondsByCountry } from '../listening/figures.ts';
import { heardItems, type ProgrammeDeps } from '../schedule/aired.ts';
import { displayName } from '../stations/station.ts';
import type { ReportedStation } from '../stations/station-queries.ts';
import { timeOfUnit, type Airing, type Item } from '../timeline/airing.ts';
import { zoneClock } from '../timeline/zone-clock.ts';
import { readPromises } from './promises.ts';

/** A cell of a report. Null: it is not known. */
export type Cell = string | number | null;

export type Row = readonly Cell[];

/** The stations and days of a report. */
export interface ReportScope {
  stations: readonly ReportedStation[];
  /** Days of UTC, both inclusive. */
  days: { from: string; to: string };
  /** The same, in ms since the epoch; the end is exclusive. */
  span: { from: number; to: number };
  /** Called after each station that is counted. @throws when the work should end */
  onStation: () => Promise<void>;
}

interface ReportTable {
  columns: readonly string[];
  /** A row without one of these lacks what the society asks for. */
  required: readonly string[];
  /** In lists, each of as many rows as come together. */
  rows(deps: ProgrammeDeps, scope: ReportScope): AsyncGenerator<readonly Row[]>;
}

/** Hours as societies ask for them, to a hundredth. */
const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;

/** How long an airing was on air, in ms. */
const msOf = ({ starts_unit, ends_unit }: Airing): number => timeOfUnit(ends_unit - starts_unit);

const isMusic = ({ item }: Airing): boolean => item.kind === 'music';

const duration = (seconds: number): string =>
  new Date(Math.round(seconds) * 1_000).toISOString().slice(11, 19);

/**
 * PPL’s webcasting report: “The average number of tracks webcast per hour” and “The total listener hours”. Their product is
 * the number of streams, as PPL says.
 */
const PPL_WEBCASTING: ReportTable = {
  columns: [
    'Service',
    'Address',
    'From',
    'To',
    'Total listener hours',
    'Average number of tracks webcast per hour',
    'Streams',
  ],
  required: [],
  async *rows({ db }, { stations, days, span, onStation }) {
    for (const station of stations) {
      let [tracks, ms] = [0, 0];
      for await (const airings of heardItems(db, station.id, span)) {
        tracks += airings.filter(isMusic).length;
        for (const airing of airings) ms += msOf(airing);
      }
      const heard = await secondsByCountry(db, station.id, span);
      const seconds = heard.reduce((sum, one) => sum + one.seconds, 0);
      await onStation();
      if (tracks === 0 && seconds === 0) continue;
      // An hour on air, with its speech and spots.
      const perHour = ms === 0 ? null : Math.round((tracks * HOUR_MS * 100) / ms) / 100;
      yield [
        [
          displayName(station),
          station.station_slug,
          days.from,
          days.to,
          hoursOf(seconds),
          perHour,
          perHour === null ? null : Math.round((seconds / 3_600) * perHour),
        ],
      ];
    }
  },
};

/** PPL’s territory report: “a percentage breakdown of the total number of streams … into the territories”. */
const PPL_TERRITORIES: ReportTable = {
  columns: [
    'Service',
    'From',
    'To',
    'Territory',
    'Territory code',
    'Listener hours',
    'Percentage of streams',
  ],
  required: ['Territory'],
  async *rows({ db }, { stations, days, span, onStation }) {
    for (const station of stations) {
      const heard = await secondsByCountry(db, station.id, span);
      const total = heard.reduce((sum, { seconds }) => sum + seconds, 0);
      await onStation();
      yield heard.map(({ country, seconds }) => [
        displayName(station),
        days.from,
        days.to,
        (country !== '' && countries.getName(country, 'en')) || null,
        country || null,
        hoursOf(seconds),
        Math.round((seconds / total) * 10_000) / 100,
      ]);
    }
  },
};

/** The tags of tracks as they are now, so that corrections count. They are read as tracks turn up. */
function createCodes(db: Knex): (items: readonly Item[]) => Promise<Map<string, TrackCodes>> {
  const known = new Map<string, TrackCodes>();
  return async (items) => {
    const unknown = items.filter(({ id }) => !known.has(id));
    for (const { id, title, artist, album } of unknown)
      known.set(id, { ...NO_CODES, id, title, artist, album });
    const ids = unknown.map(({ id }) => id);
    for (const codes of ids.length === 0 ? [] : await trackCodes(db, ids))
      known.set(codes.id, codes);
    return known;
  };
}

const itemsOf = (airings: readonly Airing[]): Item[] => [
  ...new Map(airings.map(({ item }) => [item.id, item])).values(),
];

/** PPL’s music usage report: “artist, track title, record company, catalogue number and ISRC” of each track that aired. */
const PPL_MUSIC_USAGE: ReportTable = {
  columns: [
    'Service',
    'Date',
    'Time (UTC)',
    'Artist',
    'Track title',
    'Record company',
    'Album title',
    'ISRC',
    'Duration (seconds)',
  ],
  required: ['Artist', 'Record company', 'ISRC'],
  async *rows({ db }, { stations, span, onStation }) {
    const codesOf = createCodes(db);
    for (const station of stations) {
      const name = displayName(station);
      for await (const items of heardItems(db, station.id, span)) {
        const airings = items.filter(isMusic);
        const codes = await codesOf(itemsOf(airings));
        yield airings.map((airing) => {
          const at = new Date(timeOfUnit(airing.starts_unit)).toISOString();
          const { artist, title, label, album, isrc } = codes.get(airing.item.id) ?? NO_CODES;
          const seconds = msOf(airing) / 1_000;
          return [
            name,
            at.slice(0, 10),
            at.slice(11, 19),
            artist,
            title,
            label,
            album,
            isrc,
            seconds,
          ];
        });
      }
      await onStation();
    }
  },
};

const NO_CODES: Omit<TrackCodes, 'id'> = {
  title: '',
  artist: null,
  album: null,
  composer: null,
  label: null,
  isrc: null,
  duration_seconds: 0,
};

/** PRS asks for “times of day banding”: hours of the station’s own clock. */
const BAND_HOURS = 6;
const BANDS = ['00:00–06:00', '06:00–12:00', '12:00–18:00', '18:00–24:00'];

/** Plays of one track. */
interface Plays {
  ms: number;
  bands: number[];
}

/** PRS’s fields: music title, songwriter/composer, performer, duration, times of day banding, number of plays. */
const PRS_USAGE: ReportTable = {
  columns: [
    'Music title',
    'Songwriter/composer',
    'Performer',
    'Music duration',
    'Number of plays',
    ...BANDS.map((band) => `Plays ${band}`),
    'Seconds played',
    'Album title',
    'Record label',
    'ISRC',
  ],
  required: ['Songwriter/composer', 'Performer'],
  async *rows({ db }, { stations, span, onStation }) {
    const plays = new Map<string, Plays>();
    const codesOf = createCodes(db);
    let codes = await codesOf([]);
    for (const station of stations) {
      const clock = zoneClock(station.zone ?? 'UTC');
      for await (const items of heardItems(db, station.id, span)) {
        const airings = items.filter(isMusic);
        codes = await codesOf(itemsOf(airings));
        for (const airing of airings) {
          const of = plays.get(airing.item.id) ?? { ms: 0, bands: BANDS.map(() => 0) };
          const hour = new Date(clock.local(timeOfUnit(airing.starts_unit))).getUTCHours();
          const band = Math.floor(hour / BAND_HOURS);
          of.ms += msOf(airing);
          of.bands[band] = (of.bands[band] ?? 0) + 1;
          plays.set(airing.item.id, of);
        }
      }
      await onStation();
    }
    yield [...plays].map(([id, { ms, bands }]) => {
      const track = codes.get(id) ?? NO_CODES;
      return [
        track.title,
        track.composer,
        track.artist,
        duration(track.duration_seconds),
        bands.reduce((sum, count) => sum + count, 0),
        ...bands,
        ms / 1_000,
        track.album,
        track.label,
        track.isrc,
      ];
    });
  },
};

/** The months of a span, as `2026-11`. */
function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = [];
  const [last, date] = [to.slice(0, 7), new Date(`${from.slice(0, 7)}-01`)];
  for (;;) {
    const month = date.toISOString().slice(0, 7);
    if (month > last) return months;
    months.push(month);
    date.setUTCMonth(date.getUTCMonth() + 1);
  }
}

/** As promised, for each station and month: whole months, whatever their days. */
const PROMISES: ReportTable = {
  columns: [
    'Station',
    'Month',
    'Promise',
    'Due',
    'Aired',
    'Median late (seconds)',
    'Worst late (seconds)',
    'Missed',
    'Why',
    'Preview: median late (seconds)',
    'Preview: worst late (seconds)',
  ],
  required: [],
  async *rows(deps, { stations, days, onStation }) {
    for (const station of stations) {
      for (const month of monthsOf(days)) {
        const promises = await readPromises(deps, station.id, month).catch((error: unknown) => {
          // It plays from elsewhere.
          if (error instanceof AppError && error.kind === 'not_on_air_here') return null;
          throw error;
        });
        yield (promises?.rows ?? []).map(({ kind, due, aired, late, missed }) => {
          const preview =
            kind === 'radio_id'
              ? promises?.preview?.radio_ids
              : kind === 'break'
                ? promises?.preview?.breaks
                : null;
          return [
            displayName(station),
            month,
            PROMISE_NAMES[kind],
            due,
            aired,
            late?.median_seconds ?? null,
            late?.worst_seconds ?? null,
            due - aired,
            missed.map(({ reason, count }) => `${count}: ${reason}`).join(' ') || null,
            preview?.median_seconds ?? null,
            preview?.worst_seconds ?? null,
          ];
        });
      }
      await onStation();
    }
  },
};

/** Each kind of report as a table. */
export const REPORT_TABLES: Readonly<Record<ReportKind, ReportTable>> = {
  ppl_webcasting: PPL_WEBCASTING,
  ppl_territories: PPL_TERRITORIES,
  ppl_music_usage: PPL_MUSIC_USAGE,
  prs_usage: PRS_USAGE,
  promises: PROMISES,
};
