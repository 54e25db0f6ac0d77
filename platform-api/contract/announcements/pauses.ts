// Pauses: times in which a station is closed, for holidays.
import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf, optionalLine, stationMoment, time } from '../fields.ts';
import {
  INSERTION_LEAD_SECONDS,
  MAX_PAUSE_TEXT_LENGTH,
  MAX_PAUSES,
  PAUSE_DAYS,
  PAUSE_MESSAGE_MINUTES,
} from '../schedule/values.ts';

/** A time in which a station is closed. */
export const StationPause = z
  .object({
    id,
    from: time,
    until: time,
    message: z.string().nullable().meta({
      description: 'Shown on the station’s page and its players.',
      example: 'Merry Christmas. We are back on the 28th.',
    }),
    spoken: z.string().nullable().meta({
      description: 'The title of the announcement that airs. Null: silence.',
      example: 'Merry Christmas',
    }),
    announcement_id: id.nullable().meta({
      description: 'Of the announcement that airs, which may be deleted since. Null: silence.',
    }),
    is_running: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'StationPause' });
export type StationPause = z.infer<typeof StationPause>;

const params = z.object({ id: id.meta({ description: 'From the list.' }) });

export const listPauses = call({
  id: 'listPauses',
  method: 'get',
  path: '/v1/me/station/pauses',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'When your station is closed',
  description: 'Pauses that are not over, the earliest first.',
  response: listOf(StationPause).extend({
    zone: z.string().nullable().meta({
      description: 'The station’s time zone. Null: the station was never on air here.',
      example: 'Europe/London',
    }),
  }),
  errors: ['no_station'],
});

const message = optionalLine
  .unwrap()
  .max(MAX_PAUSE_TEXT_LENGTH, 'Please use fewer characters.')
  .optional()
  .meta({ example: 'Merry Christmas. We are back on the 28th.' });

const PAUSE_ERRORS = [
  'no_station',
  'not_on_air_here',
  'not_found',
  'announcements_not_in_package',
  'item_not_ready',
] as const;

export const addPause = call({
  id: 'addPause',
  method: 'post',
  path: '/v1/me/station/pauses',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Close your station for holidays',
  description:
    'What is on air is faded out, and nothing else airs until the end: no music, no radio IDs, no announcements. The ' +
    'stream stays open, so players continue when the station is back. Pages and players say until when it is closed. ' +
    `A spoken message airs at the start and every ${PAUSE_MESSAGE_MINUTES} minutes; without one the station is silent.`,
  idempotent: true,
  body: z.strictObject({
    from: stationMoment.optional().meta({
      description: `Left out, or in the past: in ${INSERTION_LEAD_SECONDS} seconds.`,
      example: '2026-12-24T18:00',
    }),
    until: stationMoment.meta({
      description: `Exclusive, at most ${PAUSE_DAYS} days ahead.`,
      example: '2026-12-28T09:00',
    }),
    message,
    announcement_id: id.optional().meta({
      description: 'One of your announcements, to be heard as the message. Left out: silence.',
    }),
  }),
  body_examples: {
    'over Christmas': {
      from: '2100-12-24T18:00',
      until: '2100-12-28T09:00',
      message: 'Merry Christmas. We are back on the 28th.',
    },
  },
  response: StationPause,
  status: 201,
  errors: [...PAUSE_ERRORS, 'too_many_pauses'],
});

export const changePause = call({
  id: 'changePause',
  method: 'patch',
  path: '/v1/me/station/pauses/{id}',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Change when your station is closed, or its message',
  description:
    'Fields that are left out stay as they are; an empty `message` removes it. Of a pause that has begun, only its end ' +
    `and the words on your page can change. A change is heard after ${INSERTION_LEAD_SECONDS} seconds.`,
  params,
  body: z.strictObject({
    from: stationMoment.optional().meta({ example: '2026-12-24T18:00' }),
    until: stationMoment.optional().meta({
      description: `Exclusive, at most ${PAUSE_DAYS} days ahead.`,
      example: '2026-12-28T09:00',
    }),
    message,
    announcement_id: id.nullable().optional().meta({
      description: 'One of your announcements. Null: silence.',
      example: null,
    }),
  }),
  body_examples: { 'a day longer': { until: '2100-12-29T09:00' } },
  response: StationPause,
  errors: PAUSE_ERRORS,
});

export const endPause = call({
  id: 'endPause',
  method: 'delete',
  path: '/v1/me/station/pauses/{id}',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Remove a pause, or open again',
  description:
    `One that has begun ends in ${INSERTION_LEAD_SECONDS} seconds. A repeat changes nothing. At most ${MAX_PAUSES} ` +
    'pauses can be planned.',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'not_found'],
});
