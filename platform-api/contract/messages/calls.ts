// The thread of messages between a customer and the team.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage, customerParams } from '../admin/customers.ts';
import { id, listOf, time } from '../fields.ts';
import { MAX_MESSAGE_LENGTH, MESSAGE_MAIL_MINUTES } from './values.ts';

/** A message of the thread. */
export const Message = z
  .object({
    id,
    body: z.string().meta({ example: 'Could we have more jazz before noon?' }),
    is_from_team: z.boolean().meta({ example: false }),
    created_at: time,
    read_at: time.nullable().meta({
      description: 'When the other side read it; null: not yet.',
      example: null,
    }),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** A message with its author, as admins see it. */
export const AdminMessage = Message.extend({
  author_email: z.string().nullable().meta({
    description: 'The current address of the admin who wrote it; null for the customer’s own.',
    example: null,
  }),
}).meta({ id: 'AdminMessage' });
export type AdminMessage = z.infer<typeof AdminMessage>;

const unread = z.int().meta({ description: 'Messages of the other side to read.', example: 1 });

const EMPTY = 'Please write a message.';
const body = z.strictObject({
  body: z
    .string(EMPTY)
    .trim()
    .min(1, EMPTY)
    .max(MAX_MESSAGE_LENGTH, 'Please use fewer characters.')
    .meta({ example: 'Could we have more jazz before noon?' }),
});
const body_examples = { 'a wish': { body: 'Could we have more jazz before noon?' } };

const MAILED =
  `The other side gets a mail, unless they read it within ${MESSAGE_MAIL_MINUTES} minutes. ` +
  'They answer here, not by mail.';

const until = z.strictObject({
  until: id.meta({ description: 'The newest message that was shown.' }),
});
const until_examples = { all: { until: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10' } };
const READ = 'All messages of the other side up to this one count as read.';

export const listMyMessages = call({
  id: 'listMyMessages',
  method: 'get',
  path: '/v1/me/messages',
  access: 'member',
  scope: 'messages',
  summary: 'Your messages with our team',
  description: 'Newest first.',
  query: z.strictObject(adminPage),
  response: listOf(Message).extend({ unread }),
  errors: [],
});

export const sendMyMessage = call({
  id: 'sendMyMessage',
  method: 'post',
  path: '/v1/me/messages',
  access: 'member',
  scope: 'messages',
  idempotent: true,
  summary: 'Write to our team',
  description: MAILED,
  body,
  body_examples,
  response: Message,
  status: 201,
  limits: ['message'],
  errors: [],
});

export const readMyMessages = call({
  id: 'readMyMessages',
  method: 'put',
  path: '/v1/me/messages/read',
  access: 'member',
  scope: 'messages',
  summary: 'Mark messages of our team as read',
  description: READ,
  body: until,
  body_examples: until_examples,
  response: z.object({ unread }),
  errors: [],
});

export const listCustomerMessages = call({
  id: 'listCustomerMessages',
  method: 'get',
  path: '/v1/admin/customers/{user_id}/messages',
  access: 'support',
  summary: 'The messages with a customer',
  description: 'Newest first.',
  params: customerParams,
  query: z.strictObject(adminPage),
  response: listOf(AdminMessage).extend({ unread }),
  errors: ['not_found'],
});

export const sendCustomerMessage = call({
  id: 'sendCustomerMessage',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/messages',
  access: 'support',
  idempotent: true,
  summary: 'Write to a customer',
  description: MAILED,
  params: customerParams,
  body,
  body_examples,
  response: AdminMessage,
  status: 201,
  limits: ['message'],
  errors: ['not_found'],
});

export const readCustomerMessages = call({
  id: 'readCustomerMessages',
  method: 'put',
  path: '/v1/admin/customers/{user_id}/messages/read',
  access: 'support',
  summary: 'Mark a customer’s messages as read',
  description: `${READ} They are read for all admins.`,
  params: customerParams,
  body: until,
  body_examples: until_examples,
  response: z.object({ unread }),
  errors: ['not_found'],
});

/** A customer who waits for an answer. */
export const WaitingCustomer = z
  .object({
    user_id: id,
    first_name: z.string().meta({ example: 'Ada' }),
    last_name: z.string().meta({ example: 'Byron' }),
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    unread,
    newest: z.string().meta({
      description: 'The beginning of the newest message.',
      example: 'Could we have more jazz before noon?',
    }),
    waiting_since: time,
  })
  .meta({ id: 'WaitingCustomer' });
export type WaitingCustomer = z.infer<typeof WaitingCustomer>;

export const listWaitingCustomers = call({
  id: 'listWaitingCustomers',
  method: 'get',
  path: '/v1/admin/messages',
  access: 'support',
  summary: 'Customers with unread messages',
  description: 'The longest waiting first.',
  query: z.strictObject(adminPage),
  response: listOf(WaitingCustomer),
  errors: [],
});
