import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_DAY, JANUARY, radioIds, testMusic, testSchedule } from '../../test/schedules.ts';
import { DEFAULT_SEPARATION } from '../../contract/limits.ts';
import { UNIT_MS, type Item } from '../timeline/airing.ts';
import { checkSchedule } from '../timeline/check-schedule.ts';
import { keeps, type MusicRules, type Songs } from './wished-music.ts';

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

const RULES: MusicRules = {
  separation: DEFAULT_SEPARATION,
  due: { minutes: 10, speech_seconds: 12 },
};

/** Playlists near the limits: some songs too few, or some too many of one artist. */
const nearlyEnough = fc.record({
  seed: fc.nat(0xffff),
  tracks: fc.integer({ min: 40, max: 110 }),
  artists: fc.integer({ min: 5, max: 40 }),
  ofOne: fc.integer({ min: 0, max: 12 }),
});

describe('a playlist that is proposed', () => {
  it('keeps the rules for 60 days, also near the limits and beside another one', async () => {
    await fc.assert(
      fc.asyncProperty(nearlyEnough, async ({ seed, tracks, artists, ofOne }) => {
        const music = testMusic('m', tracks, artists, seed).map((item, at) =>
          at < ofOne ? { ...item, artist: 'One' } : item,
        );
        const ids = music.map(({ id }) => id);
        fc.pre(keeps(songsOf(music), RULES));
        const part = music.slice(0, Math.ceil(tracks * 0.9));
        const both = keeps(songsOf(part), RULES);
        const schedule = testSchedule(music, {
          items: radioIds,
          playlists: [
            { id: 'music', name: 'Music', items: ids, is_in_order: false },
            { id: 'part', name: 'Part', items: part.map(({ id }) => id), is_in_order: false },
          ],
          day_parts: both
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
        const { problems } = await checkSchedule(schedule, JANUARY);
        expect(problems.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: process.env['FULL'] ? 120 : 12 },
    );
  }, 300_000);

  it('has songs enough and none too long for what is due', () => {
    const songs = songsOf(testMusic('m', 90, 45));
    expect(keeps(songs, RULES)).toBe(true);
    const short = songsOf(testMusic('m', 6, 6));
    expect(keeps(short, RULES)).toBe(false);
    expect(keeps({ ...songs, longest_seconds: 600 }, RULES)).toBe(false);
    expect(keeps({ ...songs, most_of_artist: 40 }, RULES)).toBe(false);
    expect(keeps({ ...songs, seconds: songs.songs * 10 }, RULES)).toBe(false);
    expect(keeps(short, { ...RULES, separation: { title_hours: 0, artist_tracks: 0 } })).toBe(true);
  });
});
