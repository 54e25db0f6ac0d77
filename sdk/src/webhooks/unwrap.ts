// Checks that a request is a webhook of ours (Standard Webhooks), in Node, on the edge and in workers.
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '../client/generated/types.gen.ts';
import { WebhookError } from './webhook-error.ts';

export { WebhookError, type WebhookFault } from './webhook-error.ts';
export type { WebhookEvent } from '../client/generated/types.gen.ts';

/** The headers of a request: of `fetch`, of Node, or a plain object. Capitals do not matter. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Standard Webhooks asks for a tolerance; its library has five minutes. In s. */
const TOLERANCE = 300;

/**
 * Checks the signature of a webhook and returns its event. A program that has not seen a newer type gets it all the same.
 *
 * @param body the exact text or bytes of the request, not parsed
 * @param headers of the request
 * @param secret `whsec_…`, from the answer that created the webhook. Typed as environment variables are.
 * @throws WebhookError
 * @example
 * const event = unwrap(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
 * if (event.type === 'station.silent') page(event.data.station?.station_name);
 */
export function unwrap(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | undefined,
): WebhookEvent {
  const text = textOf(body);
  const signed = signedHeaders(headers);
  const webhook = webhookWith(secret);
  try {
    webhook.verify(text, signed, { jsonParse: false });
  } catch (cause) {
    throw faultOf(Number(signed['webhook-timestamp']), cause);
  }
  // The signature shows that our server made it.
  return JSON.parse(text) as WebhookEvent;
}

/** @throws WebhookError for a body that was parsed already */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) {
    return new TextDecoder().decode(body);
  }
  throw new WebhookError(
    'parsed_body',
    'The body is not the text that was signed: something has parsed it. In Express, use ' +
      'express.raw({ type: "application/json" }) for this path; elsewhere pass await request.text().',
  );
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** @throws WebhookError naming the headers that are missing */
function signedHeaders(headers: WebhookHeaders): Record<(typeof NAMES)[number], string> {
  const [id, timestamp, signature] = NAMES.map((name) => headerOf(headers, name));
  if (id && timestamp && signature) {
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  }
  const missing = NAMES.filter((name) => !headerOf(headers, name)).join(', ');
  throw new WebhookError(
    'missing_header',
    `The request lacks ${missing}. It is not a webhook of ours, or a proxy has removed its headers.`,
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] =
    Object.entries(headers).find(([written]) => written.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** @throws WebhookError */
function webhookWith(secret: string | undefined): Webhook {
  try {
    if (secret?.startsWith('whsec_')) return new Webhook(secret);
  } catch {
    // It is not Base64: the error below says it.
  }
  throw new WebhookError(
    'invalid_secret',
    secret
      ? 'This is not the secret of a webhook, which begins with whsec_. Copy it again, or make a new one.'
      : 'There is no secret. Set it to the whsec_… that you got when you added the webhook.',
  );
}

/** The error for a request that the library refuses. @param timestamp of its signature, in s */
function faultOf(timestamp: number, cause: unknown): WebhookError {
  const age = Date.now() / 1_000 - timestamp;
  const clock = 'Check the clock of this server.';
  if (age > TOLERANCE) {
    const advice = `Someone may be sending an earlier request again. ${clock}`;
    return new WebhookError('too_old', `It was signed over five minutes ago. ${advice}`, { cause });
  }
  if (-age > TOLERANCE) {
    return new WebhookError('too_new', `It was signed in the future. ${clock}`, { cause });
  }
  return new WebhookError(
    'wrong_signature',
    'The signature is wrong. Check that the secret is the one of this webhook, and that the body is exactly the text ' +
      'that arrived, not JSON that was parsed and written again.',
    { cause },
  );
}
