import { z } from 'zod';
import { call } from '../call.ts';
import { email, id } from '../fields.ts';
import { USER_ROLES } from '../accounts/values.ts';
import { PERSONAL_DATA_KINDS, RETENTION } from '../accounts/retention.ts';

const address = z.strictObject({ email });
const example = { 'an address': { email: 'ada@example.com' } };

export const PersonalData = z
  .object({
    email: z.string().meta({ example: 'ada@example.com' }),
    customer: z
      .union([
        z.object({
          user_id: id,
          role: z.enum(USER_ROLES),
          is_confirmed: z.boolean().meta({
            description: 'False: the account has not proven that the address is its own.',
            example: true,
          }),
          has_subscription: z.boolean().meta({
            description: 'A subscription runs, so the address can’t be erased yet.',
            example: false,
          }),
        }),
        z.null(),
      ])
      .meta({ description: 'The account that signs in with the address.' }),
    kinds: z
      .array(
        z.object({
          kind: z.enum(PERSONAL_DATA_KINDS).meta({ example: 'contact_messages' }),
          count: z.int().meta({ example: 2 }),
          days: z.int().nullable().meta({
            description: 'Days that it is kept. Null: until the account is deleted.',
            example: RETENTION.contact_messages.days,
          }),
          erasure: z.enum(['deleted', 'redacted', 'kept']).meta({
            description:
              'The effect of erasing the address. `redacted`: the line stays without the person; `kept`: it stays, as ' +
              'the law requires.',
            example: 'deleted',
          }),
        }),
      )
      .meta({ description: 'Only kinds of which something is kept.' }),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof PersonalData>;

export const findPersonalData = call({
  id: 'findPersonalData',
  method: 'post',
  path: '/v1/admin/personal-data',
  access: 'admin',
  summary: 'See what is kept about an email address',
  description:
    'Counts by kind, with how long each is kept. The address is in the body, so that no log of requests has it.',
  body: address,
  body_examples: example,
  response: PersonalData,
  errors: [],
});

export const erasePersonalData = call({
  id: 'erasePersonalData',
  method: 'post',
  path: '/v1/admin/personal-data/erasure',
  access: 'admin',
  api_keys: false,
  step_up: true,
  summary: 'Erase an email address',
  description:
    'Deletes the account of the address like `DELETE /v1/admin/customers/{user_id}`, and everything else that is kept ' +
    'about it. Waiting emails to it are not sent. The audit log keeps its lines without the address; its line about ' +
    'this call has the address only as a SHA-256 hash. Invoices stay at Stripe, as required by law. It can be repeated.',
  body: address,
  body_examples: example,
  response: PersonalData.meta({ description: 'As before the erasure.' }),
  status: 202,
  errors: ['cannot_delete_self', 'subscription_running'],
});
