// The tracks of the music library: their tags, and where they are used.
import { z } from 'zod';
import { call } from './call.ts';
import { adminPage } from './customers.ts';
import { id, listOf, requiredLine, time } from './fields.ts';
import {
  CORRECTIONS,
  MAX_BULK_TRACKS,
  MAX_LOGO_BYTES,
  MAX_LOGO_MEGABYTES,
  MAX_LINE_LENGTH,
  MAX_STATIONS_SHOWN,
  MAX_TRACK_NOTES_LENGTH,
  SYSTEM_STATIONS,
  TRACK_ENERGY,
  TRACK_SORTS,
  TRACK_TEMPO,
  TRACK_YEARS,
} from './limits.ts';

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
const tagFilter = (example: string) =>
  z.string().trim().max(MAX_LINE_LENGTH).optional().meta({
    description: 'Case does not matter.',
    example,
  });
const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Filters and order of the list. */
const trackFilters = {
  search: searchFilter,
  genre: tagFilter('Jazz'),
  mood: tagFilter('Cool'),
  language: tagFilter('English'),
  label: tagFilter('Columbia'),
  energy_from: energyFilter.meta({ description: 'At least.', example: 1 }),
  energy_to: energyFilter.meta({ description: 'At most.', example: 3 }),
  year_from: yearFilter.meta({ description: 'This year or later.', example: 1950 }),
  year_to: yearFilter.meta({ description: 'This year or before.', example: 1999 }),
  is_explicit: yesOrNo.optional().meta({
    type: 'string',
    enum: ['true', 'false'],
    description: 'Only explicit tracks, or only others.',
    example: 'false',
  }),
  added_from: dayFilter.meta({
    description: 'Added on this day (UTC) or later.',
    example: '2026-11-01',
  }),
  missing: z.enum(['isrc', 'label']).optional().meta({
    description: 'Only tracks without it.',
    example: 'isrc',
  }),
  is_retired: yesOrNo.default(false).meta({
    type: 'string',
    enum: ['true', 'false'],
    default: 'false',
    description: 'Only retired tracks, instead of those in use.',
    example: 'false',
  }),
  is_system: yesOrNo.default(false).meta({
    type: 'string',
    enum: ['true', 'false'],
    default: 'false',
    description: 'Only tracks that came with the program, instead of the operator’s.',
    example: 'false',
  }),
  sort: z
    .enum(TRACK_SORTS)
    .default('created_at')
    .meta({ description: 'Tracks without an artist come first.', example: 'title' }),
  order: z.enum(['asc', 'desc']).default('desc').meta({
    description: 'Ascending or descending.',
    example: 'asc',
  }),
};

export const listLibraryTracks = call({
  id: 'listLibraryTracks',
  method: 'get',
  path: '/v1/admin/library/tracks',
  access: 'admin',
  summary: 'Tracks of the library',
  description: 'Newest first by default. Tracks that are retired are listed separately.',
  query: z.strictObject({ ...trackFilters, ...adminPage }),
  response: listOf(LibraryTrack),
  errors: [],
});

export const trackParams = z.object({
  track_id: id.meta({ description: 'From the list.' }),
});

export const getLibraryTrack = call({
  id: 'getLibraryTrack',
  method: 'get',
  path: '/v1/admin/library/tracks/{track_id}',
  access: 'admin',
  summary: 'One track',
  description: 'With its audio, its waveform and the playlists that hold it.',
  params: trackParams,
  response: LibraryTrackDetails,
  errors: ['not_found'],
});

const clearable = (most = MAX_LINE_LENGTH) =>
  z.string().trim().max(most, 'Please use fewer characters.').nullable().optional();

/** An ISRC in any notation; stored in capitals without hyphens (ISO 3901). '' or null clears it. */
const isrc = z
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
const sharedTags = {
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

/** The tags of a track. Titles keep their case, and “feat.” stays where it is. */
export const TrackChange = z.strictObject({
  title: requiredLine('Please enter the title.').optional().meta({ example: 'So What' }),
  isrc,
  tempo_bpm: inRange(TRACK_TEMPO).nullable().optional().meta({ example: 136 }),
  ...sharedTags,
  is_retired: z
    .boolean()
    .optional()
    .meta({ description: 'Retires the track, or brings it back.', example: false }),
});
export type TrackChange = z.infer<typeof TrackChange>;

export const changeLibraryTrack = call({
  id: 'changeLibraryTrack',
  method: 'patch',
  path: '/v1/admin/library/tracks/{track_id}',
  access: 'admin',
  summary: 'Change a track’s tags',
  description:
    'Fields that are left out stay as they are. Tracks are never deleted: a retired one stays in the playlists ' +
    'that hold it until they get a new version.',
  params: trackParams,
  body: TrackChange,
  body_examples: {
    tags: { genre: 'Jazz', mood: 'Cool', energy: 2, isrc: 'US-SM1-59-00113' },
    retire: { is_retired: true },
  },
  response: LibraryTrackDetails,
  errors: ['not_found'],
});

export const changeLibraryTracks = call({
  id: 'changeLibraryTracks',
  method: 'patch',
  path: '/v1/admin/library/tracks',
  access: 'admin',
  summary: 'Change many tracks at once',
  description: `The same change for up to ${MAX_BULK_TRACKS} tracks, all or none.`,
  body: z.strictObject({
    track_ids: z
      .array(id)
      .min(1, 'Choose at least one track.')
      .max(MAX_BULK_TRACKS, `Choose at most ${MAX_BULK_TRACKS} tracks.`),
    change: z.strictObject({ ...sharedTags, is_retired: z.boolean().optional() }),
  }),
  body_examples: {
    'a genre': {
      track_ids: ['019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'],
      change: { genre: 'Jazz' },
    },
  },
  response: z.object({
    changed: z.int().meta({ description: 'How many tracks are different now.', example: 12 }),
  }),
  errors: [],
});

const tagValues = z.array(
  z.object({ value: z.string().meta({ example: 'Jazz' }), tracks: z.int().meta({ example: 240 }) }),
);

export const listLibraryTags = call({
  id: 'listLibraryTags',
  method: 'get',
  path: '/v1/admin/library/tags',
  access: 'admin',
  summary: 'The values of tags in use',
  description:
    'For filters; the most frequent first. Retired tracks and those that came with the program don’t count.',
  response: z.object({
    tracks: z.int().meta({ description: 'In the library.', example: 2_400 }),
    genres: tagValues,
    moods: tagValues,
    languages: tagValues,
    labels: tagValues,
  }),
  errors: [],
});

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
  ],
  facts: ['duration_seconds', 'file_name', 'created_at'],
} as const;

export const exportLibraryTracks = call({
  id: 'exportLibraryTracks',
  method: 'get',
  path: '/v1/admin/library/tracks.csv',
  access: 'admin',
  summary: 'Tags as CSV',
  description:
    'In UTF-8. The first line names the fields. An apostrophe is put before texts that a spreadsheet would read ' +
    'as a formula.',
  query: z.strictObject(trackFilters),
  response: z.string().meta({ example: 'id,isrc,title\r\n' }),
  content_type: 'text/csv',
  limits: ['library_export'],
  errors: [],
});

export const correctLibraryTracks = call({
  id: 'correctLibraryTracks',
  method: 'post',
  path: '/v1/admin/library/tracks.csv',
  access: 'admin',
  summary: 'Correct tags by a CSV file',
  description:
    'In UTF-8, with commas, semicolons or tabs. The first line names the columns, as the export does; columns that ' +
    'are left out stay as they are, and empty cells clear a tag. A track is found by its `id`, or without one by ' +
    `its \`isrc\`. Up to ${CORRECTIONS.lines} lines are applied, all or none; \`errors\` names each refused line, such as \`lines.12\`.`,
  raw_body: CORRECTIONS.bytes,
  body_type: 'text/csv',
  body: z.string().meta({ example: 'id,genre\r\n' }),
  response: z.object({
    changed: z.int().meta({ description: 'How many tracks are different now.', example: 12 }),
    unchanged: z.int().meta({ example: 2_388 }),
  }),
  limits: ['library_import'],
  errors: ['corrections_refused'],
});

export const uploadTrackCover = call({
  id: 'uploadTrackCover',
  method: 'put',
  path: '/v1/admin/library/tracks/{track_id}/cover',
  access: 'admin',
  summary: 'Upload the cover of a track',
  description: `The bytes of a JPG, PNG or GIF image of at most ${MAX_LOGO_MEGABYTES}MB.`,
  params: trackParams,
  raw_body: MAX_LOGO_BYTES,
  body_type: 'application/octet-stream',
  body: z.string().meta({ format: 'binary', description: 'The picture’s bytes.' }),
  response: LibraryTrackDetails,
  limits: ['library_import'],
  errors: ['not_found', 'cover_not_a_picture', 'image_too_large', 'busy', 'storage_unavailable'],
});

export const deleteTrackCover = call({
  id: 'deleteTrackCover',
  method: 'delete',
  path: '/v1/admin/library/tracks/{track_id}/cover',
  access: 'admin',
  summary: 'Remove the cover of a track',
  params: trackParams,
  response: LibraryTrackDetails,
  errors: ['not_found'],
});
