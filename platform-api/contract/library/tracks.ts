// The tracks of the music library: their tags, and where they are used.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, listOf } from '../fields.ts';
import { CORRECTIONS, MAX_BULK_TRACKS, TRACK_SORTS } from './values.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_MEGABYTES } from '../assets/values.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import {
  LibraryTrack,
  LibraryTrackDetails,
  energyFilter,
  yearFilter,
  searchFilter,
  dayFilter,
  trackParams,
  sharedTags,
  TrackChange,
} from './track-schemas.ts';

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
  missing: z.enum(['isrc', 'label', 'composer', 'any']).optional().meta({
    description: 'Only tracks without it. `any`: without one of these.',
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

export const changeLibraryTrack = call({
  id: 'changeLibraryTrack',
  method: 'patch',
  path: '/v1/admin/library/tracks/{track_id}',
  access: 'admin',
  summary: 'Change a track’s tags, segue and intro',
  description:
    'Fields that are left out stay as they are. Tracks are never deleted: a retired one stays in the playlists ' +
    'that hold it until they get a new version. Stations follow a moved segue or intro within about an hour.',
  params: trackParams,
  body: TrackChange,
  body_examples: {
    tags: { genre: 'Jazz', mood: 'Cool', energy: 2, isrc: 'US-SM1-59-00113' },
    markers: { segue_seconds: 4.8, intro_seconds: null },
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
    'are left out stay as they are, and empty cells clear a tag, or put a segue or an intro back as measured. A track is found by its `id`, or without one by ' +
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
