import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { Logger } from '../../../src/process/log.ts';
import type { FaultKind, FaultPlan } from '../fault-plan.ts';
import type { Ledger } from '../ledger.ts';
import { randomText } from '../stripe-object.ts';
import type { WebhookDelivery } from '../webhook-delivery.ts';
import { digestOf, type AnswerCache, type CachedAnswer } from './answer-cache.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkout.ts';
import { customerEndpoints } from './customers.ts';
import { findEndpoint } from './endpoint.ts';
import {
  InternalError,
  InvalidRequest,
  KeyInvalid,
  KeyMissing,
  RateLimited,
  Rejection,
  UrlUnknown,
} from './errors.ts';
import { invoiceEndpoints } from './invoices.ts';
import { parseForm } from './params.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/** The part of Stripe's API that the product calls. */
const ENDPOINTS = [
  ...customerEndpoints,
  ...catalogueEndpoints,
  ...checkoutEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
];

const MAX_BODY_BYTES = 1024 * 1024;

/** The services of the API. */
export interface ApiServices {
  ledger: Ledger;
  secretKey: string;
  faults: FaultPlan;
  delivery: WebhookDelivery;
  answers: AnswerCache;
  /** Runs what has fallen due. */
  catchUp: () => void;
  /** Schedules a save. */
  touch: () => void;
  now: () => number;
  log: Logger;
}

/** A request whose body was read. */
interface ApiRequest {
  method: string;
  path: string;
  /** The form parameters of the query and the body. */
  text: string;
  isTooLarge: boolean;
  /** The idempotency key; null: none, or not a POST request. */
  key: string | null;
  requestId: string;
}

/** Answers requests below `/v1/`, as Stripe does or with a planned fault. */
export async function serveApi(
  services: ApiServices,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const request = await read(req);
  const fault = services.faults.take(request.method, request.path);
  if (fault === 'drop') return void req.socket.destroy();
  if (fault === 'nonsense') return answerNonsense(res);
  const answered = answer(services, req, request, fault);
  if (answered === 'never') return;
  const { answer: sent, replayed, send } = answered;
  if (fault === 'drop_after' || fault === 'time_out_after') {
    send();
    if (fault === 'drop_after') req.socket.destroy();
    return;
  }
  // Events follow the answer, also when the client has disconnected.
  res.once('close', send);
  res.writeHead(sent.status, {
    ...headersOf(req, request, sent.status),
    ...(replayed && { 'Idempotent-Replayed': 'true', 'Original-Request': sent.requestId }),
  });
  res.end(sent.body);
}

async function read(req: IncomingMessage): Promise<ApiRequest> {
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

type Answered = { answer: CachedAnswer; replayed: boolean; send: () => void };

function answer(
  services: ApiServices,
  req: IncomingMessage,
  request: ApiRequest,
  fault: FaultKind | null,
): Answered | 'never' {
  const { answers } = services;
  const { key } = request;
  const digest = digestOf(request.method, request.path, request.text);
  const answerOf = (status: number, body: object): CachedAnswer => ({
    digest,
    status,
    body: `${JSON.stringify(body, null, 2)}\n`,
    requestId: request.requestId,
    at: services.now(),
  });
  const plain = (answer: CachedAnswer): Answered => ({ answer, replayed: false, send: () => {} });
  let taken = false;
  try {
    authorise(req, services.secretKey);
    if (request.isTooLarge) throw InvalidRequest('The request is too large.');
    if (fault === 'rate_limit') throw RateLimited();
    const found = findEndpoint(ENDPOINTS, request.method, request.path);
    if (!found) throw UrlUnknown(request.method, request.path);
    const replayed = key === null ? null : answers.take(key, digest);
    if (replayed) return { answer: replayed, replayed: true, send: () => {} };
    taken = key !== null;
    if (fault === 'time_out') {
      if (key !== null) req.socket.once('close', () => answers.settle(key, null));
      return 'never';
    }
    const act = found.endpoint.prepare(parseForm(request.text), found.values);
    services.catchUp();
    const { result, send } = services.delivery.gather(() => perform(services, request, fault, act));
    const answer = answerOf(result.status, result.body);
    if (key !== null) {
      answers.settle(key, answer);
      services.touch();
    }
    return { answer, replayed: false, send };
  } catch (error) {
    // A request without effect leaves its key free (docs.stripe.com/api/idempotent_requests).
    if (taken && key !== null) answers.settle(key, null);
    if (error instanceof Rejection) return plain(answerOf(error.status, errorBody(error)));
    services.log.error({ err: error }, 'the payment sandbox failed');
    return plain(answerOf(500, errorBody(InternalError())));
  }
}

/** Runs the call. A rejection becomes an answer like any other. */
function perform(
  { ledger }: ApiServices,
  request: ApiRequest,
  fault: FaultKind | null,
  act: (ledger: Ledger) => object,
): { status: number; body: object } {
  if (fault === 'internal_error') return { status: 500, body: errorBody(InternalError()) };
  ledger.request = { id: request.requestId, idempotency_key: request.key };
  try {
    return { status: 200, body: act(ledger) };
  } catch (error) {
    if (error instanceof Rejection) return { status: error.status, body: errorBody(error) };
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

function errorBody({ error }: Rejection): object {
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

function headersOf(req: IncomingMessage, request: ApiRequest, status: number): OutgoingHttpHeaders {
  const version = req.headers['stripe-version'];
  const retry = shouldRetry(request, status);
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': request.requestId,
    'Stripe-Version': typeof version === 'string' ? version : Stripe.API_VERSION,
    ...(request.key !== null && { 'Idempotency-Key': request.key }),
    ...(retry !== null && { 'Stripe-Should-Retry': retry }),
  };
}

/** A key replays its 500 for a day, so a retry is useless. A key in use is free a moment later. */
function shouldRetry({ key }: ApiRequest, status: number): 'true' | 'false' | null {
  if (status === 409) return 'true';
  if (status >= 500) return key === null ? null : 'false';
  return status === 429 || status < 400 ? null : 'false';
}

/** The answer of a broken proxy. */
function answerNonsense(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/html' });
  res.end(`<!doctype html><title>Service</title><p>${randomUUID()}</p>`);
}
