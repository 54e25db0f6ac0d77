import type { Call } from '../../contract/call.ts';
import type { ErrorName } from '../../contract/errors.ts';
import { isStored, REPLAYED_HEADER } from '../http/idempotency.ts';

/** What answers carry in their heads, by the name of the component. */
export const HEADERS = {
  RequestId: {
    description:
      'The id of the request, as our log has it: the `X-Request-Id` that was sent, or one of ours. Every ' +
      'problem carries it; what is answered from memory (now-playing and events) does not.',
    schema: { type: 'string' as const, examples: ['019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'] },
  },
  ETag: {
    description: 'Names this state of the answer. Send it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string' as const, examples: ['W/"4mX0q2bB9sY"'] },
  },
  Location: {
    description: 'Where the same call is answered.',
    required: true,
    schema: { type: 'string' as const, examples: ['/v1/stations/counting-house'] },
  },
  SetCookie: {
    description:
      'The refresh token of our own pages, or its end: httpOnly, SameSite=Strict. Only where the ' +
      'session lives in a cookie.',
    schema: { type: 'string' as const },
  },
  WwwAuthenticate: {
    description: 'How one comes in (RFC 6750).',
    required: true,
    schema: { type: 'string' as const, const: 'Bearer' },
  },
  RetryAfter: {
    description: 'Seconds after which another try makes sense.',
    required: true,
    schema: { type: 'string' as const, pattern: String.raw`^\d+$`, examples: ['900'] },
  },
  RetryInProgress: {
    description: 'Seconds after which another try makes sense. Only with `request_in_progress`.',
    schema: { type: 'string' as const, pattern: String.raw`^\d+$`, examples: ['1'] },
  },
  Replayed: {
    description: 'This answer was given before, to a request with the same `Idempotency-Key`.',
    schema: { type: 'string' as const, const: 'true' },
  },
  RateLimit: {
    description:
      'Which limit was met, how many tries are left (`r`) and when there are some again, in seconds ' +
      '(`t`): `"login";r=0;t=900` (IETF, RateLimit header fields). Only with `rate_limited`.',
    schema: { type: 'string' as const, examples: ['"login";r=0;t=900'] },
  },
};

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** What a good answer may carry. */
export function headersOf(call: Call) {
  return {
    'X-Request-Id': ref('RequestId'),
    ...(call.response_headers?.includes('ETag') && { ETag: ref('ETag') }),
    ...(call.response_headers?.includes('Set-Cookie') && { 'Set-Cookie': ref('SetCookie') }),
    ...(call.idempotent && { [REPLAYED_HEADER]: ref('Replayed') }),
  };
}

/** What an answer carries that leads to another address. */
export const MOVED_HEADERS = { 'X-Request-Id': ref('RequestId'), Location: ref('Location') };

/** Statuses of which every error of ours says when to come back. */
const COME_BACK = [429, 502, 503];

/** What a problem of this status carries, where it may be any of these. */
export function problemHeaders(call: Call, status: number, names: readonly ErrorName[]) {
  return {
    'X-Request-Id': ref('RequestId'),
    ...(status === 401 && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
    ...(COME_BACK.includes(status) && { 'Retry-After': ref('RetryAfter') }),
    ...(names.includes('request_in_progress') && { 'Retry-After': ref('RetryInProgress') }),
    ...(status === 429 && { RateLimit: ref('RateLimit') }),
    ...(call.idempotent && isStored(status) && { [REPLAYED_HEADER]: ref('Replayed') }),
  };
}
