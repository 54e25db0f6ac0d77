// The programmes and play logs of stations on air here.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, instant, listOf, time } from '../fields.ts';
import { searchFilter } from '../library/track-schemas.ts';
import {
  AIRED_KINDS,
  INSERTION_DAYS,
  INSERTION_LEAD_SECONDS,
  MAX_PLAY_LOG_DAYS,
  MAX_PROGRAMME_HOURS,
  MAX_VOICE_OVER_SECONDS,
  MAX_WAITING_INSERTIONS,
  OVER_MUSIC_LEAD_SECONDS,
  PREVIEW_DAYS,
  TRACK_RATINGS,
} from './values.ts';
import { MissedItem, ProgrammeItem, stationParams } from './schemas.ts';

/** The programme of a station on air here. */
export const Programme = z
  .object({
    zone: z.string().meta({ description: 'The station’s time zone.', example: 'Europe/London' }),
    now: z.union([ProgrammeItem, z.null()]),
    next: z.union([ProgrammeItem, z.null()]),
    from: time,
    to: time,
    items: z.array(ProgrammeItem),
    missed: z.array(MissedItem),
  })
  .meta({ id: 'Programme' });
export type Programme = z.infer<typeof Programme>;

/** The span of a programme. */
const span = {
  from: instant.optional().meta({
    description: `At most ${PREVIEW_DAYS} days ahead. Left out: the start of today in the station’s time zone.`,
    example: '2026-11-24T00:00:00.000Z',
  }),
  hours: z.coerce.number().int().min(1).max(MAX_PROGRAMME_HOURS).optional().meta({
    description: 'Left out: until the end of that day.',
    example: 24,
  }),
};

const PROGRAMME_NOTE =
  'The items on air now and next, and each item of a span: of the past as it aired, of the future as it will air unless ' +
  'the schedule changes. While a station is inactive or suspended, nothing airs.';

export const getProgramme = call({
  id: 'getProgramme',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/programme',
  access: 'admin',
  summary: 'The programme of a station on air here',
  description: PROGRAMME_NOTE,
  params: stationParams,
  query: z.strictObject(span),
  response: Programme,
  errors: ['not_found', 'not_on_air_here'],
});

export const getMyProgramme = call({
  id: 'getMyProgramme',
  method: 'get',
  path: '/v1/me/station/programme',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'The programme of your station',
  description: PROGRAMME_NOTE,
  query: z.strictObject(span),
  response: Programme,
  errors: ['no_station', 'not_on_air_here'],
});

const skipped = instant.meta({
  format: 'date-time',
  description: 'Of the item, from the programme.',
  example: '2026-11-24T09:30:00.000Z',
});

export const skipMyItem = call({
  id: 'skipMyItem',
  method: 'post',
  path: '/v1/me/station/skips',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Skip what is on air on your station',
  description:
    `It is faded out ${INSERTION_LEAD_SECONDS} seconds later. \`starts_at\` names the item, so that a repeat skips no ` +
    'other one. The operator sets how many skips there are in an hour.',
  idempotent: true,
  body: z.strictObject({ starts_at: skipped }),
  body_examples: { 'this song': { starts_at: '2026-11-24T09:30:00.000Z' } },
  response: z.object({
    cut_at: time.meta({ description: 'When it is faded out.' }),
    skips_left: z.int().meta({ description: 'In this hour.', example: 5 }),
  }),
  status: 201,
  errors: ['no_station', 'not_on_air_here', 'nothing_to_skip', 'too_many_skips'],
});

/** A song that a member has rated. */
export const RatedTrack = z
  .object({
    track_id: id,
    title: z.string().meta({ example: 'Second Cup' }),
    artist: z.string().nullable().meta({ example: 'Nora Field' }),
    rating: z.enum(TRACK_RATINGS).meta({
      description: '`more`: about twice as often as others; `less`: half as often; `never`: not.',
      example: 'more',
    }),
    rated_at: time,
  })
  .meta({ id: 'RatedTrack' });
export type RatedTrack = z.infer<typeof RatedTrack>;

const trackParams = z.object({ track_id: id.meta({ description: '`item_id` of a song.' }) });

export const listRatedTracks = call({
  id: 'listRatedTracks',
  method: 'get',
  path: '/v1/me/station/rated-tracks',
  access: 'member',
  scope: 'stations',
  summary: 'Songs that you have rated',
  description: 'Newest first.',
  response: listOf(RatedTrack),
  errors: ['no_station'],
});

export const listStationRatedTracks = call({
  id: 'listStationRatedTracks',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/rated-tracks',
  access: 'admin',
  summary: 'Songs that a member has rated',
  description: 'Newest first.',
  params: stationParams,
  response: listOf(RatedTrack),
  errors: ['not_found'],
});

export const rateTrack = call({
  id: 'rateTrack',
  method: 'put',
  path: '/v1/me/station/rated-tracks/{track_id}',
  access: 'member',
  scope: 'stations',
  summary: 'Hear a song more often, less often or never again',
  description:
    'Within seconds the schedule is published with it. If that would break a rule of the schedule, or leave too few ' +
    'songs, it stays until the operator has changed the music; the operator is told either way. Playlists with a ' +
    'fixed order play no song twice. A repeat changes nothing.',
  params: trackParams,
  body: z.strictObject({ rating: z.enum(TRACK_RATINGS) }),
  body_examples: { 'more of this': { rating: 'more' }, 'never again': { rating: 'never' } },
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'no_station', 'too_many_ratings'],
});

export const unrateTrack = call({
  id: 'unrateTrack',
  method: 'delete',
  path: '/v1/me/station/rated-tracks/{track_id}',
  access: 'member',
  scope: 'stations',
  summary: 'Let a song air as often as others again',
  description: 'A repeat changes nothing.',
  params: trackParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'no_station'],
});

const day = z.iso.date().optional();

/** Filters of a play log. */
const logFilters = {
  from: day.meta({
    description: 'The first day, in the station’s time zone. Left out: today.',
    example: '2026-11-24',
  }),
  to: day.meta({
    description: `The last day: the same, or up to ${MAX_PLAY_LOG_DAYS - 1} days later. Left out: the first.`,
    example: '2026-11-24',
  }),
  search: searchFilter,
  kind: z.enum(AIRED_KINDS).optional().meta({ description: 'Only this kind.', example: 'music' }),
};

/** A page of a play log. */
export const PlayLog = z
  .object({
    zone: z.string().meta({ example: 'Europe/London' }),
    data: z.array(ProgrammeItem).meta({ description: 'In the order in which they aired.' }),
    has_more: z.boolean().meta({ example: false }),
    next_cursor: z.string().nullable().meta({ example: null }),
  })
  .meta({ id: 'PlayLog' });
export type PlayLog = z.infer<typeof PlayLog>;

const LOG_NOTE =
  'Each item that aired, until now, and the rule that put each item on air. Items that could not be heard are left out, ' +
  'because the station was inactive or suspended at the time.';
const CSV_NOTE =
  'In UTF-8. The first line names the fields. An apostrophe is put before texts that a spreadsheet would read as a ' +
  'formula.';

export const getPlayLog = call({
  id: 'getPlayLog',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/play-log',
  access: 'admin',
  summary: 'The play log of a station',
  description: LOG_NOTE,
  params: stationParams,
  query: z.strictObject({ ...logFilters, ...adminPage }),
  response: PlayLog,
  errors: ['not_found', 'not_on_air_here'],
});

const csv = {
  content_type: 'text/csv',
  response: z.string().meta({ example: 'starts_at,ends_at,kind,title,artist\r\n' }),
  limits: ['play_log_export'],
} as const;

export const exportPlayLog = call({
  id: 'exportPlayLog',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/play-log.csv',
  access: 'admin',
  summary: 'The play log of a station as CSV',
  description: CSV_NOTE,
  params: stationParams,
  query: z.strictObject(logFilters),
  ...csv,
  errors: ['not_found', 'not_on_air_here'],
});

export const getMyPlayLog = call({
  id: 'getMyPlayLog',
  method: 'get',
  path: '/v1/me/station/play-log',
  access: 'member',
  scope: 'stations',
  summary: 'The play log of your station',
  description: LOG_NOTE,
  query: z.strictObject({ ...logFilters, ...adminPage }),
  response: PlayLog,
  errors: ['no_station', 'not_on_air_here'],
});

export const exportMyPlayLog = call({
  id: 'exportMyPlayLog',
  method: 'get',
  path: '/v1/me/station/play-log.csv',
  access: 'member',
  scope: 'stations',
  summary: 'The play log of your station as CSV',
  description: CSV_NOTE,
  query: z.strictObject(logFilters),
  ...csv,
  errors: ['no_station', 'not_on_air_here'],
});

/** An item put in by hand, or a skip. */
export const Insertion = z
  .object({
    id,
    kind: z.enum(['item', 'skip']),
    item_id: id.nullable(),
    title: z.string().nullable().meta({ example: 'Closing soon' }),
    wanted_at: time.nullable().meta({ description: 'Not before; null: as soon as possible.' }),
    is_over_music: z
      .boolean()
      .meta({ description: 'Over the music, which continues quietly under it.', example: false }),
    made_at: time,
    made_by: z.string().nullable().meta({ example: 'grace@example.com' }),
    withdrawn_at: time.nullable().meta({ description: 'Null: it was not withdrawn.' }),
    airs_at: time.nullable().meta({
      description:
        'When it airs or aired; of a skip, when it cuts. Null: it was withdrawn, or it can’t be told any more.',
    }),
  })
  .meta({ id: 'Insertion' });
export type Insertion = z.infer<typeof Insertion>;

export const listInsertions = call({
  id: 'listInsertions',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/insertions',
  access: 'admin',
  summary: 'Items put in by hand',
  description: `Of the last day and the next ${INSERTION_DAYS} days, newest first.`,
  params: stationParams,
  response: z.object({ data: z.array(Insertion) }),
  errors: ['not_found'],
});

export const addInsertion = call({
  id: 'addInsertion',
  method: 'post',
  path: '/v1/admin/stations/{station_id}/insertions',
  access: 'admin',
  summary: 'Put an item on air by hand',
  description:
    `It airs at the first end of an item at least ${INSERTION_LEAD_SECONDS} seconds later, or after \`at\`; with ` +
    `\`over_music\` ${OVER_MUSIC_LEAD_SECONDS} seconds later, or at \`at\`. At most ${MAX_WAITING_INSERTIONS} can wait ` +
    'at the same time.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({
    item_id: id.meta({ description: 'A file of the customer, or a track of the library.' }),
    at: z.iso
      .datetime()
      .optional()
      .meta({
        description: `At most ${INSERTION_DAYS} days ahead. Left out: as soon as possible.`,
        example: '2026-11-24T17:45:00.000Z',
      }),
    over_music: z
      .boolean()
      .default(false)
      .meta({
        description: `Over the music, which continues quietly under it. For speech of up to ${MAX_VOICE_OVER_SECONDS} seconds.`,
        example: false,
      }),
  }),
  body_examples: { 'as soon as possible': { item_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10' } },
  response: Insertion,
  status: 201,
  errors: ['not_found', 'not_on_air_here', 'item_not_ready', 'too_many_insertions'],
});

export const withdrawInsertion = call({
  id: 'withdrawInsertion',
  method: 'delete',
  path: '/v1/admin/stations/{station_id}/insertions/{id}',
  access: 'admin',
  summary: 'Withdraw an item that was put in by hand',
  description:
    `It no longer airs, unless it is on air or begins within ${INSERTION_LEAD_SECONDS} seconds. Items that aired stay in ` +
    'the list. A repeat changes nothing.',
  params: stationParams.extend({ id: id.meta({ description: 'Of the insertion.' }) }),
  response: Insertion,
  errors: ['not_found', 'not_on_air_here', 'insertion_begun'],
});

export const skipItem = call({
  id: 'skipItem',
  method: 'post',
  path: '/v1/admin/stations/{station_id}/skips',
  access: 'admin',
  summary: 'Skip what is on air',
  description:
    `It is faded out ${INSERTION_LEAD_SECONDS} seconds later. \`starts_at\` names the item, so that a repeat skips no ` +
    'other one.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({ starts_at: skipped }),
  body_examples: { 'this song': { starts_at: '2026-11-24T09:30:00.000Z' } },
  response: Insertion,
  status: 201,
  errors: ['not_found', 'not_on_air_here', 'nothing_to_skip'],
});
