import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { WEBHOOK_BODIES, WEBHOOK_DELAYS } from '../../contract/webhooks/events.ts';
import { WEBHOOK_EXAMPLES } from '../../contract/webhooks/examples.ts';
import { WEBHOOKS } from '../../contract/webhooks/group.ts';
import {
  WEBHOOK_DAYS,
  WEBHOOK_SECONDS,
  type WebhookEventType,
} from '../../contract/webhooks/values.ts';

/** The headers of the Standard Webhooks specification. */
const SIGNED_HEADERS = z.object({
  'webhook-id': z.string().meta({
    description: 'The event: the same in every attempt, so that you can tell a repeat.',
    example: 'evt_019aa5d47f3a7c1e9d550b6f3f1c2a10',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was signed, in seconds since 1970.',
    example: '1795253400',
  }),
  'webhook-signature': z.string().meta({
    description: 'Signatures with a space between them: two after a rotation of the secret.',
    example: 'v1,nC2l4z1m0aUWvB8xJ4oV3m7o1r2k3b4Yd5e6f7g8h9i=',
  }),
});

/** The request with an event, which our server sends to a webhook. */
export function webhookOperation(type: WebhookEventType): RouteConfig {
  const schema = WEBHOOK_BODIES[type];
  const description = `${schema.description ?? ''}`;
  return {
    method: 'post',
    path: type,
    operationId: `on${String(schema.meta()?.id)}`,
    tags: [WEBHOOKS.name],
    summary: description.replace(/(?<=\.) .*/s, '').replace(/\.$/, ''),
    description: `${description}\n\nSent: ${WEBHOOK_DELAYS[type]}`,
    // The signature proves who sends it.
    security: [],
    request: {
      headers: SIGNED_HEADERS,
      body: {
        required: true,
        content: { 'application/json': { schema, example: WEBHOOK_EXAMPLES[type] } },
      },
    },
    responses: {
      '2XX': { description: `It has arrived. Answer within ${WEBHOOK_SECONDS} seconds.` },
      default: {
        description: `We send it again, for ${WEBHOOK_DAYS} days. After a 410 we disable the webhook at once.`,
      },
    },
  };
}
