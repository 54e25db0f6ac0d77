import { describe, expect, it } from 'vitest';
import {
  airedIn,
  dayWith,
  EVERY_DAY,
  everyTenMinutes,
  isBy,
  JANUARY,
  radioIds,
  revisionOf,
  seconds,
  testMusic,
  testSchedule,
} from '../../test/schedules.ts';
import { expectNoGaps } from '../../test/timeline-promises.ts';
import { timeOfUnit } from './airing.ts';

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
    const { airings } = dayWith({ items: radioIds, radio_ids: everyTenMinutes });
    const late = airings.flatMap(({ rule, starts_unit }) =>
      rule.kind === 'radio_id' ? [starts_unit - rule.due_unit] : [],
    );
    late.sort((one, other) => one - other);
    expect(late.length).toBe(143);
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
