// @vitest-environment node
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { unwrap, WebhookError, type WebhookEvent, type WebhookHeaders } from './unwrap.ts';

// The vector that the libraries of the Standard Webhooks specification share.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const SIGNED_AT = 1_614_265_330_000;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

beforeEach(() => {
  vi.useFakeTimers({ now: SIGNED_AT, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const capitals = Object.fromEntries(
  Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]),
);
const lists = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name, [value]]));

describe('the vector of the specification', () => {
  it.each<[string, WebhookHeaders]>([
    ['a plain object', HEADERS],
    ['capitals', capitals],
    ['lists, as some servers give them', lists],
    ['the headers of fetch', new Headers(HEADERS)],
    ['headers of Node with others that are missing', { ...HEADERS, 'x-none': undefined }],
  ])('is accepted with %s', (_name, headers) => {
    expect(unwrap(BODY, headers, SECRET)).toEqual({ test: 2_432_232_314 });
  });

  it.each([
    ['a Buffer', Buffer.from(BODY)],
    ['bytes', new TextEncoder().encode(BODY)],
    ['an ArrayBuffer', new TextEncoder().encode(BODY).buffer],
  ])('is accepted as %s', (_name, body) => {
    expect(unwrap(body, HEADERS, SECRET)).toEqual({ test: 2_432_232_314 });
  });

  it('is accepted with two signatures, during a rotation', () => {
    const other = new Webhook(OTHER_SECRET).sign(HEADERS['webhook-id'], new Date(SIGNED_AT), BODY);
    const both = { ...HEADERS, 'webhook-signature': `${other} ${HEADERS['webhook-signature']}` };
    for (const secret of [SECRET, OTHER_SECRET]) {
      expect(unwrap(BODY, both, secret)).toEqual({ test: 2_432_232_314 });
    }
  });
});

/** The error of a call. */
function errorOf(...given: Parameters<typeof unwrap>): WebhookError {
  try {
    unwrap(...given);
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a request is refused, with advice, when', () => {
  const without = (name: keyof typeof HEADERS) => ({ ...HEADERS, [name]: undefined });
  const signature = (value: string) => ({ ...HEADERS, 'webhook-signature': value });
  it.each<[string, Parameters<typeof unwrap>, string, string]>([
    ['the id is missing', [BODY, without('webhook-id'), SECRET], 'missing_header', 'webhook-id'],
    ['the time is missing', [BODY, without('webhook-timestamp'), SECRET], 'missing_header', 'time'],
    ['it has no header at all', [BODY, new Headers(), SECRET], 'missing_header', 'signature'],
    ['there is no secret', [BODY, HEADERS, undefined], 'invalid_secret', 'no secret'],
    ['the secret is an API key', [BODY, HEADERS, 'shk_abc'], 'invalid_secret', 'whsec_'],
    ['the secret is cut off', [BODY, HEADERS, 'whsec_MfK!'], 'invalid_secret', 'Copy it again'],
    ['the secret is empty', [BODY, HEADERS, 'whsec_'], 'invalid_secret', 'whsec_'],
    ['the secret is another', [BODY, HEADERS, OTHER_SECRET], 'wrong_signature', 'secret'],
    ['the body differs', [`${BODY} `, HEADERS, SECRET], 'wrong_signature', 'exactly the text'],
    ['the signature is cut off', [BODY, signature('v1,g0hM'), SECRET], 'wrong_signature', 'wrong'],
    ['the signature has no version', [BODY, signature('v1'), SECRET], 'wrong_signature', 'wrong'],
    [
      'the time is no number',
      [BODY, { ...HEADERS, 'webhook-timestamp': 'now' }, SECRET],
      'wrong_signature',
      'wrong',
    ],
  ])('%s', (_name, given, reason, words) => {
    const error = errorOf(...given);
    expect([error.reason, error.status]).toEqual([reason, 400]);
    expect(error.message).toContain(words);
  });

  it('the body was parsed, which names the ways to keep it', () => {
    // A program in JavaScript can do so.
    const parsed = JSON.parse(BODY) as string;
    const { reason, message } = errorOf(parsed, HEADERS, SECRET);
    expect(reason).toBe('parsed_body');
    expect(message).toContain('express.raw');
    expect(message).toContain('request.text()');
  });

  it.each([
    [301, 'too_old'],
    [-301, 'too_new'],
  ])('its signature is %i seconds old', (seconds, reason) => {
    vi.setSystemTime(SIGNED_AT + seconds * 1_000);
    expect(errorOf(BODY, HEADERS, SECRET)).toMatchObject({
      reason,
      message: expect.stringContaining('clock'),
    });
  });

  it('but not within five minutes', () => {
    for (const seconds of [300, -300]) {
      vi.setSystemTime(SIGNED_AT + seconds * 1_000);
      expect(unwrap(BODY, HEADERS, SECRET)).toBeDefined();
    }
  });
});

it('an event has the type of its data', () => {
  const id = 'evt_019aa5d47f3a7c1e9d550b6f3f1c2a10';
  const body = JSON.stringify({
    type: 'station.silent',
    timestamp: '2021-02-25T15:02:10.000Z',
    data: { user_id: 'a', station: null, since: '2021-02-25T14:52:10.000Z' },
  });
  const event = unwrap(
    body,
    {
      'webhook-id': id,
      'webhook-timestamp': HEADERS['webhook-timestamp'],
      'webhook-signature': new Webhook(SECRET).sign(id, new Date(SIGNED_AT), body),
    },
    SECRET,
  );
  if (event.type !== 'station.silent') throw new Error('It has another type.');
  expectTypeOf(event.data.since).toEqualTypeOf<string>();
  expectTypeOf<
    Extract<WebhookEvent, { type: 'hours.threshold' }>['data']['percent']
  >().toEqualTypeOf<70 | 90 | 100>();
  expect(event.data.since).toBe('2021-02-25T14:52:10.000Z');
});
