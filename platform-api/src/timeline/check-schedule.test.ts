import { describe, expect, it } from 'vitest';
import { EVERY_DAY, seconds, testItem, testMusic, testSchedule } from '../../test/schedules.ts';
import { checkSchedule } from './check-schedule.ts';
import { computeDay } from './compute-day.ts';
import { dayOfUnit, unitAt, type Item } from './airing.ts';
import type { Schedule } from './schedule.ts';
import type { Mend } from './check-result.ts';

const MARCH = Date.parse('2026-03-01T12:00:00Z');
const radioId = testItem('radio_id', 'radio ID', seconds(8));
const spot = testItem('commercial_spot', 'spot', seconds(30));
const news = testItem('announcement', 'news', seconds(400));

/** Music of 15 to 30 minutes: so a day has few items, and 60 of them are computed fast. */
const longMusic = (prefix: string, count: number, artists: number): Item[] =>
  testMusic(prefix, count, artists).map((item) => ({ ...item, units: 6 * item.units }));

const check = (schedule: Schedule) => checkSchedule(schedule, MARCH);

/** The schedule with a mend carried out. */
function mended(schedule: Schedule, mend: Mend): Schedule {
  if (mend.change === 'title_hours' || mend.change === 'artist_tracks') {
    return { ...schedule, separation: { ...schedule.separation, [mend.change]: mend.to } };
  }
  if (mend.change !== 'add_tracks') throw new Error('Not used here');
  const lengths = schedule.items.filter(({ kind }) => kind === 'music').map(({ units }) => units);
  const added = Array.from({ length: mend.tracks }, (_, at) =>
    testItem('music', `added ${at}`, lengths[at % lengths.length] ?? 1),
  );
  return {
    ...schedule,
    items: [...schedule.items, ...added],
    playlists: schedule.playlists.map((one) => ({
      ...one,
      items: [...one.items, ...added.map(({ id }) => id)],
    })),
  };
}

describe('A schedule that keeps its rules', () => {
  it('has no problem, and figures of 60 days', async () => {
    const schedule = testSchedule(longMusic('m', 60, 30), {
      separation: { title_hours: 3, artist_tracks: 6 },
      items: [radioId, spot],
      radio_ids: { items: [radioId.id], every_minutes: 45 },
      breaks: { items: [spot.id], every_minutes: 90, spots: 1 },
    });
    const { problems, figures } = await check(schedule);
    expect(problems).toEqual([]);
    expect(figures?.radio_ids?.missed).toBe(0);
    // The first day has twelve hours, and one has 23.
    expect(figures?.radio_ids?.aired).toBeGreaterThan(59 * 32);
    expect(figures?.radio_ids?.median_units).toBeLessThan(seconds(200));
    expect(figures?.broken_separations).toBe(0);
    const { music, speech, spots } = figures?.seconds_per_hour ?? { music: 0, speech: 0, spots: 0 };
    expect(Math.abs(music + speech + spots - 3_600)).toBeLessThanOrEqual(1);
    expect(spots).toBe(20);
    expect(speech).toBe(11);
  });

  it.each([
    ['one track', 20, 30],
    ['one six-hour mix', 6 * 60, 12 * 60],
  ])(
    'plays for ever with a playlist of %s, with radio IDs further apart',
    async (_, length, every) => {
      const schedule = testSchedule([testItem('music', 'only', seconds(length * 60))], {
        items: [radioId],
        radio_ids: { items: [radioId.id], every_minutes: every },
      });
      const { problems, figures } = await check(schedule);
      expect(problems).toEqual([]);
      expect(figures?.radio_ids).toMatchObject({ missed: 0 });
    },
  );

  it('is checked behind what is on air', async () => {
    const running = testSchedule(longMusic('m', 30, 10));
    const revision = { id: '1', committed_at: MARCH - 86_400_000, schedule: running };
    const day = dayOfUnit(unitAt(revision.committed_at));
    const { end } = computeDay({ day, state: null, revisions: [revision], insertions: [] });
    if (end === null) throw new Error('The station is not on air');
    const draft = testSchedule(longMusic('n', 60, 10));
    const { problems, figures } = await checkSchedule(draft, MARCH, {
      state: end,
      revisions: [revision],
    });
    expect(problems).toEqual([]);
    expect(figures?.seconds_per_hour.music).toBe(3_600);
    const overtaking = { ...revision, id: '2', committed_at: MARCH + 60_000 };
    const overtaken = await checkSchedule(draft, MARCH, {
      state: end,
      revisions: [revision, overtaking],
    });
    expect(overtaken.problems).toEqual([]);
  });
});

describe('A schedule whose rules can’t hold', () => {
  it('is refused, and each mend of a small playlist is enough and needed', async () => {
    const schedule = testSchedule(longMusic('m', 6, 6), {
      separation: { title_hours: 3, artist_tracks: 0 },
    });
    const { problems } = await check(schedule);
    expect(problems.map(({ code }) => code)).toEqual(['title_repeats']);
    const [problem] = problems;
    expect(problem?.playlist_id).toBe('music');
    expect(problem?.count).toBeGreaterThan(100);
    const [tracks, hours] = problem?.mends ?? [];
    if (tracks?.change !== 'add_tracks' || hours?.change !== 'title_hours') {
      throw new Error(`It has other mends: ${problem?.message}`);
    }
    expect(hours.to).toBe(2);
    expect(problem?.message).toContain(
      `Add ${tracks.tracks} tracks, or keep titles 2 hours apart.`,
    );
    expect((await check(mended(schedule, tracks))).problems).toEqual([]);
    expect((await check(mended(schedule, hours))).problems).toEqual([]);
    const fewer = await check(mended(schedule, { ...tracks, tracks: tracks.tracks - 1 }));
    expect(fewer.problems).not.toEqual([]);
  });

  it('is refused with one track, and with one artist', async () => {
    const one = await check(
      testSchedule(longMusic('m', 1, 1), { separation: { title_hours: 1, artist_tracks: 0 } }),
    );
    expect(one.problems[0]).toMatchObject({ code: 'title_repeats' });
    expect(one.problems[0]?.mends.at(-1)).toEqual({ change: 'title_hours', to: 0 });
    const artist = await check(
      testSchedule(longMusic('m', 10, 1), { separation: { title_hours: 0, artist_tracks: 1 } }),
    );
    expect(artist.problems[0]).toMatchObject({ code: 'artist_repeats' });
    expect(artist.problems[0]?.mends.at(-1)).toEqual({ change: 'artist_tracks', to: 0 });
  });

  it('is refused with intervals shorter than every track', async () => {
    const schedule = testSchedule(longMusic('m', 100, 20), {
      items: [radioId],
      radio_ids: { items: [radioId.id], every_minutes: 10 },
    });
    const [problem] = (await check(schedule)).problems;
    expect(problem).toMatchObject({ code: 'radio_ids_missed' });
    const [mend] = problem?.mends ?? [];
    if (mend?.change !== 'radio_id_minutes') throw new Error('It has another mend');
    // Tracks are up to 30 minutes long, and the longest seldom begin just before a moment.
    expect(mend.to).toBe(30);
  });

  it('is refused where a six-hour mix overtakes what is due', async () => {
    const schedule = testSchedule([testItem('music', 'mix', seconds(6 * 60 * 60))], {
      items: [radioId],
      radio_ids: { items: [radioId.id], every_minutes: 30 },
    });
    const { problems, figures } = await check(schedule);
    expect(problems[0]).toMatchObject({ code: 'radio_ids_missed' });
    expect(figures?.radio_ids?.missed).toBeGreaterThan(2_000);
  });

  it('is refused where breaks leave no time for music', async () => {
    const long = testItem('commercial_spot', 'long', seconds(35 * 60));
    const schedule = testSchedule(longMusic('m', 50, 20), {
      items: [long],
      breaks: { items: [long.id], every_minutes: 30, spots: 1 },
    });
    const codes = (await check(schedule)).problems.map(({ code }) => code);
    expect(codes).toContain('no_music_between_breaks');
  });

  it('is refused where a hard item still airs at the minute of another', async () => {
    const fixed = (id: string, at: string) => ({
      id,
      item_id: news.id,
      at,
      days: EVERY_DAY,
      is_hard: true,
    });
    const schedule = testSchedule(longMusic('m', 50, 20), {
      items: [news],
      fixed_items: [fixed('one', '12:00'), fixed('other', '12:05')],
    });
    const { problems } = await check(schedule);
    expect(problems).toEqual([
      {
        code: 'fixed_items_collide',
        message:
          'Title of news at 12:05 would be late 59 times in 60 days, because another item at a fixed minute ' +
          'still airs. Move it to 12:07.',
        playlist_id: null,
        fixed_item_id: 'other',
        count: 59,
        mends: [{ change: 'fixed_item_time', fixed_item_id: 'other', to: '12:07' }],
      },
    ]);
  });
});

describe('A document that is invalid', () => {
  const music = testMusic('m', 10, 5);
  const valid = testSchedule(music, { items: [radioId] });
  const hours = { days: EVERY_DAY, from: '09:00', to: '17:00' };
  const share = [{ playlist_id: 'music', weight: 1 }];
  const fixed = { id: 'one', item_id: radioId.id, at: '12:00', days: EVERY_DAY, is_hard: true };

  it.each<[string, Partial<Schedule>, string]>([
    ['an unknown version', { algorithm: 99 as 4 }, 'version'],
    ['a seed of a fraction', { seed: 0.5 }, 'seed'],
    ['a zone that does not exist', { zone: 'Europe/Atlantis' }, 'time zone'],
    ['an offset as its zone', { zone: '+02:00' }, 'time zone'],
    ['25 hours of separation', { separation: { title_hours: 25, artist_tracks: 0 } }, '24'],
    ['an item twice', { items: [...music, ...music] }, 'twice'],
    ['an item of no length', { items: [...music, { ...radioId, units: 0 }] }, 'prepared'],
    [
      'a playlist that is missing',
      { default_playlists: [{ playlist_id: 'x', weight: 1 }] },
      'missing',
    ],
    ['no default playlist', { default_playlists: [] }, 'needs a playlist'],
    ['a weight of 0', { default_playlists: [{ playlist_id: 'music', weight: 0 }] }, 'weight'],
    [
      'a day part without days',
      { day_parts: [{ name: 'A', ...hours, days: [], playlists: share }] },
      'days',
    ],
    [
      'a day part from 24:00',
      { day_parts: [{ name: 'A', ...hours, from: '24:00', playlists: share }] },
      'start',
    ],
    [
      'a day part without playlists',
      { day_parts: [{ name: 'A', ...hours, playlists: [] }] },
      'playlist',
    ],
    ['radio IDs without items', { radio_ids: { items: [], every_minutes: 10 } }, 'one item'],
    ['an unknown radio ID', { radio_ids: { items: ['x'], every_minutes: 10 } }, 'one item'],
    [
      'radio IDs every 0 minutes',
      { radio_ids: { items: [radioId.id], every_minutes: 0 } },
      'from 1',
    ],
    [
      'a break of no spots',
      { breaks: { items: [radioId.id], every_minutes: 9, spots: 0 } },
      'from 1',
    ],
    ['a fixed item that is missing', { fixed_items: [{ ...fixed, item_id: 'x' }] }, 'fixed item'],
    ['a fixed item at 24:00', { fixed_items: [{ ...fixed, at: '24:00' }] }, 'time'],
    ['no opening hours', { opening_hours: [] }, 'at least one day'],
  ])('is refused: %s', async (_name, values, words) => {
    const { problems, figures } = await check({ ...valid, ...values });
    expect(problems.map(({ code }) => code)).toContain('invalid');
    expect(problems.map(({ message }) => message).join(' ')).toContain(words);
    expect(figures).toBeNull();
  });

  it('is refused at once where its tracks are too short to be checked, with the reason', async () => {
    const music = testMusic('m', 2_000, 40).map((item, at) => ({ ...item, units: 12 + (at % 24) }));
    const { problems, figures } = await check(testSchedule(music));
    expect(problems).toMatchObject([
      {
        code: 'tracks_too_short',
        message:
          'The playlist Music has tracks of 4 s on average, too short for a check of 60 days. ' +
          'Choose music of at least 15 s on average.',
        playlist_id: 'music',
        mends: [],
      },
    ]);
    expect(figures).toBeNull();
  });

  it('is refused: an empty playlist, with the track that it needs', async () => {
    expect((await check(testSchedule([]))).problems).toEqual([
      {
        code: 'playlist_empty',
        message: 'The playlist Music has no tracks. Add at least one.',
        playlist_id: 'music',
        fixed_item_id: null,
        count: 0,
        mends: [{ change: 'add_tracks', playlist_id: 'music', tracks: 1 }],
      },
    ]);
  });
});
