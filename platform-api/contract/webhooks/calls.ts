// Webhooks: what happens to a station, sent to the customer's and the operator's own servers.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, listOf, time, webhookEvents, webhookUrl } from '../fields.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { JSON_EVENT } from './events.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_ANSWER_BYTES,
  WEBHOOK_DAYS,
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_OVERLAP_HOURS,
  WEBHOOK_SECONDS,
} from './values.ts';

/** Why an endpoint gets nothing. */
export const WEBHOOK_DISABLED = ['paused', 'failing', 'gone'] as const;

/** An address that gets events. */
export const Webhook = z
  .object({
    id,
    url: z.string().meta({ example: 'https://counting-house.example/hooks/radio' }),
    description: z.string().meta({ example: 'Till' }),
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .meta({ example: ['station.silent', 'station.recovered'] }),
    is_enabled: z.boolean().meta({ example: true }),
    disabled_because: z
      .enum(WEBHOOK_DISABLED)
      .nullable()
      .meta({
        description: `\`paused\`: you did. \`failing\`: nothing was accepted for ${WEBHOOK_DAYS} days. \`gone\`: it answered 410.`,
        example: null,
      }),
    failing_since: time.nullable().describe('Null: the last attempt was accepted.'),
    former_secret_until: time.nullable().describe('Until then, two secrets sign.'),
    created_at: time,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** An endpoint with its secret, which is shown only now. */
const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'Shown only in this answer. We keep it encrypted.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  }),
}).meta({ id: 'WebhookWithSecret' });

const eventId = z.string().meta({
  description: 'The `webhook-id` of the request: the same in every attempt.',
  example: 'evt_019aa5d47f3a7c1e9d550b6f3f1c2a10',
});

/** An event for an endpoint, and its last answer. */
export const WebhookDelivery = z
  .object({
    id: eventId,
    type: z.string().meta({ example: 'station.silent' }),
    state: z.enum(['waiting', 'delivered', 'failed']).meta({ example: 'delivered' }),
    attempts: z.int().meta({ example: 1 }),
    attempted_at: time.nullable(),
    next_attempt_at: time.nullable(),
    body: z.string().meta({
      ...JSON_EVENT,
      description: 'The exact text that is sent.',
      example: '{"type":"station.silent","timestamp":"2026-11-21T09:30:00.000Z","data":{}}',
    }),
    status: z.int().nullable().meta({ description: 'Of the last answer.', example: 200 }),
    answer: z
      .string()
      .nullable()
      .meta({
        description: `The first ${WEBHOOK_ANSWER_BYTES} bytes of the last answer.`,
        example: 'ok',
      }),
    error: z.string().nullable().meta({
      description:
        'Why the last attempt got no answer: `timeout`, `network`, `certificate`, `address_not_allowed`.',
      example: null,
    }),
    duration_ms: z.int().nullable().meta({ example: 84 }),
    created_at: time,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const description = z.string().trim().max(MAX_LINE_LENGTH, 'Please use fewer characters.').meta({
  example: 'Till',
});

const newWebhook = z.strictObject({
  url: webhookUrl,
  events: webhookEvents,
  description: description.optional(),
});
const params = z.object({ id: id.meta({ description: 'From the list.' }) });
const EXAMPLE = {
  url: 'https://counting-house.example/hooks/radio',
  events: ['station.silent', 'station.recovered'],
};

const list = {
  method: 'get',
  description: 'The newest first.',
  response: listOf(Webhook),
  errors: [],
} as const;
const create = {
  method: 'post',
  description:
    `At most ${MAX_WEBHOOKS}. A member needs a confirmed address and a station. Requests are signed by the Standard Webhooks specification. The address must be a public ` +
    `one; a server in development also takes addresses of its own machine. It must answer 2xx within ${WEBHOOK_SECONDS} seconds; redirects are not followed. Other answers are retried ` +
    `with growing waits for ${WEBHOOK_DAYS} days. Then the endpoint is disabled, and a mail says so. Events can arrive ` +
    'more than once and in any order; `webhook-id` tells them apart.',
  body: newWebhook,
  body_examples: { 'silence and its end': EXAMPLE },
  response: WebhookWithSecret,
  status: 201,
  limits: ['webhook'],
  errors: ['too_many_webhooks', 'url_not_allowed'],
} as const;
const change = {
  method: 'patch',
  description:
    'Fields that are left out stay. While an endpoint is disabled, events are not kept for it; what waits counts as failed.',
  params,
  body: z.strictObject({
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    description: description.optional(),
    is_enabled: z.boolean().optional().meta({ example: true }),
  }),
  body_examples: { 'stop it': { is_enabled: false } },
  response: Webhook,
  limits: ['webhook'],
  errors: ['not_found', 'url_not_allowed'],
} as const;
const remove = {
  method: 'delete',
  description: 'Waiting deliveries are not sent.',
  params,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
} as const;
const rotate = {
  method: 'post',
  description: `For ${WEBHOOK_OVERLAP_HOURS} hours each request has a signature by the former secret, too.`,
  params,
  response: WebhookWithSecret,
  limits: ['webhook'],
  errors: ['not_found'],
} as const;
const test = {
  method: 'post',
  description:
    'The event `webhook.test`, whatever events the endpoint has chosen. Its delivery is in the log.',
  params,
  response: WebhookDelivery,
  status: 202,
  limits: ['webhook'],
  errors: ['not_found', 'webhook_disabled'],
} as const;
const deliveries = {
  method: 'get',
  description: `The newest first, of the last ${WEBHOOK_LOG_DAYS} days.`,
  params,
  query: z.strictObject(adminPage),
  response: listOf(WebhookDelivery),
  errors: ['not_found'],
} as const;
const resend = {
  method: 'post',
  description: 'With the same `webhook-id` and body, and a new signature.',
  params: params.extend({ event_id: eventId }),
  response: WebhookDelivery,
  status: 202,
  limits: ['webhook'],
  errors: ['not_found', 'webhook_disabled'],
} as const;

const MINE = '/v1/me/webhooks';
const mine = { access: 'member', scope: 'webhooks' } as const;
/** Requests are sent only for members who are known. */
const ofKnown = ['webhooks_need_email', 'no_station'] as const;
export const MY_WEBHOOKS = {
  list: call({ ...list, ...mine, id: 'listMyWebhooks', path: MINE, summary: 'Your webhooks' }),
  create: call({
    ...create,
    ...mine,
    id: 'createMyWebhook',
    path: MINE,
    summary: 'Add a webhook',
    errors: [...create.errors, ...ofKnown],
  }),
  change: call({
    ...change,
    ...mine,
    id: 'changeMyWebhook',
    path: `${MINE}/{id}`,
    summary: 'Change a webhook',
    errors: [...change.errors, ...ofKnown],
  }),
  remove: call({
    ...remove,
    ...mine,
    id: 'deleteMyWebhook',
    path: `${MINE}/{id}`,
    summary: 'Remove a webhook',
  }),
  rotate: call({
    ...rotate,
    ...mine,
    id: 'rotateMyWebhookSecret',
    path: `${MINE}/{id}/secret`,
    summary: 'Make a new secret',
  }),
  test: call({
    ...test,
    ...mine,
    id: 'testMyWebhook',
    path: `${MINE}/{id}/test`,
    summary: 'Send a test event',
    errors: [...test.errors, ...ofKnown],
  }),
  deliveries: call({
    ...deliveries,
    ...mine,
    id: 'listMyWebhookDeliveries',
    path: `${MINE}/{id}/deliveries`,
    summary: 'The log of a webhook',
  }),
  resend: call({
    ...resend,
    ...mine,
    id: 'resendMyWebhook',
    path: `${MINE}/{id}/deliveries/{event_id}/resend`,
    summary: 'Send again',
    errors: [...resend.errors, ...ofKnown],
  }),
};

const OPERATORS = '/v1/admin/webhooks';
const operators = { access: 'admin' } as const;
export const OPERATOR_WEBHOOKS = {
  list: call({
    ...list,
    ...operators,
    id: 'listWebhooks',
    path: OPERATORS,
    summary: 'The operator’s webhooks',
  }),
  create: call({
    ...create,
    ...operators,
    id: 'createWebhook',
    path: OPERATORS,
    summary: 'Add a webhook for all customers',
  }),
  change: call({
    ...change,
    ...operators,
    id: 'changeWebhook',
    path: `${OPERATORS}/{id}`,
    summary: 'Change a webhook of the operator',
  }),
  remove: call({
    ...remove,
    ...operators,
    id: 'deleteWebhook',
    path: `${OPERATORS}/{id}`,
    summary: 'Remove a webhook of the operator',
  }),
  rotate: call({
    ...rotate,
    ...operators,
    id: 'rotateWebhookSecret',
    path: `${OPERATORS}/{id}/secret`,
    summary: 'Make a new secret of the operator’s webhook',
  }),
  test: call({
    ...test,
    ...operators,
    id: 'testWebhook',
    path: `${OPERATORS}/{id}/test`,
    summary: 'Send a test event to the operator’s webhook',
  }),
  deliveries: call({
    ...deliveries,
    ...operators,
    id: 'listWebhookDeliveries',
    path: `${OPERATORS}/{id}/deliveries`,
    summary: 'The log of the operator’s webhook',
  }),
  resend: call({
    ...resend,
    ...operators,
    id: 'resendWebhook',
    path: `${OPERATORS}/{id}/deliveries/{event_id}/resend`,
    summary: 'Send again to the operator’s webhook',
  }),
};
