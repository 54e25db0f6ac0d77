import { z } from 'zod';
import { call } from '../call.ts';
import { requiredLine } from '../fields.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { MAX_MESSAGE_LENGTH } from '../messages/values.ts';
import { NEWS_LONGEST_HOURS, NEWS_QUIET_MINUTES } from './values.ts';

/** More fields than any of our forms has. */
const MAX_CHANGES = 50;

/** Specification §3, without user and station: the server knows these from the session. */
const Notification = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('change'),
    data: z.strictObject({
      change_type: requiredLine('Name what was changed.').meta({ example: 'setup' }),
      changes: z
        .record(z.string().max(MAX_LINE_LENGTH), z.string().max(MAX_MESSAGE_LENGTH))
        .refine((changes) => Object.keys(changes).length <= MAX_CHANGES, 'Name fewer changes.')
        .meta({ example: { station_name_request: 'Counting House Radio' } }),
    }),
  }),
  z.strictObject({
    type: z.literal('upload'),
    data: z.strictObject({
      upload_type: requiredLine('Name what was uploaded.').meta({ example: 'radio_id' }),
      file_name: requiredLine('Name the file.').meta({ example: 'Good morning.mp3' }),
    }),
  }),
]);

export const notifyOperator = call({
  id: 'notifyOperator',
  method: 'post',
  path: '/v1/me/notifications',
  access: 'member',
  scope: 'stations',
  idempotent: true,
  summary: 'Notify the operator of a change or an upload',
  description:
    'Changes of setup, address and files notify the operator automatically. Use this call for news from your ' +
    `own program. One email has all news of a member. It is sent after ${NEWS_QUIET_MINUTES} minutes without ` +
    `more, or ${NEWS_LONGEST_HOURS} hours after the first. Before the setup form, news waits for the form.`,
  body: Notification,
  body_examples: {
    'a change': {
      type: 'change',
      data: { change_type: 'opening hours', changes: { monday: '8 to 18' } },
    },
    'an upload': {
      type: 'upload',
      data: { upload_type: 'radio_id', file_name: 'Good morning.mp3' },
    },
  },
  response: z.strictObject({}),
  status: 202,
  limits: ['notification'],
  errors: [],
});
