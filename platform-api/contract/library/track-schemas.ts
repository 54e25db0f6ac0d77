// The tracks of the music library: their tags, and where they are used.
import { z } from 'zod';
import { id, requiredLine, time } from '../fields.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import {
  MAX_STATIONS_SHOWN,
  MAX_TRACK_NOTES_LENGTH,
  TRACK_ENERGY,
  TRACK_MARKERS,
  TRACK_TEMPO,
  TRACK_YEARS,
} from './values.ts';
import { SYSTEM_STATIONS } from '../stations/values.ts';

/** A whole number of a range. */
export const inRange = ({ min, max }: { min: number; max: number }) => {
  const message = `Please enter a number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

/** Marks the music of the stations that come with the program. */
export const systemStation = z.enum(SYSTEM_STATIONS).nullable().meta({
  description:
    'The station that came with the program, with this music. Rules and counts leave it out. Null: the operator’s own.',
  example: null,
});

/** A track of the library. */
export const LibraryTrack = z
  .object({
    id,
    title: z.string().meta({ example: 'So What' }),
    artist: z.string().nullable().meta({ example: 'Miles Davis' }),
    album: z.string().nullable().meta({ example: 'Kind of Blue' }),
    year: z.int().nullable().meta({ example: 1959 }),
    isrc: z.string().nullable().meta({ description: 'Without hyphens.', example: 'USSM15900113' }),
    label: z.string().nullable().meta({ example: 'Columbia' }),
    composer: z.string().nullable().meta({ example: 'Miles Davis' }),
    genre: z.string().nullable().meta({ example: 'Jazz' }),
    mood: z.string().nullable().meta({ example: 'Cool' }),
    energy: z.int().nullable().meta({ description: 'From 1, calm, to 5, lively.', example: 2 }),
    tempo_bpm: z.int().nullable().meta({ description: 'Beats per minute.', example: 136 }),
    language: z.string().nullable().meta({ example: 'English' }),
    is_explicit: z.boolean().meta({ example: false }),
    notes: z.string().nullable().meta({ example: null }),
    duration_seconds: z.number().meta({ example: 562.4 }),
    segue_seconds: z.number().nullable().meta({
      description: 'Its end, over which the next song may sound. Null: not measured yet.',
      example: 4.8,
    }),
    is_segue_moved: z.boolean().meta({
      description: 'The segue was moved by hand; otherwise it is as measured.',
      example: false,
    }),
    intro_seconds: z.number().nullable().meta({
      description: 'Its start, over which one may speak. Null: not measured yet.',
      example: 11.52,
    }),
    is_intro_moved: z.boolean().meta({
      description: 'The intro was moved by hand; otherwise it is as measured.',
      example: false,
    }),
    file_name: z.string().meta({
      description: 'Of the uploaded file, with its folders.',
      example: 'Blue Note/01 So What.flac',
    }),
    cover_url: z.string().nullable().meta({
      description: 'Works for about a day.',
      example: null,
    }),
    retired_at: time.nullable().meta({
      description: 'Retired tracks stay in the library, but new playlists leave them out.',
      example: null,
    }),
    likely_readings: z
      .array(
        z.object({
          title: z.string().meta({ example: '青花瓷' }),
          artist: z.string().nullable().meta({ example: '周杰伦' }),
          album: z.string().nullable().meta({ example: null }),
        }),
      )
      .meta({
        description:
          'Likely readings of the tags, if their file has another charset than it claims. Nothing is changed until ' +
          'an admin accepts one. Usually empty.',
        example: [],
      }),
    system_station: systemStation,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'LibraryTrack' });

export type LibraryTrack = z.infer<typeof LibraryTrack>;

/** A track with its audio and its use. */
export const LibraryTrackDetails = LibraryTrack.extend({
  audio_url: z.string().nullable().meta({
    description:
      'MP3, for hearing it in the browser; works for about a day. Null: it is not prepared.',
    example: null,
  }),
  peaks: z
    .array(z.number())
    .nullable()
    .meta({ description: 'The waveform: bars from 0 to 1.', example: [0.2, 0.8, 0.5] }),
  aired_seconds: z
    .number()
    .nullable()
    .meta({
      description:
        'The length of the audio as it airs, with a moment of silence at both ends. The segue counts from its end, and the ' +
        'intro from its start. Null: it is not prepared.',
      example: 562.56,
    }),
  measured_segue_seconds: z.number().nullable().meta({ example: 4.8 }),
  measured_intro_seconds: z.number().nullable().meta({ example: 11.52 }),
  loudness_lufs: z.number().nullable().meta({ example: -16.1 }),
  is_quieter: z.boolean().meta({
    description:
      'It stays quieter than others, because making it as loud would need too much limiting.',
    example: false,
  }),
  playlists: z
    .array(z.object({ id, name: z.string().meta({ example: 'Mellow mornings' }) }))
    .meta({ description: 'The playlists whose newest version holds it.' }),
  stations: z
    .array(
      z.object({
        id,
        user_id: id,
        station_slug: z.string().meta({ example: 'counting-house' }),
        station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
      }),
    )
    .meta({
      description: `The stations on air here whose schedules hold it, at most ${MAX_STATIONS_SHOWN}.`,
    }),
  last_aired_on: z.iso.date().nullable().meta({
    description: 'The last day (UTC) on which it aired anywhere, up to yesterday.',
    example: '2026-11-23',
  }),
  alike: z
    .array(
      z.object({
        id,
        title: z.string().meta({ example: 'So What (Remastered)' }),
        artist: z.string().nullable().meta({ example: 'Miles Davis' }),
      }),
    )
    .meta({ description: 'Tracks that sound much like it, such as an edit or a remaster.' }),
}).meta({ id: 'LibraryTrackDetails' });

export type LibraryTrackDetails = z.infer<typeof LibraryTrackDetails>;

/** Filters of tracks, as playlists’ rules have them too. */
export const energyFilter = z.coerce.number().pipe(inRange(TRACK_ENERGY)).optional();

export const yearFilter = z.coerce.number().pipe(inRange(TRACK_YEARS)).optional();

export const searchFilter = z.string().trim().max(MAX_LINE_LENGTH).optional().meta({
  description:
    'Words of the title, artist, album, ISRC, genre or mood, in any order. Accents and case don’t matter.',
  example: 'miles blue',
});

export const dayFilter = z.iso.date().optional();

export const trackParams = z.object({
  track_id: id.meta({ description: 'From the list.' }),
});

const clearable = (most = MAX_LINE_LENGTH) =>
  z.string().trim().max(most, 'Please use fewer characters.').nullable().optional();

/** An ISRC in any notation; stored in capitals without hyphens (ISO 3901). '' or null clears it. */
export const isrc = z
  .string()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .regex(/^(?:[A-Z]{2}[A-Z\d]{3}\d{7})?$/, 'An ISRC has 12 characters, such as USSM15900113.'),
  )
  .nullable()
  .optional()
  .meta({ type: ['string', 'null'], example: 'US-SM1-59-00113' });

/** The tags that several tracks can share. '' or null clears one. */
export const sharedTags = {
  artist: clearable().meta({ example: 'Miles Davis' }),
  album: clearable().meta({ example: 'Kind of Blue' }),
  year: inRange(TRACK_YEARS).nullable().optional().meta({ example: 1959 }),
  label: clearable().meta({ example: 'Columbia' }),
  composer: clearable().meta({ example: 'Miles Davis' }),
  genre: clearable().meta({ example: 'Jazz' }),
  mood: clearable().meta({ example: 'Cool' }),
  energy: inRange(TRACK_ENERGY).nullable().optional().meta({ example: 2 }),
  language: clearable().meta({ example: 'English' }),
  is_explicit: z.boolean().optional().meta({ example: false }),
  notes: clearable(MAX_TRACK_NOTES_LENGTH).meta({ example: 'From the box set.' }),
};

const marker = ({ seconds }: { seconds: number }) => {
  const message = `Please enter a number from 0 to ${seconds}.`;
  return z.number(message).min(0, message).max(seconds, message).nullable().optional();
};

/** The tags of a track. Titles keep their case, and “feat.” stays where it is. */
export const TrackChange = z.strictObject({
  title: requiredLine('Please enter the title.').optional().meta({ example: 'So What' }),
  isrc,
  tempo_bpm: inRange(TRACK_TEMPO).nullable().optional().meta({ example: 136 }),
  ...sharedTags,
  segue_seconds: marker(TRACK_MARKERS.segue).meta({
    description: 'Rounded to 0.192 s. At most a quarter of the track. Null: as measured.',
    example: 4.8,
  }),
  intro_seconds: marker(TRACK_MARKERS.intro).meta({
    description: 'Rounded to 0.192 s. At most a half of the track. Null: as measured.',
    example: 11.52,
  }),
  is_retired: z
    .boolean()
    .optional()
    .meta({ description: 'Retires the track, or brings it back.', example: false }),
});

export type TrackChange = z.infer<typeof TrackChange>;

/** The columns of the CSV file. The last ones only inform, and are ignored by corrections. */
export const TRACK_COLUMNS = {
  key: ['id', 'isrc'],
  tags: [
    'title',
    'artist',
    'album',
    'year',
    'label',
    'composer',
    'genre',
    'mood',
    'energy',
    'tempo_bpm',
    'language',
    'is_explicit',
    'notes',
    'segue_seconds',
    'intro_seconds',
  ],
  facts: ['duration_seconds', 'file_name', 'created_at'],
} as const;
