// Schedules of stations on air here: a draft that admins edit, and revisions that are published and immutable.
import { z } from 'zod';
import { call } from './call.ts';
import { adminPage } from './customers.ts';
import {
  days,
  endOfDay,
  hoursOfWeek,
  id,
  instant,
  listOf,
  requiredLine,
  time,
  timeOfDay,
  unique,
  withZone,
  zone,
} from './fields.ts';
import {
  AIRED_KINDS,
  ANNOUNCEMENT_FREQUENCY,
  ARTIST_SEPARATION_TRACKS,
  ASSET_KINDS,
  DEFAULT_SEPARATION,
  DUE_EVERY_MINUTES,
  MAX_DAY_PART_PLAYLISTS,
  MAX_DAY_PARTS,
  MAX_FIXED_ITEMS,
  MAX_LINE_LENGTH,
  MAX_OPENING_HOURS,
  MAX_PROGRAMME_HOURS,
  MAX_SCHEDULE_ITEMS,
  PICTURE_KINDS,
  PLAYLIST_SPREAD_HOURS,
  PLAYLIST_WEIGHT,
  PREVIEW_DAYS,
  RADIO_ID_FREQUENCY,
  REVISION_LEAD_SECONDS,
  STATION_STATUSES,
  SPOTS_IN_BREAK,
  TITLE_SEPARATION_HOURS,
  WEEKDAYS,
} from './limits.ts';
import { PACKAGE_NAMES } from './prices.ts';

interface Range {
  min: number;
  max: number;
}

const wordsOf = ({ min, max }: Range): string => `Please choose ${min} to ${max}.`;

const within = ({ min, max }: Range) => {
  const words = wordsOf({ min, max });
  return z.int(words).min(min, words).max(max, words);
};

/** Playlists of which the music is mixed. */
const playlists = z
  .array(
    z.strictObject({
      playlist_id: id,
      weight: within(PLAYLIST_WEIGHT).meta({
        description: 'How often it is chosen, compared with the others.',
        example: 1,
      }),
    }),
  )
  .min(1, 'Choose at least one playlist.')
  .max(MAX_DAY_PART_PLAYLISTS, `Choose at most ${MAX_DAY_PART_PLAYLISTS}.`)
  .refine(
    (shares) => unique(shares.map(({ playlist_id }) => playlist_id)),
    'List each playlist only once.',
  );

/** Hours of the week with their music. */
export const DayPart = z
  .strictObject({
    name: requiredLine('Please give the day part a name.').meta({ example: 'Mornings' }),
    days,
    from: timeOfDay,
    to: endOfDay,
    playlists,
  })
  .meta({ id: 'DayPart' });
export type DayPart = z.infer<typeof DayPart>;

/** Files of the customer: by their ids, or all of the kind. */
const customersItems = z
  .union([
    z.literal('all'),
    z
      .array(id)
      .min(1, 'Choose at least one.')
      .max(MAX_SCHEDULE_ITEMS, `Choose at most ${MAX_SCHEDULE_ITEMS}.`)
      .refine(unique, 'List each item only once.'),
  ])
  .meta({ description: 'Ids of the customer’s files, or `all`.', example: 'all' });

/** An item at fixed local times. */
export const FixedItem = z
  .strictObject({
    item_id: id.meta({ description: 'A file of the customer, or a track of the library.' }),
    days,
    at: timeOfDay,
    is_hard: z.boolean().meta({
      description:
        'Airs at the minute and fades out what is playing. Otherwise it airs when that has ended.',
      example: false,
    }),
  })
  .meta({ id: 'FixedItem' });
export type FixedItem = z.infer<typeof FixedItem>;

/** A schedule as admins edit it. */
export const ScheduleDraft = z
  .strictObject({
    zone,
    playlists: playlists.meta({ description: 'The music of hours without a day part.' }),
    day_parts: z
      .array(DayPart)
      .max(MAX_DAY_PARTS, `A schedule has at most ${MAX_DAY_PARTS} day parts.`)
      .meta({ description: 'Where two overlap, the first in this list is in force.' }),
    separation: z.strictObject({
      // Parts of an hour too, because a starter programme gives way by what its playlist can hold.
      title_hours: z
        .number(wordsOf(TITLE_SEPARATION_HOURS))
        .min(TITLE_SEPARATION_HOURS.min, wordsOf(TITLE_SEPARATION_HOURS))
        .max(TITLE_SEPARATION_HOURS.max, wordsOf(TITLE_SEPARATION_HOURS))
        .meta({
          description: 'Hours until a title may air again, also as a fraction; 0: no rule.',
          example: DEFAULT_SEPARATION.title_hours,
        }),
      artist_tracks: within(ARTIST_SEPARATION_TRACKS).meta({
        description: 'Tracks until an artist may air again; 0: no rule.',
        example: DEFAULT_SEPARATION.artist_tracks,
      }),
    }),
    radio_ids: z
      .union([
        z.strictObject({
          items: customersItems,
          every_minutes: within(DUE_EVERY_MINUTES).meta({
            description: 'Due at midnight and at multiples of this.',
            example: RADIO_ID_FREQUENCY.default,
          }),
        }),
        z.null(),
      ])
      .meta({ description: '`all`: the customer’s radio IDs and jingles. Null: none air.' }),
    breaks: z
      .union([
        z.strictObject({
          items: customersItems,
          every_minutes: within(DUE_EVERY_MINUTES).meta({
            description: 'Due at midnight and at multiples of this.',
            example: ANNOUNCEMENT_FREQUENCY.default,
          }),
          spots: within(SPOTS_IN_BREAK).meta({ description: 'In each break.', example: 2 }),
        }),
        z.null(),
      ])
      .meta({ description: '`all`: the customer’s commercials. Null: none air.' }),
    fixed_items: z
      .array(FixedItem)
      .max(MAX_FIXED_ITEMS, `A schedule has at most ${MAX_FIXED_ITEMS} fixed items.`),
    opening_hours: z
      .union([
        z
          .array(hoursOfWeek)
          .min(1, 'Add at least one, or choose none.')
          .max(MAX_OPENING_HOURS, `Enter at most ${MAX_OPENING_HOURS}.`),
        z.null(),
      ])
      .meta({ description: 'Outside of them only music airs. Null: always open.' }),
  })
  .meta({ id: 'ScheduleDraft' });
export type ScheduleDraft = z.infer<typeof ScheduleDraft>;

/** Hours of the day for an industry; admins choose the playlists. */
export interface DayPartPreset {
  name: string;
  day_parts: readonly Pick<DayPart, 'name' | 'days' | 'from' | 'to'>[];
}

const EVERY_DAY = [...WEEKDAYS];
const part = (name: string, from: string, to: string, of: DayPart['days'] = EVERY_DAY) => ({
  name,
  days: of,
  from,
  to,
});

/** Day parts by industry, of which an admin picks one. */
export const DAY_PART_PRESETS: readonly DayPartPreset[] = [
  {
    name: 'Café',
    day_parts: [
      part('Night', '00:00', '06:00'),
      part('Morning', '06:00', '11:00'),
      part('Midday', '11:00', '15:00'),
      part('Afternoon', '15:00', '24:00'),
    ],
  },
  {
    name: 'Restaurant or bar',
    day_parts: [
      part('Lunch', '00:00', '15:00'),
      part('Afternoon', '15:00', '18:00'),
      part('Dinner', '18:00', '22:00'),
      part('Late', '22:00', '24:00'),
    ],
  },
  {
    name: 'Shop',
    day_parts: [
      part('Morning', '00:00', '12:00'),
      part('Afternoon', '12:00', '17:00'),
      part('Evening', '17:00', '24:00'),
    ],
  },
  {
    name: 'Gym',
    day_parts: [
      part('Early', '00:00', '09:00'),
      part('Day', '09:00', '16:00'),
      part('Peak', '16:00', '24:00'),
    ],
  },
  {
    name: 'Hotel or spa',
    day_parts: [
      part('Night', '00:00', '07:00'),
      part('Breakfast', '07:00', '11:00'),
      part('Day', '11:00', '18:00'),
      part('Evening', '18:00', '24:00'),
    ],
  },
  {
    name: 'Office or practice',
    day_parts: [
      part('Weekdays', '00:00', '24:00', ['mon', 'tue', 'wed', 'thu', 'fri']),
      part('Weekend', '00:00', '24:00', ['sat', 'sun']),
    ],
  },
];

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
    rule: z.enum(AIR_RULES).meta({ description: 'Why it is on air.', example: 'music' }),
    reason: z.string().meta({
      description: 'The same as a sentence.',
      example: 'Music of “Mornings”, from the playlist “Mellow mornings”.',
    }),
    due_at: time.nullable().meta({ description: 'When it was due; null for music.' }),
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

/** The station of a call. */
export const stationParams = z.object({
  station_id: id.meta({ description: 'The id of the customer’s station.' }),
});

const SCHEDULE = '/v1/admin/stations/{station_id}/schedule';

const draftVersion = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .meta({ description: 'The `draft_version` that this is based on.', example: 0 });

const newestNumber = z.union([z.int().min(1).max(2_147_483_647), z.null()]).meta({
  description: 'The number of the newest revision that you know; null: none.',
  example: null,
});

const note = z
  .string()
  .trim()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .optional()
  .meta({ description: 'For the history.', example: 'Christmas hours' });

export const getSchedule = call({
  id: 'getSchedule',
  method: 'get',
  path: SCHEDULE,
  access: 'admin',
  summary: 'The schedule of a station',
  description:
    'The draft and what is on air. Without a saved draft, one is filled from the setup form: its frequencies, the ' +
    'customer’s files, and playlists that keep its rules. `lacking` says why no playlist is named.',
  params: stationParams,
  response: StationSchedule,
  errors: ['not_found'],
});

const EXAMPLE_ID = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const exampleDraft = {
  zone: 'Europe/London',
  playlists: [{ playlist_id: EXAMPLE_ID, weight: 1 }],
  day_parts: [],
  separation: DEFAULT_SEPARATION,
  radio_ids: { items: 'all', every_minutes: RADIO_ID_FREQUENCY.default },
  breaks: null,
  fixed_items: [],
  opening_hours: null,
};

export const saveScheduleDraft = call({
  id: 'saveScheduleDraft',
  method: 'put',
  path: `${SCHEDULE}/draft`,
  access: 'admin',
  summary: 'Save the draft',
  description:
    'Replaces the draft; nothing on air changes. If another admin has saved one since, the change is refused. A ' +
    'draft with problems can be saved.',
  params: stationParams,
  body: withZone(z.strictObject({ draft_version: draftVersion, draft: ScheduleDraft }), [
    'draft',
    'zone',
  ]),
  body_examples: { 'one playlist': { draft_version: 0, draft: exampleDraft } },
  response: StationSchedule,
  errors: ['not_found', 'schedule_changed'],
});

export const previewSchedule = call({
  id: 'previewSchedule',
  method: 'post',
  path: `${SCHEDULE}/preview`,
  access: 'admin',
  summary: 'Preview a draft',
  description:
    'Each item of a span, computed as on air, with the newest versions of the playlists. `is_complete` also ' +
    'simulates 60 days for the figures and the problems, which takes a second or more. A newer request of this kind by ' +
    'the same session or key ends an older one. Saves nothing.',
  params: stationParams,
  body: withZone(
    z.strictObject({
      draft: ScheduleDraft.optional().meta({ description: 'Left out: the saved draft.' }),
      from: instant.optional().meta({
        example: '2026-11-24T09:30:00.000Z',
        description: `Within the next ${PREVIEW_DAYS} days. Left out: now.`,
      }),
      hours: z
        .int()
        .min(1)
        .max(MAX_PROGRAMME_HOURS)
        .default(24)
        .meta({ description: 'The length of the span.', example: 24 }),
      is_complete: z.boolean().default(false).meta({ example: true }),
    }),
    ['draft', 'zone'],
  ),
  body_examples: { 'the next hour': { hours: 1 }, 'all figures': { is_complete: true } },
  response: z.object({
    from: time,
    to: time,
    items: z.array(ProgrammeItem).meta({
      description: 'Empty if a problem keeps anything from being computed.',
    }),
    missed: z.array(MissedItem),
    audio_urls: z.record(z.string(), z.string()).meta({
      description: 'By the ids of the items: their audio, at addresses that expire.',
      example: {},
    }),
    figures: z.union([PromiseFigures, z.null()]).meta({
      description: 'Of the simulated days if `is_complete`, otherwise of the span.',
    }),
    problems: z.array(ScheduleProblem),
  }),
  limits: ['schedule_preview'],
  errors: ['not_found', 'preview_superseded'],
});

export const compareSchedule = call({
  id: 'compareSchedule',
  method: 'get',
  path: `${SCHEDULE}/changes`,
  access: 'admin',
  summary: 'The differences between the draft and what is on air',
  description: 'A sentence for each. Empty if a publish would change nothing.',
  params: stationParams,
  response: z.object({
    changes: z.array(
      z.object({
        field: z.string().meta({ example: 'radio_ids.every_minutes' }),
        message: z.string().meta({ example: 'Radio IDs: every 10 minutes → every 15 minutes.' }),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const publishSchedule = call({
  id: 'publishSchedule',
  method: 'post',
  path: `${SCHEDULE}/revisions`,
  access: 'admin',
  summary: 'Publish the draft',
  description:
    'Names each item with its length and its audio, so that later changes of the library change nothing. Refused ' +
    'with problems if a simulation of 60 days breaks a rule. A first one puts the station on air here: its stream ' +
    'and track addresses are then set by the program. Its status does not change. Of two admins who publish at ' +
    'once, one is refused.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({ draft_version: draftVersion, newest: newestNumber, note }),
  body_examples: { 'put on air': { draft_version: 0, newest: null } },
  response: StationSchedule,
  status: 201,
  limits: ['schedule_publish'],
  errors: ['not_found', 'schedule_changed', 'schedule_refused'],
});

export const listScheduleRevisions = call({
  id: 'listScheduleRevisions',
  method: 'get',
  path: `${SCHEDULE}/revisions`,
  access: 'admin',
  summary: 'The history of a schedule',
  description: 'Newest first.',
  params: stationParams,
  query: z.strictObject(adminPage),
  response: listOf(ScheduleRevision),
  errors: ['not_found'],
});

const revisionParams = stationParams.extend({
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ description: 'From 1.', example: 1 }),
});

export const getScheduleRevision = call({
  id: 'getScheduleRevision',
  method: 'get',
  path: `${SCHEDULE}/revisions/{number}`,
  access: 'admin',
  summary: 'One revision, with its draft',
  description: 'And with the versions of the playlists in it.',
  params: revisionParams,
  response: ScheduleRevision.extend({
    draft: z.union([ScheduleDraft, z.null()]).meta({ description: 'Null: off air.' }),
    playlists: z.array(
      z.object({
        playlist_id: id,
        name: z.string().nullable().meta({ example: 'Mellow mornings' }),
        number: z.int().meta({ description: 'The version that it uses.', example: 3 }),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const restoreScheduleRevision = call({
  id: 'restoreScheduleRevision',
  method: 'post',
  path: `${SCHEDULE}/revisions/{number}/restore`,
  access: 'admin',
  summary: 'Go back to an earlier revision',
  description:
    'Publishes its content again, exactly, as a new revision, and makes it the draft. A revision that took the ' +
    'station off air can’t be restored.',
  idempotent: true,
  params: revisionParams,
  body: z.strictObject({ newest: newestNumber, note }),
  body_examples: { 'go back': { newest: 2 } },
  response: StationSchedule,
  status: 201,
  limits: ['schedule_publish'],
  errors: ['not_found', 'schedule_changed'],
});

export const takeOffAir = call({
  id: 'takeOffAir',
  method: 'post',
  path: `${SCHEDULE}/off-air`,
  access: 'admin',
  summary: 'Take a station off air',
  description:
    'Its stream ends, its stream and track addresses are cleared, and an active station becomes inactive: the ' +
    'member gets a mail. The draft and the history stay.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({ newest: newestNumber, note }),
  body_examples: { 'off air': { newest: 1 } },
  response: StationSchedule,
  errors: ['not_found', 'schedule_changed', 'not_on_air_here'],
});

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

export const listHeldStations = call({
  id: 'listHeldStations',
  method: 'get',
  path: '/v1/admin/schedules/held',
  access: 'admin',
  summary: 'Stations that stay on older versions of their playlists',
  description:
    `New versions of playlists reach the stations that use them within ${PLAYLIST_SPREAD_HOURS} hours. Where they would ` +
    'break the rules of a schedule, the station stays as it is. The longest first.',
  query: z.strictObject(adminPage),
  response: listOf(HeldStation),
  errors: [],
});
