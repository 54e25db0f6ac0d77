import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_DAY, JANUARY, radioIds, testMusic, testSchedule } from '../../test/schedules.ts';
import { DEFAULT_SEPARATION } from '../../contract/schedule/values.ts';
import { UNIT_MS, type Item } from '../timeline/airing.ts';
import { checkSchedule } from '../timeline/check-schedule.ts';
import { fitsRules, type MusicRules, type Songs } from './wished-music.ts';

const lengthOf = ({ units }: Item): number => (units * UNIT_MS) / 1_000;

function songsOf(music: readonly Item[]): Songs {
  const counts = new Map<string | null, number>();
  for (const { artist } of music) counts.set(artist, (counts.get(artist) ?? 0) + 1);
  return {
    songs: music.length,
    seconds: music.reduce((sum, item) => sum + lengthOf(item), 0),
    longest_seconds: Math.max(...music.map(lengthOf)),
    artists: counts.size,
    most_of_artist: Math.max(...counts.values()),
  };
}

/** A station of these songs that plays nine tenths of them at noon, as a playlist of their own. */
function withPart(music: Item[]) {
  const part = music.slice(0, Math.ceil(music.length * 0.9));
  return testSchedule(music, {
    items: radioIds,
    playlists: [
      { id: 'music', name: 'Music', items: music.map(({ id }) => id), is_in_order: false },
      { id: 'part', name: 'Part', items: part.map(({ id }) => id), is_in_order: false },
    ],
    day_parts: fitsRules(songsOf(part), RULES)
      ? [
          {
            name: 'Noon',
            days: EVERY_DAY,
            from: '11:00',
            to: '14:00',
            playlists: [{ playlist_id: 'part', weight: 1 }],
          },
        ]
      : [],
    separation: RULES.separation,
    radio_ids: { items: radioIds.map(({ id }) => id), every_minutes: 10 },
  });
}

const RULES: MusicRules = {
  separation: DEFAULT_SEPARATION,
  due: { minutes: 10, speech_seconds: 12 },
};

interface Values {
  seed: number;
  tracks: number;
  artists: number;
  ofOne: number;
}

/** Playlists near the limits: some songs too few, or some too many of one artist. */
const nearlyEnough = fc.record({
  seed: fc.nat(0xffff),
  tracks: fc.integer({ min: 40, max: 110 }),
  artists: fc.integer({ min: 5, max: 40 }),
  ofOne: fc.integer({ min: 0, max: 12 }),
});

const musicOf = ({ seed, tracks, artists, ofOne }: Values): Item[] =>
  testMusic('m', tracks, artists, seed).map((item, at) =>
    at < ofOne ? { ...item, artist: 'One' } : item,
  );

describe('a playlist that is proposed', () => {
  it('keeps the rules for 60 days, also near the limits and beside another one', async () => {
    await fc.assert(
      fc.asyncProperty(nearlyEnough, async (values) => {
        const music = musicOf(values);
        fc.pre(fitsRules(songsOf(music), RULES));
        const schedule = withPart(music);
        const { problems } = await checkSchedule(schedule, JANUARY);
        expect(problems.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: process.env['FULL'] ? 120 : 12 },
    );
  }, 300_000);

  // The songs that they share were held back for days, until nothing was left of two cycles.
  it.each([
    { seed: 55_570, tracks: 75, artists: 19, ofOne: 3 },
    { seed: 52_122, tracks: 74, artists: 38, ofOne: 1 },
    { seed: 38_827, tracks: 100, artists: 39, ofOne: 3 },
  ])('keeps the rules beside another one that shares its songs: %o', async (values) => {
    const music = musicOf(values);
    const { problems } = await checkSchedule(withPart(music), JANUARY);
    expect(problems.map(({ message }) => message)).toEqual([]);
  });

  it('has songs enough and none too long for what is due', () => {
    const songs = songsOf(testMusic('m', 90, 45));
    expect(fitsRules(songs, RULES)).toBe(true);
    const short = songsOf(testMusic('m', 6, 6));
    expect(fitsRules(short, RULES)).toBe(false);
    expect(fitsRules({ ...songs, longest_seconds: 600 }, RULES)).toBe(false);
    expect(fitsRules({ ...songs, most_of_artist: 40 }, RULES)).toBe(false);
    expect(fitsRules({ ...songs, seconds: songs.songs * 10 }, RULES)).toBe(false);
    expect(fitsRules(short, { ...RULES, separation: { title_hours: 0, artist_tracks: 0 } })).toBe(
      true,
    );
  });
});
