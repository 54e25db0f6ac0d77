import fc from 'fast-check';
import { randomFrom } from '../src/timeline/hash.ts';
import {
  dayOfUnit,
  firstUnitFrom,
  UNIT_MS,
  unitAt,
  type Airing,
  type Item,
  type ItemKind,
} from '../src/timeline/airing.ts';
import { computeDay } from '../src/timeline/compute-day.ts';
import type { TimelineDay, TimelineState } from '../src/timeline/day.ts';
import {
  ALGORITHM_VERSION,
  type Insertion,
  type Pause,
  type Revision,
  type Schedule,
  type Weekday,
} from '../src/timeline/schedule.ts';

export const EVERY_DAY: Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** Seconds as whole units. */
export const seconds = (count: number): number => Math.ceil((count * 1_000) / UNIT_MS);

export function testItem(kind: ItemKind, id: string, units: number, values?: Partial<Item>): Item {
  return {
    id,
    kind,
    title: `Title of ${id}`,
    artist: kind === 'music' ? `Artist of ${id}` : null,
    album: null,
    cover_key: null,
    units,
    renditions: { mp3_128: { key: `prepared/${id}.mp3` } },
    ...values,
  };
}

/** Music of 2:30 to 5 minutes by `artists` artists, with segues of up to 10 s and intros of up to 20 s. */
export function testMusic(prefix: string, count: number, artists: number, seed = 1): Item[] {
  const random = randomFrom(seed);
  const overlap = randomFrom(seed + 1);
  return Array.from({ length: count }, (_, at) =>
    testItem('music', `${prefix}${at}`, seconds(150) + random(seconds(150)), {
      artist: `Artist ${at % artists}`,
      segue_units: overlap(seconds(10)),
      intro_units: overlap(seconds(20)),
    }),
  );
}

/** A station with one playlist of music and nothing else, changed by `values`. */
export function testSchedule(music: Item[], values: Partial<Schedule> = {}): Schedule {
  const { items = [], ...others } = values;
  return {
    algorithm: ALGORITHM_VERSION,
    seed: 7,
    zone: 'Europe/London',
    playlists: [
      { id: 'music', name: 'Music', items: music.map(({ id }) => id), is_in_order: false },
    ],
    default_playlists: [{ playlist_id: 'music', weight: 1 }],
    day_parts: [],
    separation: { title_hours: 0, artist_tracks: 0 },
    radio_ids: null,
    breaks: null,
    fixed_items: [],
    opening_hours: null,
    ...others,
    items: [...music, ...items],
  };
}

export interface TestStation {
  /** The time of the first day, in ms since the epoch. */
  startsAt: number;
  schedule: Schedule;
}

/** Winter, summer, and days before, of and after changes of the clock. */
const STARTS = [
  '2026-01-12',
  '2026-07-06',
  '2026-03-28',
  '2026-10-24',
  '2026-04-04',
  '2026-10-03',
  '2026-03-07',
  '2026-10-31',
].map((date) => Date.parse(`${date}T00:00:00Z`));

const ZONES = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'UTC',
];

const days = fc.subarray(EVERY_DAY, { minLength: 1 });
const minuteOfDay = (step: number) =>
  fc.integer({ min: 0, max: 24 * (60 / step) - 1 }).map((count) => clockTime(count * step));

export const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Stations whose rules can hold, and some whose intervals are shorter than their tracks. */
export const anyStation: fc.Arbitrary<TestStation> = fc
  .record({
    startsAt: fc
      .tuple(fc.constantFrom(...STARTS), fc.integer({ min: 0, max: 36 * 60 * 60 * 1_000 }))
      .map(([start, after]) => start + after),
    zone: fc.constantFrom(...ZONES),
    seed: fc.nat(0xffffffff),
    tracks: fc.integer({ min: 250, max: 400 }),
    titleHours: fc.integer({ min: 0, max: 3 }),
    artistTracks: fc.integer({ min: 0, max: 6 }),
    radioIds: fc.option(
      fc.record({
        count: fc.integer({ min: 1, max: 4 }),
        every: fc.constantFrom(5, 7, 10, 15, 45, 60),
      }),
    ),
    breaks: fc.option(
      fc.record({
        count: fc.integer({ min: 1, max: 5 }),
        every: fc.constantFrom(12, 20, 30, 50, 90),
        spots: fc.integer({ min: 1, max: 4 }),
      }),
    ),
    fixed: fc.uniqueArray(fc.tuple(minuteOfDay(30), days, fc.boolean()), {
      maxLength: 4,
      selector: ([at]) => at,
    }),
    parts: fc.array(fc.tuple(days, minuteOfDay(30), minuteOfDay(30), fc.boolean()), {
      maxLength: 3,
    }),
    opening: fc.option(fc.tuple(days, minuteOfDay(60), minuteOfDay(60))),
  })
  .map(({ startsAt, zone, seed, tracks, titleHours, artistTracks, ...others }) => {
    const music = testMusic('m', tracks, 40, seed);
    const named = (kind: ItemKind, count: number, from: number) =>
      Array.from({ length: count }, (_, at) => testItem(kind, `${kind} ${at}`, from + 9 * at));
    const radioIds = named('radio_id', others.radioIds?.count ?? 0, 40);
    const spots = named('commercial_spot', others.breaks?.count ?? 0, 90);
    const announcement = testItem('announcement', 'announcement', 150);
    const ids = (items: Item[]) => items.map(({ id }) => id);
    const schedule = testSchedule(music, {
      zone,
      seed,
      items: [...radioIds, ...spots, announcement],
      playlists: [0, 1].map((half) => ({
        id: `half ${half}`,
        name: `Half ${half}`,
        // They share every fourth track.
        items: ids(music.filter((_, at) => at % 4 === 3 || at % 2 === half)),
        is_in_order: false,
      })),
      default_playlists: [{ playlist_id: 'half 0', weight: 1 }],
      day_parts: others.parts.map(([partDays, from, to, isMixed], at) => ({
        name: `Part ${at}`,
        days: partDays,
        from,
        to,
        playlists: isMixed
          ? [
              { playlist_id: 'half 0', weight: 3 },
              { playlist_id: 'half 1', weight: 2 },
            ]
          : [{ playlist_id: 'half 1', weight: 1 }],
      })),
      separation: { title_hours: titleHours, artist_tracks: artistTracks },
      radio_ids: others.radioIds && { items: ids(radioIds), every_minutes: others.radioIds.every },
      breaks: others.breaks && {
        items: ids(spots),
        every_minutes: others.breaks.every,
        spots: others.breaks.spots,
      },
      fixed_items: others.fixed.map(([at, fixedDays, isHard]) => ({
        id: `fixed ${at}`,
        item_id: announcement.id,
        at,
        days: fixedDays,
        is_hard: isHard,
      })),
      opening_hours: others.opening && [
        { days: others.opening[0], from: others.opening[1], to: others.opening[2] },
      ],
    });
    return { startsAt, schedule };
  });

/** The revision of a station, put in force at `startsAt` plus 30 s. */
export const revisionOf = (
  { startsAt, schedule }: TestStation,
  values: Partial<Revision> = {},
): Revision => ({ id: 'first', committed_at: startsAt, schedule, ...values });

export interface TestInputs {
  revisions: Revision[];
  insertions?: Insertion[];
  pauses?: Pause[];
}

/** Days in a row from the one of the first revision; each state goes through JSON, as in a database. */
export function* daysOf(
  { revisions, insertions = [], pauses = [] }: TestInputs,
  count: number,
): Generator<TimelineDay> {
  const first = Math.min(...revisions.map((one) => one.committed_at));
  let state: TimelineState | null = null;
  for (let at = 0, day = dayOfUnit(unitAt(first)); at < count; at += 1, day += 1) {
    const computed: TimelineDay = computeDay({ day, state, revisions, insertions, pauses });
    state = JSON.parse(JSON.stringify(computed.end)) as TimelineState | null;
    yield computed;
  }
}

type Aired = Pick<TimelineDay, 'airings' | 'voice_overs' | 'missed'>;

/** The airings, voice-overs and missed items of days in a row. */
export function airedIn(inputs: TestInputs, count: number): Aired {
  const computed = [...daysOf(inputs, count)];
  return {
    airings: computed.flatMap(({ airings }) => airings),
    voice_overs: computed.flatMap(({ voice_overs }) => voice_overs),
    missed: computed.flatMap(({ missed }) => missed),
  };
}

/** A Monday in winter. */
export const JANUARY = Date.parse('2026-01-12T00:00:00Z');

export const unitOf = (iso: string): number => firstUnitFrom(Date.parse(iso));

/** Whether an airing is by a kind of rule. */
export const isBy =
  (kind: Airing['rule']['kind']) =>
  ({ rule }: Airing): boolean =>
    rule.kind === kind;

/** A day of a station with 300 tracks and these rules. */
export function dayWith(values: Partial<Schedule>): Aired {
  const schedule = testSchedule(testMusic('m', 300, 40), values);
  const revision = revisionOf({ startsAt: JANUARY, schedule });
  return airedIn({ revisions: [revision] }, 1);
}

export const radioIds = [40, 50, 60].map((units, index) =>
  testItem('radio_id', `id ${index}`, units),
);
export const spots = [100, 80, 160].map((units, index) =>
  testItem('commercial_spot', `spot ${index}`, units),
);
export const news = testItem('announcement', 'news', seconds(120));
export const everyTenMinutes = { items: radioIds.map(({ id }) => id), every_minutes: 10 };
