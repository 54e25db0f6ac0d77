// Schedules: their problems, revisions and what they air.
import { z } from 'zod';
import { id, time } from '../fields.ts';
import { AIRED_KINDS, REVISION_LEAD_SECONDS } from './values.ts';
import { ASSET_KINDS, PICTURE_KINDS } from '../assets/values.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { STATION_STATUSES } from '../stations/values.ts';
import { PACKAGE_NAMES } from '../billing/prices.ts';
import { ScheduleDraft } from './draft.ts';

/** A problem of a schedule, and what would mend it. */
export const ScheduleProblem = z
  .object({
    code: z.string().meta({ description: 'Stable.', example: 'title_repeats' }),
    message: z.string().meta({
      example: 'The playlist “Mellow mornings” can’t keep titles apart for 6 hours.',
    }),
    field: z.string().nullable().meta({
      description: 'The part of the draft that is concerned.',
      example: 'separation.title_hours',
    }),
    playlist_id: id.nullable().meta({ description: 'The playlist concerned, if it is one.' }),
    mends: z
      .array(
        z.object({
          message: z.string().meta({ example: 'Set the gap to 3 hours.' }),
          change: z.union([z.object({ field: z.string(), value: z.unknown() }), z.null()]).meta({
            description:
              'A field of the draft by its dotted path, and its new value. Null: not a change of the draft.',
            example: { field: 'separation.title_hours', value: 3 },
          }),
        }),
      )
      .meta({ description: 'The smallest change first.' }),
  })
  .meta({ id: 'ScheduleProblem' });

export type ScheduleProblem = z.infer<typeof ScheduleProblem>;

/** The playlist of a proposed draft where no playlist keeps its rules. No playlist has this id. */
export const NO_PLAYLIST_ID = '00000000-0000-4000-8000-000000000000';

/** Why a proposed draft names no playlist. */
export const MusicLacking = z
  .object({
    message: z.string().meta({
      example:
        'No playlist is enough for this station: “Mellow mornings” has 41 of about 62 songs.',
    }),
    nearly: z
      .array(
        z.object({
          playlist_id: id,
          name: z.string().meta({ example: 'Mellow mornings' }),
          songs: z.int().meta({ description: 'That may air on this station.', example: 41 }),
          needed_songs: z.int().meta({
            description: 'About as many as it needs to keep titles apart.',
            example: 62,
          }),
          separation: z
            .object({
              title_hours: z.int().meta({ example: 2 }),
              artist_tracks: z.int().meta({ example: 4 }),
            })
            .meta({ description: 'That it can keep.' }),
        }),
      )
      .meta({ description: 'The playlists that nearly keep the rules, the longest first.' }),
  })
  .meta({ id: 'MusicLacking' });

export type MusicLacking = z.infer<typeof MusicLacking>;

/** A published schedule. */
export const ScheduleRevision = z
  .object({
    number: z.int().meta({ description: 'From 1.', example: 3 }),
    cause: z.enum(['admin', 'restore', 'playlist', 'off_air', 'starter']).meta({
      description:
        '`restore`: an earlier one again; `playlist`: new versions of its playlists; `off_air`: the station was taken ' +
        'off air; `starter`: the program has put its starter programme on air.',
      example: 'admin',
    }),
    restored_from: z.int().nullable().meta({ example: null }),
    note: z.string().nullable().meta({ example: 'Christmas hours' }),
    published_at: time.meta({
      description: `By the database’s clock. It takes effect at the first end of an item at least ${REVISION_LEAD_SECONDS} seconds later.`,
    }),
    published_by: z.string().nullable().meta({
      description: 'The admin’s current address; null for a job, or once the account is deleted.',
      example: 'grace@example.com',
    }),
  })
  .meta({ id: 'ScheduleRevision' });

export type ScheduleRevision = z.infer<typeof ScheduleRevision>;

/** A file of the customer that a schedule can use. */
export const ScheduleAsset = z
  .object({
    id,
    kind: z.enum(ASSET_KINDS).exclude(PICTURE_KINDS),
    airs_as: z.enum(AIRED_KINDS).meta({ example: 'radio_id' }),
    file_name: z.string().meta({ example: 'Good morning.mp3' }),
    duration_seconds: z.number().nullable().meta({ example: 10.032 }),
    is_ready: z.boolean().meta({ description: 'Prepared for the air.', example: true }),
  })
  .meta({ id: 'ScheduleAsset' });

export type ScheduleAsset = z.infer<typeof ScheduleAsset>;

/** The schedule of a station. */
export const StationSchedule = z
  .object({
    station: z.object({
      id,
      user_id: id,
      station_slug: z.string().meta({ example: 'counting-house' }),
      station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
      status: z.enum(STATION_STATUSES),
      package_name: z.enum(PACKAGE_NAMES).nullable().meta({ example: 'Starter' }),
      is_on_air_here: z.boolean().meta({ example: true }),
      starter_since: time.nullable().meta({
        description: 'Its starter programme plays since then; null: it has none.',
        example: null,
      }),
      waits_for_approval: z.boolean().meta({
        description: 'It cannot go live before its member has heard it and said yes.',
        example: false,
      }),
    }),
    draft: ScheduleDraft,
    draft_version: z.int().meta({
      description: 'Send it with a change. 0: filled from the setup form, not saved yet.',
      example: 4,
    }),
    changed_at: time.nullable(),
    changed_by: z.string().nullable().meta({ example: 'grace@example.com' }),
    newest: z.union([ScheduleRevision, z.null()]).meta({ description: 'Null: never on air here.' }),
    has_changes: z.boolean().meta({
      description: 'The draft, or a playlist of it, differs from what is on air.',
      example: false,
    }),
    lacking: z.union([MusicLacking, z.null()]).meta({
      description:
        'Why a draft that was never saved names no playlist. Null: it names one, or is saved.',
    }),
    problems: z.array(ScheduleProblem).meta({
      description: 'That are seen without a simulation; a preview finds all.',
    }),
    held: z
      .union([z.object({ since: time, problems: z.array(ScheduleProblem) }), z.null()])
      .meta({ description: 'New versions of its playlists would break its rules.' }),
    assets: z.array(ScheduleAsset).meta({ description: 'The customer’s audio files.' }),
  })
  .meta({ id: 'StationSchedule' });

export type StationSchedule = z.infer<typeof StationSchedule>;

/** The rule that put an item on air. */
export const AIR_RULES = [
  'music',
  'radio_id',
  'break',
  'fixed_item',
  'insertion',
  'pause',
] as const;

/** An item on air from one moment to another. */
export const ProgrammeItem = z
  .object({
    starts_at: time,
    ends_at: time,
    kind: z.enum(AIRED_KINDS),
    item_id: id.meta({
      description: 'A track of the library, a file of the customer, or a pause that is silent.',
    }),
    title: z.string().meta({ example: 'So What' }),
    artist: z.string().nullable().meta({ example: 'Miles Davis' }),
    is_cut: z.boolean().meta({
      description: 'A hard item, a skip or a pause fades it out before its end.',
      example: false,
    }),
    is_over_music: z.boolean().meta({
      description: 'Speech over the song that is on air, which continues under it.',
      example: false,
    }),
    segue_seconds: z.number().meta({
      description: 'How long the item before still sounds under its start, fading out.',
      example: 4.6,
    }),
    rule: z.enum(AIR_RULES).meta({ description: 'Why it is on air.', example: 'music' }),
    reason: z.string().meta({
      description: 'The same as a sentence.',
      example: 'Music of “Mornings”, from the playlist “Mellow mornings”.',
    }),
    due_at: time.nullable().meta({ description: 'When it was due; null for music.' }),
    day_part: z.string().nullable().meta({
      description:
        'The hours of the schedule that chose the music; null outside of them, and for everything else.',
      example: 'Mornings',
    }),
    cover_url: z.string().nullable().meta({
      description:
        'Of the first song of each hour that has a cover; null for the others. In a preview, a sleeve is drawn for songs without one.',
      example: null,
    }),
  })
  .meta({ id: 'ProgrammeItem' });

export type ProgrammeItem = z.infer<typeof ProgrammeItem>;

/** An item that did not air, because the next one was due. */
export const MissedItem = z
  .object({
    due_at: time,
    rule: z.enum(['radio_id', 'break', 'fixed_item']).meta({ example: 'radio_id' }),
    message: z.string().meta({
      example: 'Due while a longer item was on air; the next one was due before it ended.',
    }),
  })
  .meta({ id: 'MissedItem' });

export type MissedItem = z.infer<typeof MissedItem>;

const lateness = z
  .union([
    z.object({
      aired: z.int().meta({ example: 1_008 }),
      missed: z.int().meta({ description: 'Dropped, because the next one was due.', example: 0 }),
      median_seconds: z.number().meta({ example: 41.3 }),
      worst_seconds: z.number().meta({ example: 163.8 }),
    }),
    z.null(),
  ])
  .meta({ description: 'How late they air after they are due. Null: none are due.' });

/** The promises of a schedule as figures. */
export const PromiseFigures = z
  .object({
    radio_ids: lateness,
    breaks: lateness,
    shortest_repeat_minutes: z.number().nullable().meta({
      description: 'From start to start of the same title; null: none repeats.',
      example: 245.5,
    }),
    broken_separations: z.int().meta({
      description: 'Tracks that broke a separation rule because no other was left.',
      example: 0,
    }),
    music_minutes_per_hour: z.number().meta({ example: 55.2 }),
    speech_minutes_per_hour: z
      .number()
      .meta({ description: 'Radio IDs and announcements.', example: 0.9 }),
    spot_minutes_per_hour: z.number().meta({ example: 2 }),
  })
  .meta({ id: 'PromiseFigures' });

export type PromiseFigures = z.infer<typeof PromiseFigures>;

/** The songs of a playlist as a station would air them, counted by what its customer asked for. */
export const PlaylistMusic = z
  .object({
    playlist_id: id,
    songs: z.int().meta({ description: 'That may air on this station.', example: 212 }),
    left_out: z.int().meta({
      description: 'More songs, which the customer asked never to play.',
      example: 3,
    }),
    explicit_songs: z.int().meta({ example: 0 }),
    moods: z.record(z.string(), z.int()).meta({
      description: 'Songs by each mood that a customer can wish for.',
      example: { warm: 120, cool: 41 },
    }),
    energies: z.record(z.string(), z.int()).meta({
      description: 'Songs by the energy of a part of the day. Some belong to two of them.',
      example: { calm: 96, bright: 80, late: 110 },
    }),
  })
  .meta({ id: 'PlaylistMusic' });

export type PlaylistMusic = z.infer<typeof PlaylistMusic>;

/** The station of a call. */
export const stationParams = z.object({
  station_id: id.meta({ description: 'The id of the customer’s station.' }),
});

export const note = z
  .string()
  .trim()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .optional()
  .meta({ description: 'For the history.', example: 'Christmas hours' });

/** A station that stays on older versions of its playlists. */
export const HeldStation = z
  .object({
    station_id: id,
    user_id: id,
    station_slug: z.string().meta({ example: 'counting-house' }),
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    since: time,
    problems: z.array(ScheduleProblem),
  })
  .meta({ id: 'HeldStation' });

export type HeldStation = z.infer<typeof HeldStation>;
