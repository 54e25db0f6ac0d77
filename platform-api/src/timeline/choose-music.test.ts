import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airedIn,
  clockTime,
  daysOf,
  dayWith,
  EVERY_DAY,
  everyTenMinutes,
  isBy,
  JANUARY,
  news,
  radioIds,
  revisionOf,
  seconds,
  spots,
  testMusic,
  testSchedule,
} from '../../test/schedules.ts';
import { expectNoGaps } from '../../test/timeline-promises.ts';
import { byStart, timeOfUnit, type Airing, type Item } from './airing.ts';
import { songKey } from './hash.ts';
import type { Insertion, Schedule } from './schedule.ts';

describe('Music', () => {
  it('airs every track once before any twice', () => {
    const { airings } = airedIn(
      {
        revisions: [
          revisionOf({
            startsAt: JANUARY,
            schedule: testSchedule(testMusic('m', 100, 40), {
              separation: { title_hours: 2, artist_tracks: 5 },
              items: radioIds,
              radio_ids: everyTenMinutes,
            }),
          }),
        ],
      },
      3,
    );
    const ids = airings.filter(isBy('music')).map(({ item }) => item.id);
    expect(ids.length).toBeGreaterThan(900);
    const orders = new Set<string>();
    for (let from = 0; from + 100 <= ids.length; from += 100) {
      const cycle = ids.slice(from, from + 100);
      expect(new Set(cycle).size).toBe(100);
      orders.add(cycle.join());
    }
    expect(orders.size).toBe(Math.floor(ids.length / 100));
  });

  it('is in the playlist’s own order where that is wanted', () => {
    const music = testMusic('m', 50, 10);
    const playlist = {
      id: 'music',
      name: 'Music',
      items: music.map(({ id }) => id),
      is_in_order: true,
    };
    const { airings } = airedIn(
      {
        revisions: [
          revisionOf({
            startsAt: JANUARY,
            schedule: testSchedule(music, { playlists: [playlist] }),
          }),
        ],
      },
      1,
    );
    airings.forEach(({ item }, index) => expect(item.id).toBe(`m${index % 50}`));
  });

  it('comes from the playlists of the day part in force, by their weights', () => {
    const music = testMusic('m', 400, 50);
    const playlists = [0, 1, 2].map((part) => ({
      id: `p${part}`,
      name: `P${part}`,
      items: music.filter((_, index) => index % 3 === part).map(({ id }) => id),
      is_in_order: false,
    }));
    const schedule = testSchedule(music, {
      playlists,
      default_playlists: [{ playlist_id: 'p0', weight: 1 }],
      day_parts: [
        {
          name: 'Night',
          days: EVERY_DAY,
          from: '22:00',
          to: '04:00',
          playlists: [
            { playlist_id: 'p1', weight: 3 },
            { playlist_id: 'p2', weight: 1 },
          ],
        },
      ],
    });
    const { airings } = airedIn({ revisions: [revisionOf({ startsAt: JANUARY, schedule })] }, 3);
    const plays = { p0: 0, p1: 0, p2: 0 };
    for (const { rule, starts_unit } of airings) {
      if (rule.kind !== 'music') throw new Error('Only music is scheduled');
      const hour = Math.floor(timeOfUnit(starts_unit) / 3_600_000) % 24;
      expect(rule.day_part).toBe(hour >= 22 || hour < 4 ? 'Night' : null);
      expect(rule.day_part === null).toBe(rule.playlist_id === 'p0');
      plays[rule.playlist_id as keyof typeof plays] += 1;
    }
    expect(Math.abs(plays.p1 - 3 * plays.p2)).toBeLessThanOrEqual(4);
  });

  it('is chosen so that due items are seldom late', () => {
    const { airings, voice_overs } = dayWith({ items: radioIds, radio_ids: everyTenMinutes });
    const late = byStart(airings, voice_overs).flatMap(({ rule, starts_unit }) =>
      rule.kind === 'radio_id' ? [starts_unit - rule.due_unit] : [],
    );
    late.sort((one, other) => one - other);
    // One every ten minutes, and the one with which the station begins.
    expect(late.length).toBe(144);
    expect(late[71]).toBeLessThan(seconds(15));
    expect(late.at(-1)).toBeLessThan(seconds(300));
  });

  it('breaks a rule rather than the stream, and says so', () => {
    const schedule = testSchedule(testMusic('m', 1, 1), {
      separation: { title_hours: 4, artist_tracks: 5 },
    });
    const { airings } = airedIn({ revisions: [revisionOf({ startsAt: JANUARY, schedule })] }, 1);
    expectNoGaps(airings);
    expect(airings[0]?.rule).toMatchObject({ broken_separation: null });
    expect(airings[1]?.rule).toMatchObject({ broken_separation: 'title' });
  });
});

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

/** Songs that follow themselves, with nothing but speech in between. Hard items air at their minute. */
function repeats(airings: Airing[]): string[] {
  const songs = airings.filter(({ item }) => item.kind === 'music');
  return songs.flatMap(({ item, rule, starts_unit }, at) => {
    const before = songs[at - 1]?.item;
    const isHard = rule.kind === 'fixed_item' && rule.is_hard;
    if (isHard || !before || songKey(before) !== songKey(item)) return [];
    return [`${new Date(timeOfUnit(starts_unit)).toISOString()} ${item.title} by ${rule.kind}`];
  });
}

/** Stations with few songs, with every rule that may bring one too soon. */
const fewSongs = fc.record({
  tracks: fc.integer({ min: 2, max: 14 }),
  length: fc.integer({ min: 30, max: 240 }),
  seed: fc.nat(0xffffffff),
  isInOrder: fc.boolean(),
  titleHours: fc.constantFrom(0, 0, 1, 3),
  artists: fc.integer({ min: 1, max: 14 }),
  artistTracks: fc.constantFrom(0, 0, 2, 5),
  more: fc.subarray(['m0', 'm1', 'm2']),
  less: fc.subarray(['m0', 'm1', 'm3']),
  hasRadioIds: fc.boolean(),
  fixed: fc.array(fc.tuple(fc.nat(1_439), fc.nat(1), fc.boolean()), { maxLength: 4 }),
  inserted: fc.array(fc.tuple(fc.nat(40 * 3_600), fc.nat(1)), { maxLength: 6 }),
  skips: fc.array(fc.nat(200), { maxLength: 3 }),
  newSeedAfter: fc.nat(30 * 3_600),
});

function stationOf(of: typeof fewSongs extends fc.Arbitrary<infer Value> ? Value : never) {
  const music = testMusic('m', of.tracks, of.artists, of.seed).map((item) => ({
    ...item,
    units: item.units - seconds(150) + seconds(of.length),
  }));
  const known = new Set(idsOf(music));
  const half = { is_in_order: of.isInOrder, more: of.more.filter((id) => known.has(id)) };
  const less = of.less.filter((id) => known.has(id) && !half.more.includes(id));
  const values: Partial<Schedule> = {
    seed: of.seed,
    playlists: [
      { id: 'all', name: 'All', items: idsOf(music), ...half, less },
      // Day parts change between playlists that share songs.
      { id: 'some', name: 'Some', items: idsOf(music.slice(0, 2)), is_in_order: !of.isInOrder },
    ],
    default_playlists: [{ playlist_id: 'all', weight: 1 }],
    day_parts: [
      {
        name: 'Mixed',
        days: EVERY_DAY,
        from: '06:00',
        to: '09:30',
        playlists: [
          { playlist_id: 'all', weight: 2 },
          { playlist_id: 'some', weight: 1 },
        ],
      },
      {
        name: 'Some',
        days: EVERY_DAY,
        from: '18:00',
        to: '20:15',
        playlists: [{ playlist_id: 'some', weight: 1 }],
      },
    ],
    separation: { title_hours: of.titleHours, artist_tracks: of.artistTracks },
    items: [...radioIds, ...spots, news],
    radio_ids: of.hasRadioIds ? everyTenMinutes : null,
    breaks: of.hasRadioIds ? { items: idsOf(spots), every_minutes: 30, spots: 2 } : null,
    fixed_items: of.fixed.map(([at, song, isHard], n) => ({
      id: `fixed ${n}`,
      item_id: isHard ? news.id : `m${song}`,
      at: clockTime(at),
      days: EVERY_DAY,
      is_hard: isHard,
    })),
  };
  const schedule = testSchedule(music, values);
  const insertions = of.inserted.map(([after, song], n): Insertion => ({
    id: `insertion ${n}`,
    committed_at: JANUARY + after * 1_000,
    kind: 'item',
    item: music[song] ?? news,
  }));
  const revisions = [
    revisionOf({ startsAt: JANUARY, schedule }),
    revisionOf(
      { startsAt: JANUARY + of.newSeedAfter * 1_000, schedule: { ...schedule, seed: 1 } },
      { id: 'second' },
    ),
  ];
  return { revisions, insertions, skips: of.skips };
}

describe('A song', () => {
  it('never airs twice in a row where there are two: over cycles, days, day parts, insertions and skips', () => {
    fc.assert(
      fc.property(fewSongs, (of) => {
        const { skips, ...inputs } = stationOf(of);
        const { airings } = airedIn(inputs, 1);
        const cuts = skips.flatMap((at, n): Insertion[] => {
          const skipped = airings[at];
          if (!skipped) return [];
          const committed_at = timeOfUnit(skipped.starts_unit);
          return [
            { id: `skip ${n}`, committed_at, kind: 'skip', starts_unit: skipped.starts_unit },
          ];
        });
        const insertions = [...inputs.insertions, ...cuts];
        expect(repeats(airedIn({ ...inputs, insertions }, 3).airings)).toEqual([]);
      }),
      { numRuns: process.env['FULL'] ? 2_000 : 60 },
    );
  }, 120_000);

  it('is not followed by itself at its minute, where there are three', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(1_439), (seed, minute) => {
        const schedule = testSchedule(testMusic('m', 3, 3, seed), {
          seed,
          fixed_items: [
            { id: 'f', item_id: 'm0', at: clockTime(minute), days: EVERY_DAY, is_hard: true },
          ],
        });
        const revisions = [revisionOf({ startsAt: JANUARY, schedule })];
        const { airings } = airedIn({ revisions }, 3);
        const songs = airings.map(({ item }) => item.id);
        expect(songs.filter((id, at) => id === songs[at - 1])).toEqual([]);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it('repeats where the hours have no other, and an inserted one waits for another', () => {
    const [one] = testMusic('m', 1, 1);
    if (!one) throw new Error('there is one');
    const alone = airedIn(
      { revisions: [revisionOf({ startsAt: JANUARY, schedule: testSchedule([one]) })] },
      1,
    );
    expect(alone.airings.length).toBeGreaterThan(200);
    const music = testMusic('m', 2, 2);
    const revisions = [revisionOf({ startsAt: JANUARY, schedule: testSchedule(music) })];
    const [first, second, third] = airedIn({ revisions }, 1).airings;
    if (!first || !second || !third) throw new Error('the day has airings');
    const committed_at = timeOfUnit(first.starts_unit);
    const insertions: Insertion[] = [{ id: 'i', committed_at, kind: 'item', item: first.item }];
    const { airings } = airedIn({ revisions, insertions }, 1);
    expect(airings.slice(0, 3).map(({ item, rule }) => [item.id, rule.kind])).toEqual([
      [first.item.id, 'music'],
      [second.item.id, 'music'],
      [first.item.id, 'insertion'],
    ]);
  });
});

describe('Days of former versions of the rules', () => {
  const five = testMusic('m', 5, 5);
  const many = testMusic('m', 120, 30);
  // Computed when the versions were new: kept days name these hashes.
  it.each<[string, Schedule, [string, string]]>([
    [
      'five songs',
      testSchedule(five),
      [
        '5263ce7da9f16b928f1166c9e6d384c5fce712567c27af4aeaf47b3e57a0b46d',
        '1f134813ae22df594f3cfd6057104f2597b8a60cfd8c47a35c5b5896922ca89d',
      ],
    ],
    [
      'two songs',
      testSchedule(testMusic('m', 2, 2)),
      [
        '75c8699e6e8f6eb7e97a77d2ed30a34256f9197be0cb67a5d93ca39d02d92479',
        'f02fdda3b0aa7c104637ea01e3a339354115bb0df5ae7a802db172d345d1f61e',
      ],
    ],
    [
      'a separation that cannot hold',
      testSchedule(five, { separation: { title_hours: 3, artist_tracks: 2 } }),
      [
        '310d0769afedddde9ae6c0b5ba641221f603374812c1a1a65c774a462e4911d7',
        'a4662e06d19e95d39e7f799c5132692a453225a6c6981eb23eb0269a894c2998',
      ],
    ],
    [
      'all rules',
      testSchedule(many, {
        playlists: [0, 1].map((part) => ({
          id: `half ${part}`,
          name: `Half ${part}`,
          items: idsOf(many.filter((_, at) => at % 3 === part || at % 3 === 2)),
          is_in_order: part === 1,
        })),
        default_playlists: [
          { playlist_id: 'half 0', weight: 2 },
          { playlist_id: 'half 1', weight: 1 },
        ],
        day_parts: [
          {
            name: 'Noon',
            days: EVERY_DAY,
            from: '11:00',
            to: '14:00',
            playlists: [{ playlist_id: 'half 1', weight: 1 }],
          },
        ],
        separation: { title_hours: 2, artist_tracks: 4 },
        items: [...radioIds, ...spots, news],
        radio_ids: { items: idsOf(radioIds), every_minutes: 10 },
        breaks: { items: idsOf(spots), every_minutes: 30, spots: 2 },
        fixed_items: [
          { id: 'f1', item_id: 'news', at: '09:00', days: EVERY_DAY, is_hard: true },
          { id: 'f2', item_id: 'm3', at: '12:30', days: EVERY_DAY, is_hard: false },
        ],
      }),
      [
        'b84dd2d3c30023a863303a103bb228accab9edc8ffb40ac14fbec854387a0e3e',
        'd6f6b1ed48b11df3332274911890901f56020106293bec4840ef447d19165407',
      ],
    ],
  ])('are computed as they aired: %s', (_, schedule, hashes) => {
    const versions = [1, 2] as const;
    const computed = versions.map((algorithm) => {
      const revision = revisionOf({ startsAt: JANUARY, schedule: { ...schedule, algorithm } });
      return [...daysOf({ revisions: [revision] }, 3)].at(-1)?.hash;
    });
    expect(computed).toEqual(hashes);
  });
});
