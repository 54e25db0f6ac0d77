import type { Call } from '../../contract/call.ts';

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
  };
}

/** What a problem of this status carries. */
export function problemHeaders(status: number) {
  return {
    'X-Request-Id': ref('RequestId'),
    ...(status === 401 && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
    ...((status === 429 || status === 503) && { 'Retry-After': ref('RetryAfter') }),
    ...(status === 429 && { RateLimit: ref('RateLimit') }),
  };
}
