// Playlists of the music library. A version is immutable: every change adds one.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { exactlyOne, id, listOf, requiredLine, time, unique } from '../fields.ts';
import { dayFilter, inRange, searchFilter, systemStation } from './track-schemas.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import {
  MAX_PLAYLIST_TRACKS,
  MAX_RULE_TRACKS,
  MAX_RULE_VALUES,
  MAX_TRACK_NOTES_LENGTH,
  RENEW_DAYS,
  TRACK_ENERGY,
  TRACK_YEARS,
} from './values.ts';
import { STARTER_USES } from '../setup/values.ts';

const oneOf = (example: string) =>
  z
    .array(z.string().trim().min(1).max(MAX_LINE_LENGTH))
    .max(MAX_RULE_VALUES, `Choose at most ${MAX_RULE_VALUES}.`)
    .optional()
    .meta({ description: 'One of these, in any case.', example: [example] });

/**
 * A rule of a playlist: tracks that meet all of its conditions, without retired ones and those that came with the
 * program.
 */
export const PlaylistRule = z
  .strictObject({
    search: searchFilter,
    genres: oneOf('Jazz'),
    moods: oneOf('Cool'),
    languages: oneOf('English'),
    energy_from: inRange(TRACK_ENERGY).optional().meta({ description: 'At least.', example: 1 }),
    energy_to: inRange(TRACK_ENERGY).optional().meta({ description: 'At most.', example: 3 }),
    year_from: inRange(TRACK_YEARS)
      .optional()
      .meta({ description: 'This year or later.', example: 1950 }),
    year_to: inRange(TRACK_YEARS)
      .optional()
      .meta({ description: 'This year or before.', example: 1999 }),
    is_explicit: z
      .boolean()
      .optional()
      .meta({ description: 'Only explicit tracks, or only others.', example: false }),
    added_from: dayFilter.meta({
      description: 'Added on this day (UTC) or later.',
      example: '2026-11-01',
    }),
  })
  .meta({ id: 'PlaylistRule' });
export type PlaylistRule = z.infer<typeof PlaylistRule>;

/** What is counted of a list of tracks. */
const totals = {
  track_count: z.int().meta({ example: 240 }),
  artist_count: z.int().meta({ description: 'Different artists.', example: 87 }),
  duration_seconds: z.number().meta({ description: 'Of all tracks together.', example: 52_340.5 }),
};

/** A version of a playlist, without its tracks. */
export const PlaylistVersion = z
  .object({
    number: z.int().meta({ description: 'From 1.', example: 3 }),
    rule: z.union([PlaylistRule, z.null()]).meta({
      description: 'Null: its tracks were chosen by hand.',
    }),
    ...totals,
    created_by: z.string().nullable().meta({
      description:
        'The admin’s current address; null for the nightly job, or once the account is deleted.',
      example: 'grace@example.com',
    }),
    created_at: time,
  })
  .meta({ id: 'PlaylistVersion' });
export type PlaylistVersion = z.infer<typeof PlaylistVersion>;

/** A playlist with its newest version. */
export const Playlist = z
  .object({
    id,
    name: z.string().meta({ example: 'Mellow mornings' }),
    notes: z.string().nullable().meta({ example: 'For cafés, until eleven.' }),
    is_in_order: z.boolean().meta({
      description: 'Plays in its order; otherwise the order does not matter.',
      example: false,
    }),
    is_renewed: z.boolean().meta({
      description: `Gets new music at least every ${RENEW_DAYS} days.`,
      example: true,
    }),
    is_due: z.boolean().meta({
      description: `Renewed, but its newest version is older than ${RENEW_DAYS} days.`,
      example: false,
    }),
    starter_for: z.array(z.enum(STARTER_USES)).meta({
      description:
        'New stations of these industries start with it; `any`: those that have no other starter playlist.',
      example: ['cafe'],
    }),
    system_station: systemStation,
    starter_findings: z
      .array(
        z.object({
          uses: z.array(z.enum(STARTER_USES)).meta({ example: ['cafe'] }),
          carries: z.enum(['none', 'some']).meta({
            description: 'Whether it can start none of their new stations, or some.',
            example: 'some',
          }),
          message: z.string().meta({
            example: 'It has 2 explicit songs, so it can’t start stations that refuse those.',
          }),
        }),
      )
      .meta({ description: 'The new stations that it could not carry, and why.' }),
    archived_at: time.nullable().meta({ example: null }),
    newest: PlaylistVersion,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof Playlist>;

/** A track in a playlist. */
export const PlaylistTrack = z
  .object({
    id,
    title: z.string().meta({ example: 'So What' }),
    artist: z.string().nullable().meta({ example: 'Miles Davis' }),
    duration_seconds: z.number().meta({ example: 562.4 }),
    energy: z.int().nullable().meta({ example: 2 }),
    is_explicit: z.boolean().meta({ example: false }),
    is_retired: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'PlaylistTrack' });
export type PlaylistTrack = z.infer<typeof PlaylistTrack>;

const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');
const yesOrNoMeta = { type: 'string', enum: ['true', 'false'] } as const;

export const listPlaylists = call({
  id: 'listPlaylists',
  method: 'get',
  path: '/v1/admin/library/playlists',
  access: 'admin',
  summary: 'Playlists',
  description: 'By name. Archived playlists are listed separately.',
  query: z.strictObject({
    is_archived: yesOrNo.default(false).meta({
      ...yesOrNoMeta,
      default: 'false',
      description: 'Only archived playlists, instead of those in use.',
      example: 'false',
    }),
    is_due: yesOrNo.optional().meta({
      ...yesOrNoMeta,
      description: 'Only those that are due for new music, or only others.',
      example: 'true',
    }),
    ...adminPage,
  }),
  response: listOf(Playlist),
  errors: [],
});

const name = requiredLine('Please give the playlist a name.').meta({ example: 'Mellow mornings' });
const details = {
  notes: z
    .string()
    .trim()
    .max(MAX_TRACK_NOTES_LENGTH, 'Please use fewer characters.')
    .nullable()
    .optional()
    .meta({ example: 'For cafés, until eleven.' }),
  is_in_order: z.boolean().optional().meta({ example: false }),
  is_renewed: z.boolean().optional().meta({ example: true }),
};

/** The tracks of a new version: a rule, or tracks in order. */
const content = {
  rule: PlaylistRule.optional(),
  track_ids: z
    .array(id)
    .max(MAX_PLAYLIST_TRACKS, `A playlist by hand has at most ${MAX_PLAYLIST_TRACKS} tracks.`)
    .refine(unique, 'List each track only once.')
    .optional()
    .meta({ example: ['019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'] }),
};
/** One of the two, with other fields. */
const withContent = <Shape extends z.ZodRawShape>(others: Shape) =>
  exactlyOne(
    z.strictObject({ ...others, ...content }),
    ['track_ids', 'rule'],
    'Send either a rule or tracks.',
  );

const CONTENT_NOTE =
  `A rule is resolved when the version is made, to at most ${MAX_RULE_TRACKS} tracks. ` +
  `By hand a playlist has at most ${MAX_PLAYLIST_TRACKS}, each once; none of them is retired or came with the program.`;

export const createPlaylist = call({
  id: 'createPlaylist',
  method: 'post',
  path: '/v1/admin/library/playlists',
  access: 'admin',
  summary: 'Create a playlist',
  description: `With its first version, by a rule or by hand. ${CONTENT_NOTE}`,
  idempotent: true,
  body: withContent({ name, ...details }),
  body_examples: {
    'by a rule': {
      name: 'Mellow mornings',
      is_renewed: true,
      rule: { genres: ['Jazz'], energy_from: 1, energy_to: 3, is_explicit: false },
    },
    'by hand': { name: 'Opening hour', is_in_order: true, track_ids: [] },
  },
  response: Playlist,
  status: 201,
  errors: ['playlist_name_taken'],
});

const playlistParams = z.object({ playlist_id: id.meta({ description: 'From the list.' }) });

export const getPlaylist = call({
  id: 'getPlaylist',
  method: 'get',
  path: '/v1/admin/library/playlists/{playlist_id}',
  access: 'admin',
  summary: 'One playlist',
  description: 'With its newest version.',
  params: playlistParams,
  response: Playlist,
  errors: ['not_found'],
});

export const changePlaylist = call({
  id: 'changePlaylist',
  method: 'patch',
  path: '/v1/admin/library/playlists/{playlist_id}',
  access: 'admin',
  summary: 'Rename or archive a playlist, or change its settings',
  description:
    'Fields that are left out stay as they are. Its tracks change by a new version. A playlist that becomes the ' +
    'starter of an industry replaces the one before it. The demo’s may be a starter, the one of test tones not.',
  params: playlistParams,
  body: z.strictObject({
    name: name.optional(),
    ...details,
    starter_for: z
      .array(z.enum(STARTER_USES))
      .refine(unique, 'List each only once.')
      .optional()
      .meta({ example: ['cafe'] }),
    is_archived: z.boolean().optional().meta({ example: false }),
  }),
  body_examples: { rename: { name: 'Mellow mornings' }, archive: { is_archived: true } },
  response: Playlist,
  errors: ['not_found', 'playlist_name_taken'],
});

export const listPlaylistVersions = call({
  id: 'listPlaylistVersions',
  method: 'get',
  path: '/v1/admin/library/playlists/{playlist_id}/versions',
  access: 'admin',
  summary: 'The versions of a playlist',
  description: 'Newest first.',
  params: playlistParams,
  query: z.strictObject(adminPage),
  response: listOf(PlaylistVersion),
  errors: ['not_found'],
});

const number = z.coerce.number().int().min(1).max(2_147_483_647);

export const getPlaylistVersion = call({
  id: 'getPlaylistVersion',
  method: 'get',
  path: '/v1/admin/library/playlists/{playlist_id}/versions/{number}',
  access: 'admin',
  summary: 'One version of a playlist, with its tracks',
  description: 'In their order.',
  params: playlistParams.extend({ number: number.meta({ description: 'From 1.', example: 1 }) }),
  response: PlaylistVersion.extend({ tracks: z.array(PlaylistTrack) }),
  errors: ['not_found'],
});

export const addPlaylistVersion = call({
  id: 'addPlaylistVersion',
  method: 'post',
  path: '/v1/admin/library/playlists/{playlist_id}/versions',
  access: 'admin',
  summary: 'Change the tracks of a playlist',
  description:
    `Adds a version. ${CONTENT_NOTE} \`from\` is the version that the change is based on: if there is a newer one, ` +
    'the change is refused. A version with the same content is not added again.',
  idempotent: true,
  params: playlistParams,
  body: withContent({
    from: z.int().min(1).meta({ description: 'The number of the newest version.', example: 1 }),
  }),
  body_examples: {
    'by a rule': { from: 1, rule: { genres: ['Jazz', 'Soul'] } },
    'by hand': { from: 1, track_ids: [] },
  },
  response: Playlist,
  status: 201,
  errors: ['not_found', 'playlist_changed'],
});

export const refreshPlaylist = call({
  id: 'refreshPlaylist',
  method: 'post',
  path: '/v1/admin/library/playlists/{playlist_id}/refresh',
  access: 'admin',
  summary: 'Apply the rule of a playlist to the library as it is now',
  description: 'Adds a version if other tracks meet the rule now. A job does so every night.',
  params: playlistParams,
  response: Playlist,
  errors: ['not_found', 'playlist_by_hand'],
});

const tracksOf = (description: string) => z.array(PlaylistTrack).meta({ description });

export const comparePlaylistVersions = call({
  id: 'comparePlaylistVersions',
  method: 'get',
  path: '/v1/admin/library/playlists/{playlist_id}/changes',
  access: 'admin',
  summary: 'The differences between two versions of a playlist',
  description: 'Without `to`: up to the newest version.',
  params: playlistParams,
  query: z.strictObject({
    from: number.meta({ description: 'The number of one version.', example: 1 }),
    to: number.optional().meta({ description: 'The number of the other version.', example: 1 }),
  }),
  response: z.object({
    added: tracksOf('Only in `to`.'),
    removed: tracksOf('Only in `from`.'),
    moved: z
      .array(
        PlaylistTrack.extend({
          from_place: z.int().meta({ description: 'From 1.', example: 4 }),
          to_place: z.int().meta({ description: 'From 1.', example: 1 }),
        }),
      )
      .meta({ description: 'As few tracks as explain the new order.' }),
  }),
  errors: ['not_found'],
});

export const previewPlaylistRule = call({
  id: 'previewPlaylistRule',
  method: 'post',
  path: '/v1/admin/library/rule-previews',
  access: 'admin',
  summary: 'The tracks that meet a rule',
  description: 'Without saving anything: all are counted, and some of them returned.',
  body: z.strictObject({ rule: PlaylistRule }),
  body_examples: { 'calm jazz': { rule: { genres: ['Jazz'], energy_to: 3 } } },
  response: z.object({ ...totals, tracks: z.array(PlaylistTrack) }),
  limits: ['rule_preview'],
  errors: [],
});
