// Trying webhooks out: a program listens without an address of its own, and asks for events that have not happened.
import { z } from 'zod';
import { call } from '../call.ts';
import { unique } from '../fields.ts';
import { MEMBER_STREAMS } from '../values.ts';
import { JSON_EVENT } from './events.ts';
import { WEBHOOK_EXAMPLES } from './examples.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_LISTENING_MINUTES } from './values.ts';

const eventType = z.enum(WEBHOOK_EVENT_TYPES).meta({ example: 'station.silent' });

const id = z.string().meta({
  description: 'The `webhook-id` of the event.',
  example: 'evt_019aa5d47f3a7c1e9d550b6f3f1c2a10',
});

const body = z.string().meta({
  ...JSON_EVENT,
  description: 'The exact text that is signed.',
  example: JSON.stringify(WEBHOOK_EXAMPLES['station.silent']),
});

/** The start of a stream of webhooks. */
export const WebhookListening = z
  .object({
    secret: z.string().meta({
      description: 'Signs the requests of this stream. An API key has the same one each time.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
    events: z.array(eventType).meta({ example: ['station.silent', 'station.recovered'] }),
  })
  .meta({ id: 'WebhookListening' });
export type WebhookListening = z.infer<typeof WebhookListening>;

/** A request as an endpoint would get it, to be sent to a server that only the program reaches. */
export const WebhookRequest = z
  .object({
    id,
    type: eventType,
    headers: z.record(z.string(), z.string()).meta({
      description: 'The headers to send, with the signature.',
      example: {
        'content-type': 'application/json',
        'webhook-id': 'evt_019aa5d47f3a7c1e9d550b6f3f1c2a10',
        'webhook-timestamp': '1795253400',
        'webhook-signature': 'v1,nC2l4z1m0aUWvB8xJ4oV3m7o1r2k3b4Yd5e6f7g8h9i=',
      },
    }),
    body,
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

/** An event that a member asked for. */
export const WebhookSample = z
  .object({
    id,
    type: eventType,
    body,
    webhooks: z.int().meta({ description: 'How many webhooks it is sent to.', example: 1 }),
  })
  .meta({ id: 'WebhookSample' });
export type WebhookSample = z.infer<typeof WebhookSample>;

const PATH = '/v1/me/webhook-events';
const mine = { path: PATH, access: 'member', scope: 'webhooks', acts_for_test_keys: true } as const;

export const listenToMyWebhooks = call({
  ...mine,
  id: 'listenToMyWebhooks',
  method: 'get',
  summary: 'Listen to your webhooks',
  description:
    'Server-sent events, for a program that no request from outside reaches, such as one on your own machine: ' +
    '`listening` first, then `webhook` for each event, with the headers and the body that a webhook would get. ' +
    'No webhook has to exist. Events are kept for your program from its first request until ' +
    `${WEBHOOK_LISTENING_MINUTES} minutes after it has left. Send the last id as Last-Event-ID to continue. An event can ` +
    'then arrive again with the same `id`. A comment every 25 seconds shows that the connection is alive. The stream ends ' +
    `with the session or the key. At most ${MEMBER_STREAMS.per_user} can be open for one user, and ` +
    `${MEMBER_STREAMS.per_address} from one IP address. An API key also needs a scope that reads the part of each ` +
    'event. A test key gets only events with `is_test`.',
  request_headers: z.object({
    'last-event-id': z.string().optional().meta({
      description: 'The id of the last event that you received.',
      example: '1795253400123.1795253411456',
    }),
  }),
  query: z.strictObject({
    events: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(WEBHOOK_EVENT_TYPES)).refine(unique, 'List each event only once.'))
      .optional()
      .meta({
        type: 'string',
        description: 'Only these, separated by commas. Default: all that you may read.',
        example: 'station.silent,station.recovered',
      }),
  }),
  response: z.object({ listening: WebhookListening, webhook: WebhookRequest }),
  content_type: 'text/event-stream',
  errors: ['too_many_streams'],
});

export const triggerMyWebhook = call({
  ...mine,
  id: 'triggerMyWebhook',
  method: 'post',
  summary: 'Send a sample event',
  description:
    'To your webhooks that have chosen the event, and to programs that listen. It has your own station, invented details, ' +
    'and `is_test`, which no other event has. Nothing else changes. A test key reaches only programs that listen.',
  body: z.strictObject({ type: eventType.meta({ description: 'The event.' }) }),
  body_examples: { 'a silent station': { type: 'station.silent' } },
  response: WebhookSample,
  status: 202,
  limits: ['webhook'],
  errors: ['webhooks_need_email', 'no_station'],
});
