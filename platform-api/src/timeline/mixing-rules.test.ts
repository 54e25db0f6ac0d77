import { describe, expect, it } from 'vitest';
import { DEFAULT_MIXING } from '../../contract/schedule/values.ts';
import {
  airedIn,
  dayWith,
  EVERY_DAY,
  isBy,
  JANUARY,
  news,
  revisionOf,
  seconds,
  testItem,
  testMusic,
  testSchedule,
  unitOf,
  type TestInputs,
} from '../../test/schedules.ts';
import { expectNoGaps, expectVoiceOvers } from '../../test/timeline-promises.ts';
import { firstUnitFrom, type Airing, type Item } from './airing.ts';
import { segueOf } from './mixing-rules.ts';
import type { FixedItem, Insertion, Schedule } from './schedule.ts';

const song = (id: string, segue_units: number, values: Partial<Item> = {}): Item =>
  testItem('music', id, seconds(200), { segue_units, ...values });

const hardAt = (at: string, item: Item, id = `${at} ${item.id}`): FixedItem => ({
  id,
  item_id: item.id,
  at,
  days: EVERY_DAY,
  is_hard: true,
});

const fixedOf = (airings: Airing[]) => airings.filter(isBy('fixed_item'));

const dayOf = (music: Item[], values: Partial<Schedule> = {}, inputs: Partial<TestInputs> = {}) => {
  const schedule = testSchedule(music, values);
  return airedIn({ revisions: [revisionOf({ startsAt: JANUARY, schedule })], ...inputs }, 1);
};

const insertion = (at: string, values: Partial<Insertion & { kind: 'item' }> = {}): Insertion => ({
  id: at,
  committed_at: Date.parse(at),
  kind: 'item',
  item: news,
  is_over_music: true,
  ...values,
});

describe('A segue', () => {
  it('lets the next song begin at the segue point, while the last one still sounds', () => {
    const { airings } = dayOf([song('one', 20), song('other', 35)]);
    expectNoGaps(airings);
    for (const [at, airing] of airings.entries()) {
      const segue = airing.item.id === 'one' ? 20 : 35;
      expect(airing.ends_unit - airing.starts_unit).toBe(airing.item.units - segue);
      const before = airings[at - 1]?.item.segue_units ?? 0;
      expect(airing.tail_units ?? 0).toBe(before);
      expect(airing.cut_by).toBeNull();
    }
  });

  it.each([
    ['a quarter of a short song', song('a', 60, { units: 80 }), 20],
    ['twelve seconds', song('a', 400, { units: 4_000 }), 62],
    ['nothing of a song that was not measured', testItem('music', 'a', 900), 0],
    ['nothing of speech', testItem('radio_id', 'a', 900, { segue_units: 40 }), 0],
  ])('is at most %s', (_, item, units) => {
    expect(segueOf(item)).toBe(units);
  });

  it('leaves the tracks of an album in order as they are', () => {
    const ofAlbum = (id: string, album: string | null) => song(id, 20, { album });
    const music = [ofAlbum('a1', 'A'), ofAlbum('a2', 'A'), ofAlbum('b1', 'B'), ofAlbum('c', null)];
    const ids = music.map(({ id }) => id);
    const playlists = [{ id: 'music', name: 'Music', items: ids, is_in_order: true }];
    const { airings } = dayOf(music, { playlists });
    const whole = airings.slice(0, 4).map((one) => one.ends_unit - one.starts_unit);
    expect(whole).toEqual([0, 20, 20, 20].map((segue) => seconds(200) - segue));
  });

  it('lets a song fade out within two seconds under speech, and at most for as long as that', () => {
    const short = testItem('radio_id', 'short', 6);
    const spot = testItem('commercial_spot', 'spot', 90);
    const { airings } = dayOf([song('one', 40), song('other', 40)], {
      items: [short, spot],
      radio_ids: { items: ['short'], every_minutes: 7 },
      breaks: { items: ['spot'], every_minutes: 20, spots: 1 },
    });
    const tailsOf = (kind: 'radio_id' | 'break') =>
      new Set(
        airings
          .slice(1)
          .filter(isBy(kind))
          .map(({ tail_units = 0 }) => tail_units),
      );
    expect(tailsOf('break')).toEqual(new Set([10]));
    // After a spot there is no song to fade out.
    expect(tailsOf('radio_id')).toEqual(new Set([6, 0]));
  });

  it('of two seconds follows a skip, also one within a segue, twice', () => {
    const music = [song('one', 40), song('other', 40)];
    const { airings: before } = dayOf(music);
    const second = before[1];
    if (!second) throw new Error('The day has one song');
    const committed = (unit: number) => Math.floor(unit * 192) - 10_000;
    const first: Insertion = {
      id: 'first',
      committed_at: committed(second.starts_unit + 5),
      kind: 'skip',
      starts_unit: second.starts_unit,
    };
    const cut = second.starts_unit + 5;
    const again = { ...first, id: 'again', committed_at: committed(cut + 4), starts_unit: cut };
    const { airings } = dayOf(music, {}, { insertions: [first, again] });
    expectNoGaps(airings);
    expect(airings.slice(1, 4)).toMatchObject([
      { cut_by: 'skip', tail_units: 5 },
      { cut_by: 'skip', tail_units: 4 },
      { cut_by: null, tail_units: 10 },
    ]);
  });

  it('is off where the schedule says so, and in schedules of earlier versions', () => {
    const music = testMusic('m', 100, 40);
    const news12 = { items: [news], fixed_items: [hardAt('12:00', news)] };
    const off = { segues: false, radio_ids_over_music: false, fixed_items_over_music: false };
    for (const { airings, voice_overs } of [
      dayOf(music, { ...news12, mixing: off }),
      dayOf(music, { ...news12, algorithm: 4 }),
    ]) {
      expect(voice_overs).toEqual([]);
      expect(fixedOf(airings)).toHaveLength(1);
      const lengths = airings.filter(({ cut_by }) => cut_by === null);
      expect(lengths.every((one) => one.ends_unit - one.starts_unit === one.item.units)).toBe(true);
    }
    const { airings } = dayOf(music, { ...news12, algorithm: 4 });
    expect(airings.every(({ tail_units }) => tail_units === undefined)).toBe(true);
  });
});

describe('A radio ID', () => {
  const radioId = testItem('radio_id', 'id', 25);
  const rules = {
    items: [radioId],
    radio_ids: { items: [radioId.id], every_minutes: 10 },
  };

  it('is spoken over the intro of the next song where it fits, and else between two songs', () => {
    const long = [song('a', 20, { intro_units: 25 }), song('b', 20, { intro_units: 90 })];
    const over = dayOf(long, rules);
    expect(over.voice_overs.length).toBeGreaterThan(130);
    expectVoiceOvers(over.airings, over.voice_overs);
    const starts = new Set(over.airings.map(({ starts_unit }) => starts_unit));
    expect(over.voice_overs.every(({ starts_unit }) => starts.has(starts_unit))).toBe(true);
    // The station begins with its name.
    expect(over.airings.filter(isBy('radio_id')).map((one) => over.airings.indexOf(one))).toEqual([
      0,
    ]);

    const short = [song('a', 20, { intro_units: 24 }), song('b', 20)];
    const between = dayOf(short, rules);
    expect(between.voice_overs).toEqual([]);
    expect(between.airings.filter(isBy('radio_id')).length).toBeGreaterThan(130);
  });
});

describe('An announcement over the music', () => {
  it('airs at its very minute and changes nothing of the music', () => {
    const music = testMusic('m', 100, 40);
    const plain = dayOf(music);
    const times = ['08:00', '12:30', '23:59'].map((at) => hardAt(at, news));
    const { airings, voice_overs } = dayOf(music, { items: [news], fixed_items: times });
    expect(airings.map(({ item, starts_unit }) => [item.id, starts_unit])).toEqual(
      plain.airings.map(({ item, starts_unit }) => [item.id, starts_unit]),
    );
    expect(voice_overs.map(({ starts_unit }) => starts_unit)).toEqual(
      ['08:00', '12:30', '23:59'].map((at) => unitOf(`2026-01-12T${at}:00Z`)),
    );
  });

  it('follows another one of the same minute, and continues over the next song', () => {
    const long = testItem('announcement', 'long', seconds(170));
    const music = [song('a', 20), song('b', 20), song('c', 20)].map((one) => ({
      ...one,
      units: seconds(60),
    }));
    const { airings, voice_overs } = dayOf(music, {
      items: [long, news],
      fixed_items: [hardAt('12:00', long), hardAt('12:00', news)],
    });
    const noon = unitOf('2026-01-12T12:00:00Z');
    expect(voice_overs.map(({ starts_unit }) => starts_unit)).toEqual([noon, noon + long.units]);
    expectVoiceOvers(airings, voice_overs);
  });

  it('waits for the end of speech that is on air, and keeps other speech waiting', () => {
    const spot = testItem('commercial_spot', 'spot', seconds(30));
    const inserted = insertion('2026-01-12T12:00:00Z');
    const { airings, voice_overs } = dayOf(
      testMusic('m', 100, 40),
      { items: [spot, news], breaks: { items: ['spot'], every_minutes: 1, spots: 1 } },
      { insertions: [inserted] },
    );
    expectVoiceOvers(airings, voice_overs);
    const [aired] = voice_overs.filter(isBy('insertion'));
    const due = firstUnitFrom(inserted.committed_at + 10_000);
    expect(aired?.starts_unit).toBeGreaterThanOrEqual(due);
    expect(aired?.starts_unit).toBeLessThanOrEqual(due + spot.units);
  });

  it('is cut in with a segue where it is a song or longer than three minutes', () => {
    const long = testItem('announcement', 'long', seconds(181));
    const anthem = song('anthem', 10);
    const { airings, voice_overs } = dayWith({
      items: [long, anthem],
      fixed_items: [hardAt('12:00', long), hardAt('15:00', anthem)],
    });
    expect(voice_overs).toEqual([]);
    for (const id of ['long', 'anthem']) {
      const at = airings.findIndex(({ item }) => item.id === id);
      const before = airings[at - 1];
      expect(before?.cut_by).toBe('hard_item');
      const left = before ? before.starts_unit + before.item.units - before.ends_unit : 0;
      expect(airings[at]?.tail_units).toBe(Math.min(10, left));
    }
  });

  it('does not begin where a pause or a song at a fixed minute would cut it', () => {
    const anthem = song('anthem', 10);
    const pause = {
      id: 'pause',
      starts_unit: unitOf('2026-01-12T12:01:00Z'),
      ends_unit: unitOf('2026-01-12T14:00:00Z'),
      item: null,
      every_units: 18_750,
    };
    const { airings, voice_overs } = dayOf(
      testMusic('m', 100, 40),
      { items: [news, anthem], fixed_items: [hardAt('15:00', anthem)] },
      {
        pauses: [pause],
        insertions: [insertion('2026-01-12T12:00:00Z'), insertion('2026-01-12T14:59:00Z')],
      },
    );
    expectVoiceOvers(airings, voice_overs);
    const aired = voice_overs.map(({ rule }) => 'insertion_id' in rule && rule.insertion_id);
    // The first one is missed, because the station is closed then.
    expect(aired).toEqual(['2026-01-12T14:59:00Z']);
    const end = airings.find(({ item }) => item.id === 'anthem')?.starts_unit ?? 0;
    expect(voice_overs[0]?.starts_unit).toBeGreaterThanOrEqual(end);
  });

  it('airs once when a schedule of another version comes into force, over midnight as well', () => {
    const music = testMusic('m', 100, 40);
    const versions = [5, 4, 5, 4, 5].map((algorithm, at) =>
      revisionOf(
        {
          startsAt: JANUARY + at * 9 * 3_600_000,
          schedule: testSchedule(music, { algorithm: algorithm as 4 | 5 }),
        },
        { id: `revision ${at}` },
      ),
    );
    const insertions = Array.from({ length: 90 }, (_, at) =>
      insertion(new Date(JANUARY + 60_000 + at * 1_800_000).toISOString(), {
        is_over_music: at % 3 > 0,
      }),
    );
    const { airings, voice_overs } = airedIn({ revisions: versions, insertions }, 3);
    const ids = [...airings, ...voice_overs].flatMap(({ rule }) =>
      rule.kind === 'insertion' ? [rule.insertion_id] : [],
    );
    expect(ids.toSorted()).toEqual(insertions.map(({ id }) => id).toSorted());
    expect(voice_overs.length).toBeGreaterThan(20);
  });

  it('has the same default rules in a schedule that names none', () => {
    const rules = { items: [news], fixed_items: [hardAt('12:00', news)] };
    const music = testMusic('m', 100, 40);
    expect(dayOf(music, rules)).toEqual(dayOf(music, { ...rules, mixing: DEFAULT_MIXING }));
  });
});
