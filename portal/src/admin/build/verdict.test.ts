import {
  NO_WISHES,
  type MusicWishes,
} from '@stationhouse/platform-api/contract/setup/music-wishes';
import type {
  PlaylistMusic,
  Profile,
  ScheduleAsset,
  ScheduleDraft,
  SpokenId,
} from '@stationhouse/sdk/client';
import { expect, it } from 'vitest';
import { profile } from '../../api/test/answers.ts';
import { wishesOf, withoutWords, type Wish } from './verdict.ts';

const draft: ScheduleDraft = {
  zone: 'Europe/London',
  playlists: [{ playlist_id: 'usual', weight: 1 }],
  day_parts: [],
  separation: { title_hours: 3, artist_tracks: 3 },
  radio_ids: { items: 'all', every_minutes: 10 },
  breaks: null,
  fixed_items: [],
  opening_hours: null,
};

const music = (more: Partial<PlaylistMusic> = {}): PlaylistMusic => ({
  playlist_id: 'usual',
  songs: 200,
  left_out: 0,
  explicit_songs: 0,
  moods: { warm: 19, cool: 80 },
  energies: { calm: 0, bright: 120, late: 20 },
  ...more,
});

const line = (id: string, more: Partial<SpokenId> = {}): SpokenId => ({
  id,
  script: `You are listening to ${id}.`,
  is_outdated: false,
  spoken_text: `You are listening to ${id}.`,
  take: null,
  accepted: {
    take_id: 't',
    asset_id: `asset ${id}`,
    voice_id: 'v',
    text: '',
    audio_url: 'https://radio.example.com/a.mp3',
    duration_seconds: 3,
    peaks: null,
    accepted_at: '2026-11-21T09:30:00.000Z',
  },
  ...more,
});

const file = (airs_as: ScheduleAsset['airs_as'], more: Partial<ScheduleAsset> = {}) =>
  ({
    id: `asset ${airs_as}`,
    kind: airs_as === 'radio_id' ? 'radio_id' : 'commercial',
    airs_as,
    file_name: 'File.mp3',
    duration_seconds: 10,
    is_ready: true,
    ...more,
  }) as ScheduleAsset;

interface Given {
  form?: Partial<Profile>;
  wishes?: Partial<MusicWishes>;
  draft?: Partial<ScheduleDraft>;
  lines?: SpokenId[];
  music?: PlaylistMusic[] | null;
  assets?: ScheduleAsset[];
  isSpeaking?: boolean;
}

const verdict = (given: Given = {}): Wish[] =>
  wishesOf({
    profile: {
      ...profile,
      setup_form_submitted: true,
      radio_id_frequency: 10,
      announcement_frequency: null,
      music_wishes: given.wishes ? { ...NO_WISHES, ...given.wishes } : null,
      ...given.form,
    },
    draft: { ...draft, ...given.draft },
    assets: given.assets ?? [file('radio_id'), file('radio_id')],
    lines: given.lines ?? [line('one'), line('two')],
    isSpeaking: given.isSpeaking ?? false,
    music: given.music === null ? undefined : (given.music ?? [music()]),
    isUncountable: false,
    nameOf: (id) => id,
  });

/** The state and the words of the only line about a part. */
const about = (part: Wish['part'], given: Given = {}) => {
  const found = verdict(given).filter((wish) => wish.part === part);
  expect(found).toHaveLength(1);
  return [found[0]?.state, found[0]?.found, found[0]?.mend?.label];
};

it('is all met by a programme that has everything', () => {
  const all = verdict({
    form: { announcement_frequency: 30, commercial_spots_per_break: 1 },
    wishes: {
      moods: ['cool'],
      day: [{ from: '09:00', to: '18:00', energy: 'bright' }],
      never_play: ['Last Christmas'],
      explicit_songs: false,
      opening_hours: [{ days: ['mon'], from: '09:00', to: '18:00' }],
      zone: 'Europe/London',
    },
    draft: {
      breaks: { items: 'all', every_minutes: 30, spots: 1 },
      opening_hours: [{ days: ['mon'], from: '09:00', to: '18:00' }],
    },
    assets: [file('radio_id'), file('radio_id'), file('commercial_spot')],
  });
  expect(all.map(({ part, state }) => [part, state])).toEqual(
    ['radio_ids', 'spots', 'hours', 'mood', 'day', 'never', 'explicit'].map((part) => [
      part,
      'met',
    ]),
  );
});

it('misses the setup form as long as the customer has not sent it', () => {
  expect(about('form', { form: { setup_form_submitted: false } })[0]).toBe('missing');
});

it('misses radio IDs that are not spoken, too rare or left out', () => {
  const silent = line('two', { accepted: null });
  const label = 'Air them every 10 minutes';
  const part = 'radio_ids';
  expect(about(part)).toEqual(['met', '2 lines.', undefined]);
  expect(about(part, { lines: [line('one'), silent] }).slice(0, 2)).toEqual([
    'missing',
    '1 of 2 lines is not spoken.',
  ]);
  expect(about(part, { lines: [silent], isSpeaking: true })[0]).toBe('preparing');
  expect(about(part, { draft: { radio_ids: null } })).toEqual([
    'missing',
    'None in the programme.',
    label,
  ]);
  expect(about(part, { draft: { radio_ids: { items: 'all', every_minutes: 60 } } })).toEqual([
    'missing',
    'Every 60 minutes in the programme.',
    label,
  ]);
  const some = { items: ['asset one'], every_minutes: 10 };
  expect(about(part, { draft: { radio_ids: some } })).toEqual([
    'missing',
    '1 of 2 lines does not air.',
    'Air all of them',
  ]);
});

it('waits for spots that the customer has not sent, and misses those that do not air', () => {
  const form = { announcement_frequency: 30, commercial_spots_per_break: 2 };
  const spot = file('commercial_spot');
  expect(about('spots', { form })[0]).toBe('theirs');
  expect(about('spots', { form, assets: [file('commercial_spot', { is_ready: false })] })[0]).toBe(
    'theirs',
  );
  expect(about('spots', { form, assets: [spot] })).toEqual([
    'missing',
    'None in the programme.',
    'Air them every 30 minutes',
  ]);
  const breaks = { items: 'all' as const, every_minutes: 60, spots: 1 };
  expect(about('spots', { form, assets: [spot], draft: { breaks } })).toEqual([
    'missing',
    'Every 60 minutes in the programme.',
    'Air them every 30 minutes',
  ]);
  const often = { ...breaks, every_minutes: 30 };
  expect(about('spots', { form, assets: [spot, spot], draft: { breaks: often } })).toEqual([
    'missing',
    '1 in a break of the programme.',
    'Air 2 in a break',
  ]);
  expect(about('spots', { form, assets: [spot], draft: { breaks: often } })[0]).toBe('met');
});

it('counts the songs of a mood, of which one must hear some', () => {
  expect(about('mood', { wishes: { moods: ['cool'] } }).slice(0, 2)).toEqual([
    'met',
    '80 of 200 songs.',
  ]);
  expect(about('mood', { wishes: { moods: ['warm'] } }).slice(0, 2)).toEqual([
    'missing',
    '19 of 200 songs are tagged Warm, Soul, Swing, R&B.',
  ]);
  expect(about('mood', { wishes: { moods: ['warm'] }, music: null })[0]).toBe('preparing');
});

it('finds a part of the day in tags, or in a playlist that these hours alone have', () => {
  const wishes: Partial<MusicWishes> = { day: [{ from: '22:00', to: '02:00', energy: 'calm' }] };
  expect(about('day', { wishes }).slice(0, 2)).toEqual([
    'missing',
    '0 of 200 songs of these hours have this energy.',
  ]);
  const part = {
    name: 'Calm',
    days: ['mon' as const],
    from: '21:00',
    to: '03:00',
    playlists: [{ playlist_id: 'quiet', weight: 1 }],
  };
  const counted = [music(), music({ playlist_id: 'quiet', energies: {} })];
  expect(
    about('day', { wishes, draft: { day_parts: [part] }, music: counted }).slice(0, 2),
  ).toEqual(['met', '“quiet”, in these hours alone.']);
});

it('says how many songs are left out, and which explicit ones are not', () => {
  const never = { wishes: { never_play: ['Air'] } };
  expect(about('never', { ...never, music: [music({ left_out: 1 })] }).slice(0, 2)).toEqual([
    'met',
    '1 song is left out.',
  ]);
  const clean = { wishes: { explicit_songs: false } };
  expect(
    about('explicit', { ...clean, music: [music({ explicit_songs: 2 })] }).slice(0, 2),
  ).toEqual(['missing', '2 explicit songs in the playlists.']);
  expect(verdict({ wishes: { explicit_songs: true } }).map(({ part }) => part)).toEqual([
    'radio_ids',
  ]);
});

it('misses opening hours and a time zone that differ', () => {
  const opening_hours: MusicWishes['opening_hours'] = [
    { days: ['mon'], from: '09:00', to: '18:00' },
  ];
  const wishes = { opening_hours, zone: 'Europe/Rome' };
  expect(about('hours', { wishes })[2]).toBe('Use their hours');
  expect(about('zone', { wishes })[2]).toBe('Use their time zone');
});

it('names up to two wishes that a programme goes without', () => {
  const missing = verdict({
    wishes: { moods: ['warm'], zone: 'Europe/Rome' },
    draft: { radio_ids: null },
  }).filter(({ state }) => state === 'missing');
  expect(withoutWords(missing.slice(0, 1))).toBe('radio IDs');
  expect(withoutWords(missing.slice(0, 2))).toBe('radio IDs and the time zone');
  expect(withoutWords(missing)).toBe('3 wishes');
});
