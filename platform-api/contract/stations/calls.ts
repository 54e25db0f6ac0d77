import { z } from 'zod';
import { call } from '../call.ts';
import { STATION_THEMES } from '../site/colours.ts';
import { accentColour } from '../fields.ts';
import { FORMER_SLUG_DAYS, MAX_PLAYED_TRACKS, MAX_SLUG_CHANGES, PLAYED_HOURS } from './values.ts';
import { MEMBER_STREAMS } from '../values.ts';
import { lowerCaseSlug } from './slug.ts';
import {
  Track,
  NowPlaying,
  WallMessageOrNothing,
  PUBLIC_ID_EXAMPLE,
  PublicStation,
  Station,
  ListenersNow,
  SlugRefusal,
} from './schemas.ts';

const params = z.object({
  station_slug: z.string().meta({
    description:
      `The station’s slug, or its public id such as \`${PUBLIC_ID_EXAMPLE}\`, which never changes. ` +
      'Case-insensitive. The encoded address of its page works, too.',
    example: 'counting-house',
  }),
});

export const getStation = call({
  id: 'getStation',
  method: 'get',
  path: '/v1/stations/{station_slug}',
  access: 'public',
  summary: 'Get a station on air',
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
    'Has an ETag: send it back as If-None-Match to get a 304 without a body if nothing has changed.',
  params,
  request_headers: z.object({
    'if-none-match': z.string().optional().meta({
      description: 'The ETag of the previous answer.',
      example: 'W/"4mX0q2bB9sY"',
    }),
  }),
  response: NowPlaying,
  response_headers: ['ETag'],
  may_have_moved: true,
  errors: ['station_not_found'],
});

export const listPlayedTracks = call({
  id: 'listPlayedTracks',
  method: 'get',
  path: '/v1/stations/{station_slug}/played-tracks',
  access: 'public',
  summary: 'The last songs',
  description:
    `Up to ${MAX_PLAYED_TRACKS}, the newest first, without the one that plays. A station on air here has those of the ` +
    `last ${PLAYED_HOURS} hours. Of others we know the songs that we have seen while they had listeners here.`,
  params,
  response: z.object({ data: z.array(Track) }),
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
    'Server-sent events `now-playing` and `station`, each with the same object as its GET. The full ' +
    'state is sent first. A comment every 25 seconds shows that the connection is alive. Send the last ' +
    'id as Last-Event-ID to get only what has changed since.',
  params,
  request_headers: z.object({
    'last-event-id': z.string().optional().meta({
      description: 'The id of the last event that you received.',
      example: '8dK1w5nQ2xA.4mX0q2bB9sY',
    }),
  }),
  response: z.object({ 'now-playing': NowPlaying, station: PublicStation }),
  content_type: 'text/event-stream',
  may_have_moved: true,
  errors: ['station_not_found', 'too_many_streams'],
});

export const getMyStation = call({
  id: 'getMyStation',
  method: 'get',
  path: '/v1/me/station',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Get your station',
  description: 'A station with a pending payment counts as missing.',
  response: Station,
  errors: ['no_station'],
});

export const getMyNowPlaying = call({
  id: 'getMyNowPlaying',
  method: 'get',
  path: '/v1/me/station/now-playing',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Get the tracks of your station',
  description: 'Previous, current and next track; all null while the station is off air.',
  response: NowPlaying,
  errors: ['no_station'],
});

export const getMyStationEvents = call({
  id: 'getMyStationEvents',
  method: 'get',
  path: '/v1/me/station/events',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Live changes of your station',
  description:
    'Server-sent events: `station` with the same object as its GET, or null without a station, ' +
    '`now-playing` while the station is on air, and, if asked for, `listening` with the listeners of now, at most ' +
    'five seconds old. The full state is sent first. A comment every 25 seconds ' +
    'shows that the connection is alive. Send the last id as Last-Event-ID to get only what has changed ' +
    `since. The stream ends with the session. At most ${MEMBER_STREAMS.per_user} can be open for one user, and ` +
    `${MEMBER_STREAMS.per_address} from one IP address.`,
  request_headers: z.object({
    'last-event-id': z.string().optional().meta({
      description: 'The id of the last event that you received.',
      example: '8dK1w5nQ2xA.4mX0q2bB9sY',
    }),
  }),
  query: z.strictObject({
    listening: z.enum(['true', 'false']).optional().meta({
      description: 'Whether to send the event `listening`, too.',
      example: 'true',
    }),
  }),
  response: z.object({
    station: z.union([Station, z.null()]),
    'now-playing': NowPlaying,
    listening: ListenersNow,
  }),
  content_type: 'text/event-stream',
  errors: ['too_many_streams'],
});

/** The text of a new slug. Whether it is valid and free is not decided by the schema. */
const slugToBe = z.string().overwrite(lowerCaseSlug).meta({
  description: 'The slug. It is converted to lower case.',
  example: 'counting-house',
});

export const changeSlug = call({
  id: 'changeSlug',
  method: 'put',
  path: '/v1/me/station/slug',
  access: 'member',
  scope: 'stations',
  idempotent: true,
  summary: 'Change your station’s slug',
  description:
    `Possible ${MAX_SLUG_CHANGES} times; \`slug_changes_left\` is the remaining number. While the station is on ` +
    'air, its former slugs redirect to the new one until another station takes them. Others can do so only ' +
    `after ${FORMER_SLUG_DAYS} days; the station can take them back.`,
  body: z.strictObject({ station_slug: slugToBe }),
  body_examples: { 'a new address': { station_slug: 'counting-house' } },
  response: Station,
  limits: ['slug_change'],
  errors: [
    'no_station',
    'slug_taken',
    'slug_held',
    'slug_unchanged',
    'slug_limit_reached',
    'slug_invalid',
    'slug_reserved',
  ],
});

export const changeLook = call({
  id: 'changeLook',
  method: 'put',
  path: '/v1/me/station/look',
  access: 'member',
  scope: 'stations',
  summary: 'Change the look of your station',
  description:
    'The accent colour and theme of its page, its screens and every player that is embedded already, within ten ' +
    'seconds. Text and buttons always keep enough contrast. Null: not chosen. The background picture is a file of ' +
    'the kind `background`.',
  body: z.strictObject({
    accent_colour: accentColour.nullable(),
    theme: z.enum(STATION_THEMES).nullable(),
  }),
  body_examples: { 'orange on white': { accent_colour: '#c2410c', theme: 'light' } },
  response: Station,
  limits: ['look'],
  errors: ['no_station'],
});

export const changeWallMessage = call({
  id: 'changeWallMessage',
  method: 'put',
  path: '/v1/me/station/wall-message',
  access: 'member',
  scope: 'stations',
  summary: 'Change the message on your screens',
  description:
    'Open screens show it within ten seconds; the static TV view, when it is opened again. Times are in the ' +
    'station’s time zone. Null: no message.',
  body: z.strictObject({ wall_message: WallMessageOrNothing }),
  body_examples: {
    'at lunch': {
      wall_message: {
        text: 'Soup of the day: roast tomato and basil',
        shown: 'always',
        from: '11:30',
        until: '14:30',
      },
    },
  },
  response: Station,
  limits: ['wall_message'],
  errors: ['no_station'],
});

export const getSlugAvailability = call({
  id: 'getSlugAvailability',
  method: 'get',
  path: '/v1/me/station/slug-availability',
  access: 'member',
  scope: 'stations',
  summary: 'Check whether a slug is available',
  description:
    'The answer can be outdated at once: another station may take the slug before you do. Your remaining ' +
    'changes are not checked.',
  query: z.object({ station_slug: slugToBe }),
  response: z.object({
    available: z.boolean().meta({ example: false }),
    reason: SlugRefusal.optional().meta({
      description: 'Only if the slug is not available.',
      example: 'slug_taken',
    }),
  }),
  limits: ['slug_availability'],
  errors: ['no_station'],
});
