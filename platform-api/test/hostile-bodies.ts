import fc from 'fast-check';
import type { Knex } from 'knex';
import { expect } from 'vitest';
import { signOut } from '../contract/accounts/auth.ts';
import { isOfAdminArea, type Call } from '../contract/call.ts';
import { CALLS } from '../contract/calls.ts';
import { checkStation } from '../contract/admin/customer-acts.ts';
import { send } from './call.ts';
import { DocumentedApi } from './documented-api.ts';
import { buildStation, signedInUser } from './factories.ts';
import { startApp } from './server.ts';
import { createGuardedFetch } from '../src/outbound/guarded-fetch.ts';
import { describeApi } from '../src/reference/open-api.ts';

const api = new DocumentedApi(JSON.stringify(describeApi('http://radio.example.com')));
const CALLS_WITH_BODIES = CALLS.filter(({ body_examples }) => body_examples);

const AT_ONCE = 10;

/** Values that have broken programs before. */
const VALUES: unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\uffff',
  '\u202e',
  '👩‍👩‍👧‍👦',
  'Z͑ͫa',
  'İ',
  'ß',
  "' or 1=1 --",
  '"; drop table users; --',
  '$1',
  '%s%n',
  '{{7*7}}',
  '${7*7}',
  '`id`',
  '$(id)',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'C:\\nul',
  '\r\nSet-Cookie: a=b',
  '%00',
  '\\',
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '[object Object]',
  '__proto__',
  'ada@example.com',
  'ADA@EXAMPLE.COM',
  'ada@',
  '@',
  `${'a'.repeat(300)}@example.com`,
  'a@b@c.de',
  '+442079460000',
  '+0',
  '+1 (555) 010-0000',
  '+'.repeat(40),
  '٠١٢٣٤٥',
  '402817',
  ' 402817 ',
  'javascript:alert(1)',
  'https://',
  'https://example.com',
  'http://[::1]',
  'data:,',
  'file:///',
  'password',
  'refresh_token',
  'otp',
  'signup',
  'recovery',
  'cookie',
  'body',
  'global',
  'read',
  'a'.repeat(201),
  'a'.repeat(2_001),
  'a'.repeat(20_000),
  'é'.repeat(10_000),
  '\\'.repeat(5_000),
  0,
  -0,
  1,
  -1,
  0.1,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  [{}],
  ['read', 'read'],
  ['read', 'write', 'admin'],
  { $ne: null },
  { length: 1e9 },
  { toString: 'a' },
  JSON.parse('{"then":"a"}'),
  { toJSON: 1 },
  { constructor: { prototype: {} } },
  { 0: 'a' },
];

/** Bodies that no serialiser produces. */
const TEXTS = [
  '',
  '{',
  '}',
  '{}',
  '[]',
  'null',
  '""',
  '0',
  '{"',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{a:1}',
  '{"a":1,}',
  '{"email":"a","email":"b"}',
  '{"__proto__":{"a":1}}',
  '{"a":{"__proto__":null}}',
  '{"":{"":{}}}',
  '{"a":1e400}',
  '{"a":-0}',
  '{"a":00}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":0x1}',
  '{"a":NaN}',
  '{"a":"\0"}',
  '{"email":"\\ud800"}',
  '{"email":"\\u0000"}',
  '{"email":"\\x"}',
  '{"email":"\\',
  '\ufeff{}',
  '\u00a0{}',
  `{"a":${'['.repeat(10_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '"'.repeat(60_000),
  `{"email":"${'\\"'.repeat(30_000)}"}`,
  `{${'"a":{'.repeat(19)}${'}'.repeat(20)}`,
  `{${Array.from({ length: 5_000 }, (_, n) => `"${n}":0`).join()}}`,
  ' '.repeat(65_536),
  '{}{}',
  '{}\n{}',
];

const value = fc.oneof(
  fc.constantFrom(...VALUES),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
);
const FIELDS = [
  'email',
  'phone',
  'password',
  'session',
  'grant_type',
  'type',
  'token',
  'code',
  'scopes',
  'name',
];
const fieldName = fc.oneof(
  fc.constantFrom(...FIELDS, '__proto__', 'constructor', 'toString', 'role', 'id', 'user_id', ''),
  fc.string(),
);

/** A valid body with one to three fields removed, added or changed. */
function mutated(call: Call): fc.Arbitrary<unknown> {
  const good = Object.values(call.body_examples ?? {});
  const names = [...new Set(good.flatMap((body) => Object.keys(body)))];
  const own = names.length > 0 ? fc.oneof(fc.constantFrom(...names), fieldName) : fieldName;
  const change = fc.tuple(own, fc.option(value));
  return fc
    .tuple(fc.constantFrom(...good), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([body, changes]) => {
      const fields = new Map<string, unknown>(Object.entries(body));
      for (const [name, inner] of changes) {
        if (inner === null) fields.delete(name);
        else fields.set(name, inner);
      }
      // An object cannot have a field `__proto__`.
      return `{${[...fields].map((pair) => pair.map((part) => JSON.stringify(part) ?? 'null').join(':')).join()}}`;
    });
}

const hostile = fc.constantFrom(...CALLS_WITH_BODIES).chain((call) =>
  fc.record({
    call: fc.constant(call),
    // A visitor's body to a member's call is never read, so most requests are a member's.
    isMember:
      call.access === 'public' ? fc.boolean() : fc.integer({ max: 9, min: 0 }).map((n) => n > 0),
    body: fc.oneof(
      { arbitrary: mutated(call), weight: 6 },
      { arbitrary: fc.json({ maxDepth: 6 }), weight: 2 },
      { arbitrary: fc.constantFrom(...TEXTS), weight: 1 },
      { arbitrary: fc.constant('a'.repeat(70_000)), weight: 1 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 200 }), weight: 1 },
    ),
  }),
);

/** Resolves no names, so URLs in bodies are never opened. */
const guardedFetch = createGuardedFetch({
  allow: [],
  resolve: () => Promise.reject(new Error('There are no names here.')),
});

/**
 * Sends random hostile bodies to every call that takes one. Expects documented answers, and no server
 * error but 503.
 * @param seed makes a run repeatable
 */
export async function sendHostileBodies(
  database: { knex: Knex; url: string },
  { runs, seed }: { runs: number; seed?: number },
): Promise<void> {
  const app = await startApp(database, { guardedFetch });
  const member = await signedInUser(app);
  const admin = await signedInUser(app, { role: 'admin' });
  const customer = await buildStation(database.knex);
  // Signing out ends the session, which the other calls still need.
  const leaving = await signedInUser(app);
  const seen = new Map<string, number>();
  let sent = 0;

  async function isAnswered({
    call,
    isMember,
    body,
  }: {
    call: Call;
    isMember: boolean;
    body: unknown;
  }) {
    const asker = isOfAdminArea(call.access) ? admin : member;
    const { access_token } = call.id === signOut.id ? leaving : asker;
    const token = isMember ? access_token : undefined;
    // A check of a live station would listen for seconds.
    const user_id = call.id === checkStation.id ? member.id : customer.user_id;
    const asked = { body, token, params: { user_id }, headers: { 'If-Match': '*' } };
    const { status } = await api.check(call.id, await send(app, call, asked));
    const isFault = status >= 500 && status !== 503;
    expect(isFault).toBe(false);
    seen.set(`${status}`, (seen.get(`${status}`) ?? 0) + 1);
    sent += 1;
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (bodies) => void (await Promise.all(bodies.map(isAnswered))),
    ),
    { numRuns: runs / AT_ONCE, ...(seed !== undefined && { seed }) },
  );
  expect(sent).toBeGreaterThanOrEqual(runs);
  // Bodies that are all accepted or all rejected would test nothing.
  expect([...seen.keys()]).toEqual(expect.arrayContaining(['200', '400', '401', '413', '422']));
  expect(app.logged()).not.toContain('unexpected error');
  expect((await app.get('/v1/me', member.as)).status).toBe(200);
}
