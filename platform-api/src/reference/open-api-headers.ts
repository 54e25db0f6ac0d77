import type { Call } from '../../contract/call.ts';
import type { ErrorName } from '../../contract/errors.ts';
import { isStored, REPLAYED_HEADER } from '../http/idempotency.ts';

/** Response headers, by component name. */
export const HEADERS = {
  RequestId: {
    description:
      'The id of the request in our log: the `X-Request-Id` that you sent, or a new one. Every problem ' +
      'has it. Successful answers of now-playing and events do not.',
    schema: { type: 'string' as const, examples: ['019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'] },
  },
  ETag: {
    description: 'The version of the answer. Send it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string' as const, examples: ['W/"4mX0q2bB9sY"'] },
  },
  Location: {
    description: 'The URL to use instead.',
    required: true,
    schema: { type: 'string' as const, examples: ['/v1/stations/counting-house'] },
  },
  SetCookie: {
    description:
      'Sets or clears the refresh token of our own pages: httpOnly, SameSite=Strict. Only for sessions ' +
      'with a cookie.',
    schema: { type: 'string' as const },
  },
  WwwAuthenticate: {
    description: 'The authentication scheme (RFC 6750).',
    required: true,
    schema: { type: 'string' as const, const: 'Bearer' },
  },
  MissingScope: {
    description:
      'The scope that the API key lacks: `Bearer error="insufficient_scope", scope="stations:write"` (RFC 6750). ' +
      'Only with `insufficient_scope`.',
    schema: { type: 'string' as const, pattern: '^Bearer error="insufficient_scope", scope=' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'string' as const, pattern: String.raw`^\d+$`, examples: ['900'] },
  },
  RetryInProgress: {
    description: 'Seconds to wait before the next attempt. Only with `request_in_progress`.',
    schema: { type: 'string' as const, pattern: String.raw`^\d+$`, examples: ['1'] },
  },
  Replayed: {
    description: 'This is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string' as const, const: 'true' },
  },
  RateLimit: {
    description:
      'The name of the exceeded limit, remaining requests (`r`) and seconds until it resets ' +
      '(`t`): `"login";r=0;t=900` (IETF, RateLimit header fields). Only with `rate_limited`.',
    schema: { type: 'string' as const, examples: ['"login";r=0;t=900'] },
  },
};

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Headers of a successful response. */
export function headersOf(call: Call) {
  return {
    'X-Request-Id': ref('RequestId'),
    ...(call.response_headers?.includes('ETag') && { ETag: ref('ETag') }),
    ...(call.response_headers?.includes('Set-Cookie') && { 'Set-Cookie': ref('SetCookie') }),
    ...(call.idempotent && { [REPLAYED_HEADER]: ref('Replayed') }),
  };
}

/** Headers of a redirect. */
export const MOVED_HEADERS = { 'X-Request-Id': ref('RequestId'), Location: ref('Location') };

/** Statuses whose errors all have Retry-After. */
const WITH_RETRY_AFTER = [429, 502, 503, 507];

/** Headers of a problem response with this status, which stands for any of these errors. */
export function problemHeaders(call: Call, status: number, names: readonly ErrorName[]) {
  return {
    'X-Request-Id': ref('RequestId'),
    ...(status === 401 && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
    ...(names.includes('insufficient_scope') && { 'WWW-Authenticate': ref('MissingScope') }),
    ...(WITH_RETRY_AFTER.includes(status) && { 'Retry-After': ref('RetryAfter') }),
    ...(names.includes('request_in_progress') && { 'Retry-After': ref('RetryInProgress') }),
    ...(status === 429 && { RateLimit: ref('RateLimit') }),
    ...(call.idempotent && isStored(status) && { [REPLAYED_HEADER]: ref('Replayed') }),
  };
}
