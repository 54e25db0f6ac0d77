import { z } from 'zod';
import { call } from '../call.ts';
import { listOf, time } from '../fields.ts';
import { adminPage, customerParams } from './customers.ts';

/** The kinds of moments in the life of a customer. */
export const MOMENT_KINDS = [
  'joined',
  'bought',
  'form',
  'on_air',
  'published',
  'off_air',
  'message_from_customer',
  'message_from_team',
  'payment',
  'listening',
  'trouble',
  'unheard',
] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

/** A moment in the life of a customer and their station. */
export const CustomerMoment = z
  .object({
    kind: z.enum(MOMENT_KINDS).meta({
      description:
        '`bought`: the order. `form`: the setup form. `on_air`: the station’s first air. `published`, `off_air`: its ' +
        'schedule. `listening`: a month’s sum. `trouble`: found by the watch. `unheard`: neither live nor in setup.',
      example: 'message_from_customer',
    }),
    at: time,
    ended_at: time.nullable().meta({
      description: 'Of a trouble, or of a time without air; null: it lasts, or it has no duration.',
      example: null,
    }),
    text: z.string().nullable().meta({
      description:
        'The package, the beginning of the message, the trouble in words, or the status of the invoice.',
      example: 'Could we have more jazz before noon?',
    }),
    amount: z.int().nullable().meta({
      description: 'In cents, of an order or a payment.',
      example: null,
    }),
    seconds: z.int().nullable().meta({
      description: 'Heard by all listeners of the month.',
      example: null,
    }),
  })
  .meta({ id: 'CustomerMoment' });
export type CustomerMoment = z.infer<typeof CustomerMoment>;

export const listCustomerTimeline = call({
  id: 'listCustomerTimeline',
  method: 'get',
  path: '/v1/admin/customers/{user_id}/timeline',
  access: 'support',
  summary: 'The life of a customer and their station',
  description:
    'Newest first: orders, setup form, air, messages, payments, listening by month (13 months), troubles and times ' +
    'without air, as far as they are kept.',
  params: customerParams,
  query: z.strictObject(adminPage),
  response: listOf(CustomerMoment),
  errors: ['not_found'],
});
