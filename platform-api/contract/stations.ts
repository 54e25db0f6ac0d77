import { z } from 'zod';
import { call } from './call.ts';
import { id, time } from './fields.ts';
import {
  CURRENCY,
  MAX_SLUG_CHANGES,
  MEMBER_STREAMS,
  PACKAGE_NAMES,
  STATION_STATUSES,
} from './limits.ts';
import { lowerCaseSlug } from './slug.ts';

/** A track as it is shown. Texts are never empty: the API fills in 'Unknown Title' and its like. */
export const Track = z
  .object({
    title: z.string().meta({ example: 'Morning Counter' }),
    artist: z.string().meta({ example: 'Stationhouse Ensemble' }),
    album: z.string().optional().meta({ example: 'Open at Seven' }),
    cover: z.string().meta({
      description: 'An http or https address of a square picture.',
      example: 'https://covers.example/morning-counter.jpg',
    }),
    started_at: time
      .optional()
      .describe('When the track began, where the source tells. A track to come may have it too.'),
  })
  .meta({ id: 'Track' });
export type Track = z.infer<typeof Track>;

/** A union and not `nullable()`, which the OpenAPI generator would write into Track itself. */
const TrackOrNothing = z.union([Track, z.null()]);

/** The three cards of a station page. */
export const NowPlaying = z
  .object({
    previous: TrackOrNothing,
    current: TrackOrNothing,
    next: TrackOrNothing,
    updated_at: time.describe('When the tracks were last read from their source.'),
    stale: z.boolean().meta({
      description: 'True while the source fails and the last good answer is shown instead.',
      example: false,
    }),
  })
  .meta({ id: 'NowPlaying' });
export type NowPlaying = z.infer<typeof NowPlaying>;

/** What anyone may know of a station that is on air. */
export const PublicStation = z
  .object({
    station_slug: z.string().meta({ example: 'demo' }),
    station_name: z.string().meta({ example: 'Demo Radio' }),
    station_logo_url: z.string().nullable().meta({ example: null }),
    station_url: z.string().meta({
      description: "The station's hosted page.",
      example: 'https://demo.example.com/',
    }),
    stream_url: z.string().meta({
      description: 'The audio, live.',
      example: 'https://example.com/stream/demo',
    }),
  })
  .meta({ id: 'PublicStation' });
export type PublicStation = z.infer<typeof PublicStation>;

const params = z.object({
  station_slug: z.string().meta({
    description: 'The station’s short address. Capitals make no difference.',
    example: 'demo',
  }),
});

export const getStation = call({
  id: 'getStation',
  method: 'get',
  path: '/v1/stations/{station_slug}',
  access: 'public',
  summary: 'A station on air',
  params,
  response: PublicStation,
  may_have_moved: true,
  errors: ['station_not_found'],
});

export const getNowPlaying = call({
  id: 'getNowPlaying',
  method: 'get',
  path: '/v1/stations/{station_slug}/now-playing',
  access: 'public',
  summary: 'Previous, current and next track',
  description:
    'Carries an ETag: send it back as If-None-Match and an unchanged answer is a bare 304.',
  params,
  request_headers: z.object({
    'if-none-match': z.string().optional().meta({
      description: 'The ETag of the answer that you have.',
      example: 'W/"4mX0q2bB9sY"',
    }),
  }),
  response: NowPlaying,
  response_headers: ['ETag'],
  may_have_moved: true,
  errors: ['station_not_found'],
});

export const getStationEvents = call({
  id: 'getStationEvents',
  method: 'get',
  path: '/v1/stations/{station_slug}/events',
  access: 'public',
  summary: 'Live changes of a station',
  description:
    'Server-sent events `now-playing` and `station`, each with the same object as its GET; the full ' +
    'state comes first. A comment every 25 seconds shows that the line is alive. Send the last id ' +
    'as Last-Event-ID and only what changed meanwhile comes again.',
  params,
  request_headers: z.object({
    'last-event-id': z.string().optional().meta({
      description: 'The id of the last event that you have seen.',
      example: '8dK1w5nQ2xA.4mX0q2bB9sY',
    }),
  }),
  response: z.object({ 'now-playing': NowPlaying, station: PublicStation }),
  content_type: 'text/event-stream',
  may_have_moved: true,
  errors: ['station_not_found', 'too_many_streams'],
});

/** A member's own station (specification §3), without what only the operator needs. */
export const Station = z
  .object({
    id,
    user_id: id,
    status: z.enum(STATION_STATUSES),
    station_name: z.string().meta({ example: 'Demo Radio' }),
    station_slug: z.string().meta({ example: 'demo' }),
    station_url: z.string().meta({ example: 'https://demo.example.com/' }),
    station_logo_url: z.string().nullable().meta({ example: null }),
    stream_url: z.string().meta({ example: 'https://example.com/stream/demo' }),
    radio_player_embed: z.string().nullable().meta({ example: null }),
    package_name: z.enum(PACKAGE_NAMES).nullable(),
    package_price: z.int().nullable().meta({ description: 'A month, in cents.', example: 149_00 }),
    vat_amount: z.int().nullable().meta({ example: 0 }),
    total_amount: z.int().nullable().meta({ example: 448_00 }),
    currency: z.literal(CURRENCY),
    purchased_at: time.nullable(),
    setup_completed_at: time.nullable(),
    admin_uploaded_ids: z.array(z.string()).meta({ example: [] }),
    admin_uploaded_commercials: z.array(z.string()).meta({ example: [] }),
    slug_changes_left: z.int().meta({ example: 10 }),
    updated_at: time,
  })
  .meta({ id: 'Station' });
export type Station = z.infer<typeof Station>;

export const getMyStation = call({
  id: 'getMyStation',
  method: 'get',
  path: '/v1/me/station',
  access: 'member',
  summary: 'Your station',
  description: 'One whose payment is still pending is not there yet.',
  response: Station,
  errors: ['no_station'],
});

export const getMyNowPlaying = call({
  id: 'getMyNowPlaying',
  method: 'get',
  path: '/v1/me/station/now-playing',
  access: 'member',
  summary: 'What your station plays',
  description: 'Previous, current and next track; none of them while it is not on air.',
  response: NowPlaying,
  errors: ['no_station'],
});

export const getMyStationEvents = call({
  id: 'getMyStationEvents',
  method: 'get',
  path: '/v1/me/station/events',
  access: 'member',
  summary: 'Live changes of your station',
  description:
    'Server-sent events: `station` with the same object as its GET, null while there is none, and ' +
    '`now-playing` while it is on air; the full state comes first. A comment every 25 seconds shows ' +
    'that the line is alive. Send the last id as Last-Event-ID and only what changed meanwhile comes ' +
    `again. It ends with the session. At most ${MEMBER_STREAMS.per_user} may be open for one person, and ` +
    `${MEMBER_STREAMS.per_address} at one address.`,
  request_headers: z.object({
    'last-event-id': z.string().optional().meta({
      description: 'The id of the last event that you have seen.',
      example: '8dK1w5nQ2xA.4mX0q2bB9sY',
    }),
  }),
  response: z.object({ station: z.union([Station, z.null()]), 'now-playing': NowPlaying }),
  content_type: 'text/event-stream',
  errors: ['too_many_streams'],
});

/** A text that may become a station's address: whether it can is not for the schema to say. */
const slugToBe = z.string().overwrite(lowerCaseSlug).meta({
  description: 'The short address. Capitals are made small.',
  example: 'counting-house',
});

export const changeSlug = call({
  id: 'changeSlug',
  method: 'put',
  path: '/v1/me/station/slug',
  access: 'member',
  idempotent: true,
  summary: 'Change your station’s address',
  description:
    `Goes ${MAX_SLUG_CHANGES} times; \`slug_changes_left\` tells how often it still does. While the station ` +
    'is on air its old addresses lead to the new one, until another station takes them.',
  body: z.strictObject({ station_slug: slugToBe }),
  body_examples: { 'a new address': { station_slug: 'counting-house' } },
  response: Station,
  limits: ['slug_change'],
  errors: [
    'no_station',
    'slug_taken',
    'slug_unchanged',
    'slug_limit_reached',
    'slug_invalid',
    'slug_reserved',
  ],
});

/** Why an address can't be had: the code with which the change would be refused. */
export const SlugRefusal = z.enum([
  'slug_taken',
  'slug_invalid',
  'slug_reserved',
  'slug_unchanged',
]);
export type SlugRefusal = z.infer<typeof SlugRefusal>;

export const getSlugAvailability = call({
  id: 'getSlugAvailability',
  method: 'get',
  path: '/v1/me/station/slug-availability',
  access: 'member',
  summary: 'Whether an address is free',
  description:
    'Free at this moment: another station may take it before you do. Whether you have changes left is ' +
    'not asked here.',
  query: z.object({ station_slug: slugToBe }),
  response: z.object({
    available: z.boolean().meta({ example: false }),
    reason: SlugRefusal.optional().meta({
      description: 'Only where it is not available.',
      example: 'slug_taken',
    }),
  }),
  limits: ['slug_availability'],
  errors: ['no_station'],
});
