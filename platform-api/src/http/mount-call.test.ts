import Router from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, type Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { testDatabase } from '../../test/database.ts';
import { json, serve, WIDE_LIMITS } from '../../test/server.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../process/log.ts';
import { createMountCall, type Identity } from './mount-call.ts';
import { createIdempotency } from './idempotency.ts';
import { problemAnswers } from './problem-answers.ts';
import { createRateLimits, type RateLimitTable } from './rate-limits.ts';

const database = testDatabase();

const ADA: Identity = {
  user: {
    id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
    email: 'ada@example.com',
    phone: null,
    new_email: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    created_at: '2026-11-21T09:30:00.000Z',
  },
  role: 'user',
  team: null,
  has_second_factor: false,
  session_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
  view_id: null,
  key_id: null,
  key_prefix: null,
  is_test: false,
  scopes: ['read', 'write', 'admin'],
};

const PLAIN = {
  id: 'askThing',
  method: 'get',
  path: '/thing',
  summary: 'A thing',
  response: z.object({ ok: z.boolean() }),
  errors: [],
} as const;
const OF_MEMBERS = { access: 'member', scope: 'account' } as const;
const THING = { ...PLAIN, ...OF_MEMBERS } satisfies Call;

/** A server with one door, where this identity asks, or whoever this throws. */
async function houseWith(one: Call, who: Identity | Error, strict: Partial<RateLimitTable> = {}) {
  const mountCall = createMountCall({
    identify: async () => {
      if (who instanceof Error) throw who;
      return who;
    },
    limits: createRateLimits(database.knex, {
      ...WIDE_LIMITS,
      send: { ...WIDE_LIMITS.send, points: 1 },
      ...strict,
    }),
    idempotency: createIdempotency({ db: database.knex, log: createLogger('silent') }),
    adminsNeedFactor: false,
    proveStepUp: async (ctx) => {
      if (ctx.get('Step-Up') !== 'proven') throw new AppError('step_up_required');
    },
    addressOf: () => '203.0.113.7',
    documentedAnswer: async () => ({}),
    noteTeamAct: async () => undefined,
    roleOf: async () => 'user',
    requireNoMaintenance: () => undefined,
  });
  const handled: unknown[] = [];
  const router = new Router();
  mountCall(router, one, ({ params, query, body, raw }) => {
    handled.push({ params, query, body, raw });
    return { ok: true, password_hash: 'secret' };
  });
  const koa = new Koa();
  koa.use(problemAnswers(createLogger('silent'), 'http://radio.example.com'));
  koa.use(router.routes());
  const { url } = await serve(koa.callback());
  async function ask(path = '/thing', init?: RequestInit) {
    const answer = await fetch(url + path, init);
    const { code } = Object(await json(answer.clone()));
    return { answer, said: code ? `${answer.status} ${code}` : answer.status };
  }
  return { ask, handled };
}

const statusFor = async (one: Call, who: Identity | Error) =>
  (await (await houseWith(one, who)).ask()).said;

describe('a deprecated call', () => {
  it('says since when, and when it may be gone, also in a refusal', async () => {
    const deprecated = { from: '2026-12-01', sunset: '2027-12-31' };
    const call: Call = { ...THING, deprecated };
    for (const who of [ADA, new AppError('invalid_token')]) {
      const { headers } = (await (await houseWith(call, who)).ask()).answer;
      expect(headers.get('deprecation')).toBe('@1796083200');
      expect(headers.get('sunset')).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
      expect(headers.get('link')).toContain('rel="deprecation"');
    }
    const { headers } = (await (await houseWith(THING, ADA)).ask()).answer;
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
  });
});

describe('mountCall', () => {
  const admins: Call = { ...PLAIN, access: 'admin' };
  const people: Call = { ...PLAIN, access: 'member', api_keys: false };
  const key = (scopes: Identity['scopes']): Identity => ({ ...ADA, session_id: null, scopes });

  it.each<[string, Call, Identity | Error, number | string]>([
    ['a member, to a member’s call', THING, ADA, 200],
    ['an admin, to a member’s call', THING, { ...ADA, role: 'admin' }, 200],
    ['somebody whose role nobody can read, as a member', THING, { ...ADA, role: null }, 200],
    ['an admin, to an admin’s call', admins, { ...ADA, role: 'admin' }, 200],
    ['a key that reads, to what is read', THING, key(['read']), 200],
    [
      'an admin’s key with the scope admin, to an admin’s call',
      admins,
      { ...key(['read', 'admin']), role: 'admin' },
      200,
    ],
    [
      'no admin’s key without it to an admin’s call',
      admins,
      { ...key(['read', 'write']), role: 'admin' },
      '403 insufficient_scope',
    ],
    [
      'no key with the scope admin of a member to an admin’s call',
      admins,
      key(['read', 'admin']),
      '403 forbidden',
    ],
    ['no member to an admin’s call', admins, ADA, '403 forbidden'],
    [
      'nobody to an admin’s call whose role cannot be read',
      admins,
      { ...ADA, role: null },
      '503 unavailable',
    ],
    ['no key that only writes to what is read', THING, key(['write']), '403 insufficient_scope'],
    ['no key to what is for people', people, key(['read', 'write']), '403 forbidden'],
    ['no key without a scope', THING, key([]), '403 insufficient_scope'],
    ['nobody whose session has ended', THING, new AppError('session_ended'), '401 session_ended'],
  ])('lets in %s', async (_, one, who, expected) => {
    expect(await statusFor(one, who)).toBe(expected);
  });

  it('does not authenticate public calls', async () => {
    const open: Call = { ...PLAIN, access: 'public' };
    expect(await statusFor(open, new AppError('session_ended'))).toBe(200);
  });

  it('sends only fields of the contract, and forbids caching', async () => {
    const { ask } = await houseWith(THING, ADA);
    const { answer } = await ask();
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('applies limits per address before authentication and reading', async () => {
    const sending: Call = { ...THING, method: 'post', body: z.strictObject({}), limits: ['send'] };
    const { ask, handled } = await houseWith(sending, new AppError('session_ended'));
    const post = { method: 'POST', body: '{' };
    expect((await ask('/thing', post)).said).toBe('401 session_ended');
    expect((await ask('/thing', post)).said).toBe('429 rate_limited');
    expect(handled).toEqual([]);
  });

  const limitedPerAccount = CALLS.flatMap((one) =>
    (one.limits ?? [])
      .filter((name) => RATE_LIMITS[name].per === 'account')
      .filter((name) => RATE_LIMITS[name].counts === 'requests')
      .map((name) => ({ id: one.id, one, name })),
  );

  it.each(limitedPerAccount)('takes the limit $name of $id per account', async ({ one, name }) => {
    const { method, access, limits } = one;
    const { ask, handled } = await houseWith(
      { ...PLAIN, ...(access === 'member' ? OF_MEMBERS : { access }), method, limits },
      { ...ADA, role: 'admin' },
      { [name]: { ...RATE_LIMITS[name], points: 0 } },
    );
    const { answer, said } = await ask('/thing', { method: method.toUpperCase() });
    expect([said, answer.headers.get('ratelimit')]).toEqual([
      '429 rate_limited',
      expect.stringContaining(`"${name}"`),
    ]);
    expect(handled).toEqual([]);
  });

  it('counts per account: not per address, not invalid requests, and no repeats', async () => {
    const one: Call = {
      ...THING,
      method: 'post',
      body: z.strictObject({}),
      limits: ['setup'],
      idempotent: true,
    };
    const strict = { setup: { ...RATE_LIMITS.setup, points: 1 } };
    const first = await houseWith(one, ADA, strict);
    const post = (body: string, key: string) => ({
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    });
    expect((await first.ask('/thing', post('{"a":1}', 'a'))).said).toBe('422 validation_failed');
    expect((await first.ask('/thing', post('{}', 'b'))).said).toBe(200);
    expect((await first.ask('/thing', post('{}', 'b'))).said).toBe(200);
    expect((await first.ask('/thing', post('{}', 'c'))).said).toBe('429 rate_limited');
    const user = { ...ADA.user, id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12' };
    const second = await houseWith(one, { ...ADA, user }, strict);
    expect((await second.ask('/thing', post('{}', 'd'))).said).toBe(200);
  });

  it('refuses to mount a public call with a limit per account', async () => {
    const one: Call = { ...PLAIN, access: 'public', limits: ['setup'] };
    await expect(houseWith(one, ADA)).rejects.toThrow('cannot have a limit per account');
  });

  it('authenticates before it reads the body', async () => {
    const writing: Call = { ...THING, method: 'put', body: z.strictObject({}) };
    const { ask } = await houseWith(writing, new AppError('session_ended'));
    const sent = { method: 'PUT', body: 'a'.repeat(100_000) };
    expect((await ask('/thing', sent)).said).toBe('401 session_ended');
  });

  it('passes the parsed request to the handler', async () => {
    const finding = call({
      ...THING,
      path: '/thing/{id}',
      params: z.object({ id: z.coerce.number() }),
      query: z.strictObject({ limit: z.coerce.number().default(100) }),
    });
    const { ask, handled } = await houseWith(finding, ADA);
    expect((await ask('/thing/7?limit=5')).said).toBe(200);
    expect((await ask('/thing/7')).said).toBe(200);
    expect(handled).toEqual([
      { params: { id: 7 }, query: { limit: 5 } },
      { params: { id: 7 }, query: { limit: 100 } },
    ]);
    expect((await ask('/thing/none')).said).toBe('404 not_found');
    const ofInvoices = await houseWith({ ...finding, errors: ['invoice_not_found'] }, ADA);
    expect((await ofInvoices.ask('/thing/none')).said).toBe('404 invoice_not_found');
    expect((await ask('/thing/7?limit=a')).said).toBe('422 validation_failed');
    expect((await ask('/thing/7?limit=1&limit=2')).said).toBe('422 validation_failed');
    expect((await ask('/thing/7?sort=id')).said).toBe('422 validation_failed');
  });

  it('passes the exact bytes of a signed body, unparsed', async () => {
    const signed: Call = {
      ...PLAIN,
      method: 'post',
      access: 'public',
      raw_body: 20,
      body: z.strictObject({ id: z.string() }),
      refuse_first: () => 'missing_target',
    };
    const { ask, handled } = await houseWith(signed, ADA);
    const post = (body: string) => ask('/thing', { method: 'POST', body });
    expect((await post('{"id":1,"id":2} ')).said).toBe(200);
    expect((await post('{"other":')).said).toBe(200);
    expect((await post('')).said).toBe(200);
    expect(handled).toEqual([
      { raw: Buffer.from('{"id":1,"id":2} ') },
      { raw: Buffer.from('{"other":') },
      { raw: Buffer.alloc(0) },
    ]);
    expect((await post('a'.repeat(21))).said).toBe('413 body_too_large');
  });

  it('gives precedence to the call’s `refuse_first`', async () => {
    const one: Call = {
      ...THING,
      method: 'post',
      body: z.strictObject({ email: z.string() }),
      refuse_first: (body) => ('email' in body ? undefined : 'missing_target'),
    };
    const { ask } = await houseWith(one, ADA);
    const post = (body: string) =>
      ask('/thing', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    expect((await post('{"other":1}')).said).toBe('400 missing_target');
    expect((await post('{"email":1}')).said).toBe('422 validation_failed');
    expect((await post('{"email":"a"}')).said).toBe(200);
  });
});
