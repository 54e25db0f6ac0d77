import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { Logger } from '../../src/log.ts';
import { expand } from './api/expand.ts';
import { findRoute } from './api/route.ts';
import { ROUTES } from './api/routes.ts';
import type { Delivery } from './deliver-events.ts';
import type { FaultKind } from './faults.ts';
import { readForm } from './form.ts';
import { digestOf, type Idempotency, type KeptAnswer } from './idempotency.ts';
import { randomText } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { FaultPlan } from './plan-faults.ts';
import {
  InternalError,
  InvalidRequest,
  KeyInvalid,
  KeyMissing,
  RateLimited,
  Refusal,
  UrlUnknown,
} from './refusals.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** What the API stands on. */
export interface ApiServices {
  ledger: Ledger;
  secretKey: string;
  faults: FaultPlan;
  delivery: Delivery;
  idempotency: Idempotency;
  /** Lets happen what is due by now. */
  catchUp: () => void;
  /** Something is to be kept. */
  touch: () => void;
  now: () => number;
  log: Logger;
}

/** A request as far as it is read. */
interface Asked {
  method: string;
  path: string;
  /** The form: of the body, or of the query where there is no body. */
  text: string;
  isTooLarge: boolean;
  /** Null: none, or the request is no POST. */
  key: string | null;
  requestId: string;
}

/** Answers `/v1/`, as Stripe does or as a fault has it. */
export async function serveApi(
  services: ApiServices,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const asked = await read(req);
  const fault = services.faults.meet(asked.method, asked.path);
  if (fault === 'drop') return void req.socket.destroy();
  if (fault === 'nonsense') return nonsense(res);
  const answered = answer(services, req, asked, fault);
  if (answered === 'never') return;
  const { kept, replayed, send } = answered;
  if (fault === 'drop_after' || fault === 'time_out_after') {
    send();
    if (fault === 'drop_after') req.socket.destroy();
    return;
  }
  // Stripe's events come after its answer; they also come when nobody has waited for that.
  res.once('close', send);
  res.writeHead(kept.status, {
    ...headersOf(req, asked, kept.status),
    ...(replayed && { 'Idempotent-Replayed': 'true', 'Original-Request': kept.requestId }),
  });
  res.end(kept.body);
}

async function read(req: IncomingMessage): Promise<Asked> {
  const { method = 'GET', url = '/' } = req;
  const [path = '/', query = ''] = url.split('?', 2);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const { 'idempotency-key': key } = req.headers;
  return {
    method,
    path,
    text: [query, body].filter(Boolean).join('&'),
    isTooLarge: length > MAX_BODY_BYTES,
    key: method === 'POST' && typeof key === 'string' && key !== '' ? key : null,
    requestId: `req_${randomText(14)}`,
  };
}

type Answered = { kept: KeptAnswer; replayed: boolean; send: () => void };

function answer(
  services: ApiServices,
  req: IncomingMessage,
  asked: Asked,
  fault: FaultKind | null,
): Answered | 'never' {
  const { idempotency } = services;
  const { key } = asked;
  const digest = digestOf(asked.method, asked.path, asked.text);
  const keptOf = (status: number, body: object): KeptAnswer => ({
    asked: digest,
    status,
    body: `${JSON.stringify(body, null, 2)}\n`,
    requestId: asked.requestId,
    at: services.now(),
  });
  const plain = (kept: KeptAnswer): Answered => ({ kept, replayed: false, send: () => {} });
  let taken = false;
  try {
    authorise(req, services.secretKey);
    if (asked.isTooLarge) throw InvalidRequest('The request is too large.');
    if (fault === 'rate_limit') throw RateLimited();
    const found = findRoute(ROUTES, asked.method, asked.path);
    if (!found) throw UrlUnknown(asked.method, asked.path);
    const replayed = key === null ? null : idempotency.take(key, digest);
    if (replayed) return { kept: replayed, replayed: true, send: () => {} };
    taken = key !== null;
    if (fault === 'time_out') {
      if (key !== null) req.socket.once('close', () => idempotency.settle(key, null));
      return 'never';
    }
    const { act, expand: paths } = found.route.prepare(readForm(asked.text), found.parts);
    services.catchUp();
    const { result, send } = services.delivery.gather(() =>
      perform(services, asked, fault, (ledger) => expand(ledger, act(ledger), paths)),
    );
    const kept = keptOf(result.status, result.body);
    if (key !== null) {
      idempotency.settle(key, kept);
      services.touch();
    }
    return { kept, replayed: false, send };
  } catch (error) {
    // What has not begun leaves its key as it was (docs.stripe.com/api/idempotent_requests).
    if (taken && key !== null) idempotency.settle(key, null);
    if (error instanceof Refusal) return plain(keptOf(error.status, errorBody(error)));
    services.log.error({ err: error }, 'the payment sandbox failed');
    return plain(keptOf(500, errorBody(InternalError())));
  }
}

/** Does what was asked; what is refused on the way is an answer like any other. */
function perform(
  { ledger }: ApiServices,
  asked: Asked,
  fault: FaultKind | null,
  act: (ledger: Ledger) => object,
): { status: number; body: object } {
  if (fault === 'internal_error') return { status: 500, body: errorBody(InternalError()) };
  ledger.request = { id: asked.requestId, idempotency_key: asked.key };
  try {
    return { status: 200, body: act(ledger) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: errorBody(error) };
    throw error;
  } finally {
    ledger.request = null;
  }
}

function authorise(req: IncomingMessage, secretKey: string): void {
  const [scheme = '', credentials = ''] = (req.headers.authorization ?? '').split(' ', 2);
  const given =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString().split(':', 1)[0] ?? '')
      : credentials;
  if (given === '') throw KeyMissing();
  if (given !== secretKey) throw KeyInvalid(given);
}

function errorBody({ error }: Refusal): object {
  const { code } = error;
  return {
    error: {
      ...error,
      ...(code !== undefined && {
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      }),
    },
  };
}

function headersOf(req: IncomingMessage, asked: Asked, status: number): OutgoingHttpHeaders {
  const version = req.headers['stripe-version'];
  const retry = shouldRetry(asked, status);
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': asked.requestId,
    'Stripe-Version': typeof version === 'string' ? version : Stripe.API_VERSION,
    ...(asked.key !== null && { 'Idempotency-Key': asked.key }),
    ...(retry !== null && { 'Stripe-Should-Retry': retry }),
  };
}

/** A key replays its 500 for a day: trying again is no use. What was locked is free a moment later. */
function shouldRetry({ key }: Asked, status: number): 'true' | 'false' | null {
  if (status === 409) return 'true';
  if (status >= 500) return key === null ? null : 'false';
  return status === 429 || status < 400 ? null : 'false';
}

/** As a proxy between may answer. */
function nonsense(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/html' });
  res.end(`<!doctype html><title>Service</title><p>${randomUUID()}</p>`);
}
