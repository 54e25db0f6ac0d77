// Locations of a member's station, their players and their statuses.
import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf, time, withZone, zone } from '../fields.ts';
import {
  Location,
  LocationHistory,
  leavePin,
  locationAddress,
  locationName,
  openingHours,
  PlayerLocation,
  reportedStatus,
  SilentLocation,
} from './schemas.ts';
import {
  ALERT_WAYS,
  MAX_LOCATIONS,
  MAX_REPORTED_CHANGES,
  PAIRING_CODE_LENGTH,
  PAIRING_CODE_MINUTES,
  PAIRING_POLL_SECONDS,
  PLAYER_REPORT_SECONDS,
  REPORTED_HOURS,
  RESERVE_MINUTES,
  SILENCE_MINUTES,
  STATUS_DAYS,
} from './values.ts';

const params = z.object({ id: id.meta({ description: 'From the list.' }) });

const alertWay = z.enum(ALERT_WAYS).meta({
  description: `How you are told when a location is silent for ${SILENCE_MINUTES} minutes while it is open, and when it plays again.`,
  example: 'email',
});

export const listLocations = call({
  id: 'listLocations',
  method: 'get',
  path: '/v1/me/locations',
  access: 'member',
  scope: 'locations',
  team: 'staff',
  summary: 'Your locations, and whether they play',
  description: `At most ${MAX_LOCATIONS}, by name.`,
  response: listOf(Location).extend({
    zone: zone.nullable().meta({ description: 'Of the station: the default of a new location.' }),
    alerts_by: alertWay,
    month: z
      .object({
        month: z.string().meta({ example: '2026-10' }),
        played_percent: z.number().meta({ example: 99.2 }),
      })
      .nullable()
      .meta({
        description:
          'How much of their opening hours your locations played last month. Null: none was open.',
        example: { month: '2026-10', played_percent: 99.2 },
      }),
  }),
  errors: ['no_station'],
});

export const getLocation = call({
  id: 'getLocation',
  method: 'get',
  path: '/v1/me/locations/{id}',
  access: 'member',
  scope: 'locations',
  team: 'staff',
  summary: `A location and its last ${STATUS_DAYS} days`,
  params,
  response: LocationHistory,
  errors: ['no_station', 'not_found'],
});

export const addLocation = call({
  id: 'addLocation',
  method: 'post',
  path: '/v1/me/locations',
  access: 'member',
  scope: 'locations',
  summary: 'Add a location',
  idempotent: true,
  body: withZone(
    z.strictObject({
      name: locationName,
      address: locationAddress.optional(),
      zone: zone.optional().meta({ description: 'Left out: the station’s.' }),
      opening_hours: openingHours.optional(),
      leave_pin: leavePin.optional(),
    }),
    ['zone'],
  ),
  body_examples: {
    'a shop': {
      name: 'High Street',
      address: '12 High Street, Leeds',
      opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' }],
    },
  },
  response: Location,
  status: 201,
  errors: ['no_station', 'too_many_locations'],
});

export const changeLocation = call({
  id: 'changeLocation',
  method: 'patch',
  path: '/v1/me/locations/{id}',
  access: 'member',
  scope: 'locations',
  summary: 'Change a location',
  description:
    'Fields that are left out stay as they are. Past days stay measured by the opening hours of their time.',
  params,
  body: withZone(
    z.strictObject({
      name: locationName.optional(),
      address: locationAddress.optional(),
      zone: zone.optional(),
      opening_hours: openingHours.optional(),
      leave_pin: leavePin.optional(),
    }),
    ['zone'],
  ),
  body_examples: { 'a new name': { name: 'High Street Café' } },
  response: Location,
  errors: ['no_station', 'not_found'],
});

export const deleteLocation = call({
  id: 'deleteLocation',
  method: 'delete',
  path: '/v1/me/locations/{id}',
  access: 'member',
  scope: 'locations',
  summary: 'Remove a location',
  description: 'Its players stop and show a pairing code again. Its history is removed with it.',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'not_found'],
});

export const pairPlayer = call({
  id: 'pairPlayer',
  method: 'post',
  path: '/v1/me/locations/{id}/players',
  access: 'member',
  scope: 'locations',
  summary: 'Pair a player with a location',
  description: `A browser that opens your station’s \`/play\` page shows the code for ${PAIRING_CODE_MINUTES} minutes, then another one.`,
  idempotent: true,
  params,
  body: z.strictObject({
    pairing_code: z
      .string()
      .transform((text) => text.toUpperCase().replace(/[^A-Z\d]/g, ''))
      .pipe(
        z
          .string()
          .length(PAIRING_CODE_LENGTH, `The code has ${PAIRING_CODE_LENGTH} letters and digits.`),
      )
      .meta({ type: 'string', example: 'K7M3XA' }),
  }),
  body_examples: { 'the code of a screen': { pairing_code: 'K7M3XA' } },
  response: Location,
  limits: ['pairing'],
  errors: ['no_station', 'not_found', 'pairing_code_unknown', 'too_many_location_players'],
});

export const removePlayer = call({
  id: 'removePlayer',
  method: 'delete',
  path: '/v1/me/locations/{id}/players/{player_id}',
  access: 'member',
  scope: 'locations',
  summary: 'Unpair a player',
  description: 'It stops within a minute and shows a pairing code again.',
  params: params.extend({ player_id: id.meta({ description: 'Of one of its players.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'not_found'],
});

export const setLocationAlerts = call({
  id: 'setLocationAlerts',
  method: 'put',
  path: '/v1/me/location-alerts',
  access: 'member',
  scope: 'locations',
  team: 'self',
  summary: 'Choose how you are told of silent locations',
  description:
    'Of your own locations, and of those for which you work in a team. Text messages go to the phone number with which you ' +
    'sign in.',
  body: z.strictObject({ alerts_by: alertWay }),
  body_examples: { 'by email': { alerts_by: 'email' } },
  response: z.object({ alerts_by: alertWay }),
  errors: ['no_login_phone'],
});

const playerKey = z.string().max(100).meta({
  description: 'The secret of this browser. Keep it; it is shown once.',
  example: 'shp_Yk3vN0fJm1x7cQ2hZr8sTQYk3vN0fJm1x7cQ2hZr8s',
});

const Pairing = z.object({
  pairing_code: z.string().meta({ example: 'K7M3XA' }),
  code_expires_at: time,
  pair_url: z.url().meta({
    description: 'The page of the portal where a member pairs it.',
    example: 'https://stationhouse.example/members/locations?code=K7M3XA',
  }),
});

export const beginPairing = call({
  id: 'beginPairing',
  method: 'post',
  path: '/v1/location-players',
  access: 'public',
  summary: 'Show a browser as a player that can be paired',
  description: `Ask with \`reportPlayer\` every ${PAIRING_POLL_SECONDS} seconds whether it is paired.`,
  body: z.strictObject({
    station: z.string().max(100).meta({
      description: 'The slug or the public id of the station.',
      example: 'counting-house',
    }),
  }),
  body_examples: { 'a browser': { station: 'counting-house' } },
  response: Pairing.extend({ player_key: playerKey }),
  status: 201,
  limits: ['begin_pairing'],
  errors: ['station_not_found'],
});

const seconds = z.number().min(0).meta({ example: 12.5 });

export const reportPlayer = call({
  id: 'reportPlayer',
  method: 'post',
  path: '/v1/location-players/report',
  access: 'public',
  summary: 'Report what a location player does',
  description:
    `When its status changes, and every ${PLAYER_REPORT_SECONDS} seconds. Times are seconds before the report, so that ` +
    'the clock of the browser does not matter. A report says nothing of a person.',
  body: z.strictObject({
    player_key: playerKey,
    status: reportedStatus,
    running_seconds: seconds.meta({
      description: 'For how long the page has been running.',
      example: 86_400,
    }),
    changes: z
      .array(z.strictObject({ status: reportedStatus, seconds_ago: seconds }))
      .max(MAX_REPORTED_CHANGES)
      .optional()
      .meta({
        description: `The changes of status since the last report that was answered, the oldest first, of ${REPORTED_HOURS} hours at most.`,
        example: [{ status: 'playing', seconds_ago: 12.5 }],
      }),
    reserve_seconds: z
      .int()
      .min(0)
      .max(RESERVE_MINUTES * 120)
      .optional()
      .meta({
        description: 'How much of the programme it has kept.',
        example: 3_600,
      }),
  }),
  body_examples: {
    'it plays': {
      player_key: 'shp_Yk3vN0fJm1x7cQ2hZr8sTQYk3vN0fJm1x7cQ2hZr8s',
      status: 'playing',
      running_seconds: 60,
    },
  },
  response: z.object({
    location: PlayerLocation.nullable().meta({
      description: 'Null: it is not paired yet.',
      example: {
        public_id: 'loc_019aa5d47f3a7c1e9d550b6f3f1c2a10',
        name: 'High Street',
        is_open: true,
        changes_at: '2026-11-21T18:00:00.000Z',
        needs_pin: true,
      },
    }),
    pairing: Pairing.nullable().meta({ description: 'Null: it is paired.', example: null }),
  }),
  errors: ['player_unknown'],
});

export const leaveLocation = call({
  id: 'leaveLocation',
  method: 'post',
  path: '/v1/location-players/leave',
  access: 'public',
  summary: 'Unpair a player at its own screen',
  body: z.strictObject({
    player_key: playerKey,
    pin: z
      .string()
      .max(20)
      .optional()
      .meta({ description: 'If the location has one.', example: '4071' }),
  }),
  body_examples: {
    'with the PIN': {
      player_key: 'shp_Yk3vN0fJm1x7cQ2hZr8sTQYk3vN0fJm1x7cQ2hZr8s',
      pin: '4071',
    },
  },
  response: z.undefined(),
  status: 204,
  limits: ['leave_pin'],
  errors: ['player_unknown', 'wrong_leave_pin'],
});

export const listSilentLocations = call({
  id: 'listSilentLocations',
  method: 'get',
  path: '/v1/admin/locations',
  access: 'support',
  summary: 'Locations that should play and do not',
  description: `Silent for ${SILENCE_MINUTES} minutes within opening hours, the longest first, at most 500.`,
  response: listOf(SilentLocation),
  errors: [],
});
