// Members hear their stations before the first air.
import { z } from 'zod';
import { call } from '../call.ts';
import { time } from '../fields.ts';
import { APPROVAL_STATES } from './values.ts';
import { MAX_MESSAGE_LENGTH } from '../messages/values.ts';
import { ProgrammeItem } from '../schedule/schemas.ts';

/** What is to be heard before the first air, and the member’s answer. */
export const Approval = z
  .object({
    state: z.enum(APPROVAL_STATES).meta({
      description:
        '`not_ready`: our team still builds it; `waiting`: for your answer, again after each change that you asked for; ' +
        '`on_air`: it has been on air already.',
      example: 'waiting',
    }),
    changes: z.string().nullable().meta({
      description: 'The changes that you asked for.',
      example: null,
    }),
    answered_at: time.nullable(),
    zone: z.string().nullable().meta({ example: 'Europe/London' }),
    items: z.array(ProgrammeItem).meta({ description: 'The first hour, if it began now.' }),
    radio_ids: z.array(ProgrammeItem.pick({ item_id: true, title: true })),
    audio_urls: z.record(z.string(), z.string()).meta({
      description: 'The sound of items by `item_id`. The addresses expire after a day or two.',
      example: {},
    }),
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof Approval>;

export const getApproval = call({
  id: 'getApproval',
  method: 'get',
  path: '/v1/me/station/approval',
  access: 'member',
  scope: 'stations',
  summary: 'Hear your station before the first air',
  description: 'The radio IDs and the first hour, as they will air.',
  response: Approval,
  errors: ['no_station'],
});

export const answerApproval = call({
  id: 'answerApproval',
  method: 'put',
  path: '/v1/me/station/approval',
  access: 'member',
  scope: 'stations',
  summary: 'Say yes to your station, or what to change',
  description:
    'Our team gets the answer as a message. Once they have changed the programme, you are asked again. The operator ' +
    'decides whether stations wait for a yes, or you do with `hears_first` of the setup. A starter programme that waits ' +
    'for it is on air at once.',
  body: z.strictObject({
    changes: z
      .string()
      .trim()
      .min(1, 'Please say what to change.')
      .max(MAX_MESSAGE_LENGTH / 2, 'Please use fewer characters.')
      .nullable()
      .meta({ description: 'Null: yes.', example: 'Please less jazz before noon.' }),
  }),
  body_examples: { yes: { changes: null }, change: { changes: 'Please less jazz before noon.' } },
  response: Approval,
  errors: ['no_station', 'nothing_to_approve'],
});
