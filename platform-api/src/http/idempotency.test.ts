import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { Knex } from 'knex';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { sendContactMessage } from '../../contract/contact/calls.ts';
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from '../../contract/values.ts';
import { quoteFor } from '../../contract/billing/pricing.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { serve, startApp, WIDE_LIMITS } from '../../test/server.ts';
import { connect } from '../db/connection.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../process/log.ts';
import { createMountCall, type Identity } from './mount-call.ts';
import { createIdempotency } from './idempotency.ts';
import { problemAnswers } from './problem-answers.ts';
import { createRateLimits } from './rate-limits.ts';
import { requestLog } from './request-log.ts';

const database = testDatabase();
const { knex } = database;

const visit = call({
  id: 'visit',
  method: 'post',
  path: '/visit/{room}',
  access: 'public',
  summary: 'A visit',
  params: z.object({ room: z.string() }),
  body: z.strictObject({ name: z.string() }),
  // In another order than their lengths', by which jsonb would sort them.
  response: z.object({ visitor: z.string(), at: z.number() }),
  status: 202,
  idempotent: true,
  errors: [],
});
const enter = call({
  ...visit,
  id: 'enter',
  path: '/enter/{room}',
  access: 'member',
  scope: 'account',
});

const QUOTE = quoteFor({ packageName: 'Starter', country: 'UK', isVatNumberValid: null });
const FAULT = { message: 'Not that one.', field: 'name', code: 'custom' };
const ADA: Identity = {
  user: {
    id: 'nobody',
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
  scopes: ['read', 'write'],
};

/** A server whose two calls do what the test says, and how often they did. */
async function house(act: (name: string) => unknown = () => undefined, db: Knex = knex) {
  const log = createLogger('silent');
  const mountCall = createMountCall({
    identify: async (ctx) => ({ ...ADA, user: { ...ADA.user, id: ctx.get('X-User') } }),
    limits: createRateLimits(knex, WIDE_LIMITS),
    idempotency: createIdempotency({ db, log }),
    adminsNeedFactor: false,
    proveStepUp: async () => undefined,
    addressOf: (ctx) => ctx.get('X-Address') || '203.0.113.7',
    documentedAnswer: async () => ({}),
    noteTeamAct: async () => undefined,
    roleOf: async () => 'user',
    requireNoMaintenance: () => undefined,
  });
  const router = new Router();
  let acts = 0;
  for (const one of [visit, enter]) {
    mountCall(router, one, async ({ body }) => {
      acts += 1;
      const at = acts;
      await act(body.name);
      return { visitor: body.name, at };
    });
  }
  const koa = new Koa();
  koa.use(requestLog(log));
  koa.use(problemAnswers(log, 'http://radio.example.com'));
  koa.use(router.routes());
  const { url } = await serve(koa.callback());

  async function ask(
    key: string | null,
    body: object = { name: 'ada' },
    { path = '/visit/hall', headers = {} } = {},
  ) {
    const answer = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        ...(key !== null && { 'Idempotency-Key': key }),
        ...headers,
      },
    });
    const text = await answer.text();
    const { code } = JSON.parse(text);
    const isReplayed = answer.headers.get('idempotent-replayed') === 'true';
    return { answer, text, said: `${answer.status}${code ? ` ${code}` : ''}`, isReplayed };
  }
  return { ask, acts: () => acts };
}

/** An answer without what belongs to its request alone. */
const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

/** A door that opens when the test says so. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const leaseIsOver = () =>
  knex('idempotency_keys').update({ leased_until: knex.raw("now() - interval '1 second'") });

describe('a request that is repeated with its key', () => {
  it('runs once and gets the same bytes', async () => {
    const { ask, acts } = await house();
    const first = await ask('k');
    const again = await ask('k');
    expect(acts()).toBe(1);
    expect([first.said, first.isReplayed]).toEqual(['202', false]);
    expect([again.said, again.isReplayed]).toEqual(['202', true]);
    expect(again.text).toBe('{"visitor":"ada","at":1}');
    expect(again.text).toBe(first.text);
    expect(again.answer.headers.get('content-type')).toBe(first.answer.headers.get('content-type'));
  });

  it('runs each time without a key', async () => {
    const { ask, acts } = await house();
    await ask(null);
    expect((await ask(null)).isReplayed).toBe(false);
    expect(acts()).toBe(2);
    expect(await knex('idempotency_keys')).toEqual([]);
  });

  it('runs once under concurrent repeats', async () => {
    const { opened, open } = gate();
    const { ask, acts } = await house(() => opened);
    const all = Array.from({ length: 12 }, () => ask('k'));
    const refused = Promise.all(
      all.map(async (one) => {
        const { said, answer } = await one;
        return { said, retryAfter: answer.headers.get('retry-after') };
      }),
    );
    await vi.waitFor(() => expect(acts()).toBe(1));
    expect((await ask('k')).said).toBe('409 request_in_progress');
    open();
    const said = await refused;
    expect(acts()).toBe(1);
    expect(said.filter((one) => one.said === '202').length).toBeGreaterThan(0);
    for (const one of said) {
      expect([
        { said: '202', retryAfter: null },
        { said: '409 request_in_progress', retryAfter: '1' },
      ]).toContainEqual(one);
    }
  });

  it('stores one contact message, end to end', async () => {
    const app = await startApp(database);
    const body = sendContactMessage.body_examples['a question'];
    const headers = { 'Idempotency-Key': '4f0f1f9e-9a35-4b5c-8a53-0d4ad7c1a1f2' };
    const first = await send(app, sendContactMessage, { body, headers });
    const again = await send(app, sendContactMessage, { body, headers });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await knex('contact_messages')).toHaveLength(1);
    expect(app.logged()).not.toContain('4f0f1f9e');
  });
});

describe('a key', () => {
  it('belongs to one body, one URL and one call', async () => {
    const { ask, acts } = await house();
    const headers = { 'X-User': '203.0.113.7' };
    await ask('k');
    const others = [
      await ask('k', { name: 'eve' }),
      await ask('k', { name: 'ada' }, { path: '/visit/kitchen' }),
      await ask('k', { name: 'ada' }, { path: '/visit/hall?again' }),
      await ask('k', { name: 'ada' }, { path: '/enter/hall', headers }),
    ];
    for (const { said, isReplayed } of others) {
      expect([said, isReplayed]).toEqual(['409 idempotency_key_reused', false]);
    }
    expect(acts()).toBe(1);
  });

  it('is independent of other users’ keys', async () => {
    const { ask, acts } = await house();
    for (const id of ['ada', 'grace']) {
      const as = { path: '/enter/hall', headers: { 'X-User': id } };
      await ask('k', { name: id }, as);
      expect((await ask('k', { name: id }, as)).isReplayed).toBe(true);
    }
    const from = (address: string) => ask('k', undefined, { headers: { 'X-Address': address } });
    await from('203.0.113.8');
    await from('2001:db8::1');
    expect(acts()).toBe(4);
    // One customer of a provider has a whole network.
    expect((await from('2001:db8::2')).isReplayed).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1)],
    ['not ASCII', 'schlüssel'],
    ['not printable', 'a\tb'],
  ])('that is %s is refused with the name of the header', async (_, key) => {
    const { ask, acts } = await house();
    const { said, text } = await ask(key);
    expect(said).toBe('422 validation_failed');
    expect(JSON.parse(text).errors).toEqual([
      {
        field: 'idempotency-key',
        code: 'invalid_format',
        message: 'Use 1 to 255 printable ASCII characters.',
      },
    ]);
    expect(acts()).toBe(0);
  });

  it('may have the maximum length and any printable character', async () => {
    const { ask } = await house();
    for (const key of ['k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH), '~ "\\\'; drop table x; --']) {
      await ask(key);
      expect((await ask(key)).isReplayed).toBe(true);
    }
  });

  it('expires after a day', async () => {
    const { ask, acts } = await house();
    await ask('k');
    const age = (minutes: number) =>
      knex('idempotency_keys').update({
        created_at: knex.raw('now() - make_interval(mins => ?)', [minutes]),
      });
    await age(IDEMPOTENCY_HOURS * 60 - 1);
    expect((await ask('k')).isReplayed).toBe(true);
    await age(IDEMPOTENCY_HOURS * 60 + 1);
    expect((await ask('k', { name: 'eve' })).text).toBe('{"visitor":"eve","at":2}');
    expect((await ask('k', { name: 'eve' })).isReplayed).toBe(true);
    expect(acts()).toBe(2);
  });
});

describe('a refusal', () => {
  it.each([
    ['of a rule', () => new AppError('already_subscribed')],
    ['that names fields', () => new AppError('vat_number_invalid', { fields: [FAULT] })],
    ['that tells the price', () => new AppError('price_changed', { data: { quote: QUOTE } })],
    ['of what is not there', () => new AppError('not_found')],
  ])('%s is replayed with the id of the new request', async (_, refuse) => {
    const { ask, acts } = await house(() => {
      throw refuse();
    });
    const first = await ask('k');
    const again = await ask('k');
    expect(acts()).toBe(1);
    expect(again.isReplayed).toBe(true);
    expect(again.said).toBe(first.said);
    expect(again.text).not.toBe(first.text);
    expect(withoutId(again.text)).toBe(withoutId(first.text));
    expect(again.answer.headers.get('content-type')).toBe('application/problem+json');
  });

  it('of an invalid request is never kept, however many keys name it', async () => {
    const { ask, acts } = await house((name) => {
      if (name === 'nobody') throw new AppError('validation_failed', { fields: [FAULT] });
    });
    const invalid = [{ name: 1, '\0': 1, '\ud800': 2 }, {}, { name: 'nobody' }];
    for (const [n, body] of invalid.entries()) {
      const first = await ask(`k${n}`, body);
      const again = await ask(`k${n}`, body);
      expect([first.said, again.isReplayed]).toEqual(['422 validation_failed', false]);
      expect(withoutId(again.text)).toBe(withoutId(first.text));
    }
    expect(await knex('idempotency_keys')).toEqual([]);
    expect(acts()).toBe(2);
  });

  it('that is very long is recomputed instead of stored', async () => {
    const { ask } = await house();
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field_${n}`, n]));
    const first = await ask('k', many);
    const again = await ask('k', many);
    expect([again.said, again.isReplayed]).toEqual(['422 validation_failed', false]);
    expect(withoutId(again.text)).toBe(withoutId(first.text));
    expect(await knex('idempotency_keys')).toEqual([]);
  });

  it.each([
    ['somebody unknown', () => new AppError('session_ended')],
    ['somebody who may not', () => new AppError('forbidden')],
    ['too many', () => new AppError('rate_limited', { limit: 'checkout', retryAfter: 60 })],
    ['a fault of ours', () => new Error('a fault of ours')],
    ['a fault of a partner', () => new AppError('payment_provider_error', { cause: 'down' })],
    ['nothing that works', () => new AppError('unavailable')],
  ])('for %s releases the key', async (_, refuse) => {
    let isBroken = true;
    const { ask, acts } = await house(() => {
      if (isBroken) throw refuse();
    });
    const first = await ask('k');
    expect(first.said).toMatch(/^(?:401|403|429|500|502|503) /);
    isBroken = false;
    expect(await ask('k')).toMatchObject({ said: '202', isReplayed: false });
    expect(await ask('k')).toMatchObject({ said: '202', isReplayed: true });
    expect(acts()).toBe(2);
  });
});

describe('a request whose process has died', () => {
  const write = (name: string) =>
    knex.transaction(async (trx) => {
      await trx('contact_messages').insert({
        id: randomUUID(),
        name,
        email: 'ada@example.com',
        subject: name,
        message: name,
      });
    });

  it('after it wrote something never acts again', async () => {
    const { opened, open } = gate();
    const dead = await house(async (name) => {
      await write(name);
      await opened;
    });
    const lost = dead.ask('k');
    await vi.waitFor(async () => expect(await knex('contact_messages')).toHaveLength(1));
    await leaseIsOver();
    const { ask, acts } = await house();
    expect([(await ask('k')).said, acts()]).toEqual(['409 request_answer_lost', 0]);
    expect((await ask('k', { name: 'eve' })).said).toBe('409 idempotency_key_reused');
    open();
    await lost;
  });

  it('or failed after it wrote something, never acts again', async () => {
    const { ask, acts } = await house(async (name) => {
      await write(name);
      throw new Error('a fault of ours');
    });
    expect((await ask('k')).said).toBe('500 internal_error');
    expect([(await ask('k')).said, acts()]).toEqual(['409 request_answer_lost', 1]);
    expect(await knex('contact_messages')).toHaveLength(1);
  });

  it('before its commit acts once with its repeat', async () => {
    const { opened, open } = gate();
    const slow = await house(async (name) => {
      await opened;
      await write(name);
    });
    const late = slow.ask('k');
    await vi.waitFor(() => expect(slow.acts()).toBe(1));
    await leaseIsOver();
    const { ask } = await house(write);
    expect((await ask('k')).said).toBe('202');
    open();
    expect((await late).said).toBe('409 request_in_progress');
    expect(await knex('contact_messages')).toHaveLength(1);
  });

  it('can be repeated only by the same request, after the lease', async () => {
    const { opened, open } = gate();
    const dead = await house(() => opened);
    const lost = dead.ask('k');
    await vi.waitFor(() => expect(dead.acts()).toBe(1));
    const { ask, acts } = await house();
    await ask('another');
    expect((await ask('k')).said).toBe('409 request_in_progress');
    await leaseIsOver();
    expect((await ask('k', { name: 'eve' })).said).toBe('409 idempotency_key_reused');
    const taken = await ask('k', { name: 'ada' });
    expect([taken.text, acts()]).toEqual(['{"visitor":"ada","at":2}', 2]);

    // It was only slow: what it says now comes too late to be kept.
    open();
    await lost;
    expect((await ask('k')).text).toBe(taken.text);
  });

  it('does not release a key that another request has taken over', async () => {
    const { opened, open } = gate();
    const slow = await house(async () => {
      await opened;
      throw new AppError('unavailable');
    });
    const lost = slow.ask('k');
    await vi.waitFor(() => expect(slow.acts()).toBe(1));
    await leaseIsOver();
    const { ask, acts } = await house();
    await ask('k');
    open();
    expect((await lost).said).toBe('503 unavailable');
    expect((await ask('k')).isReplayed).toBe(true);
    expect(acts()).toBe(1);
  });
});

describe('while the database is away', () => {
  it('refuses requests with a key: 503', async () => {
    const away = connect('postgres://nobody@127.0.0.1:1/none', createLogger('silent'));
    onTestFinished(() => away.destroy());
    const { ask, acts } = await house(undefined, away);
    expect((await ask('k')).said).toBe('503 unavailable');
    expect(acts()).toBe(0);
    expect((await ask(null)).said).toBe('202');
  });

  it('still answers a request that was processed just before', async () => {
    const { ask } = await house(() => knex.schema.renameTable('idempotency_keys', 'away'));
    onTestFinished(() => knex.schema.renameTable('away', 'idempotency_keys'));
    expect((await ask('k')).said).toBe('202');
  });
});

describe('the calls that take a key', () => {
  it('are all calls that act, except those whose answer holds secrets', () => {
    const isSecret =
      /^\/v1\/(?:auth\/|location-players|me\/api-keys|webhooks\/|(?:me|admin)\/webhooks(?:\/\{id\}\/secret)?$|admin\/customers\/\{user_id\}\/view$)/;
    // A repeat has the same result without a key: these set what they name, or only read.
    const needsNone = new Set([
      'createLibraryUpload',
      'retryLibraryUpload',
      'correctLibraryTracks',
      'refreshPlaylist',
      'previewPlaylistRule',
      'previewSchedule',
      'speakRadioId',
      'speakName',
      'acceptRadioId',
      'checkDomain',
      'actOnFailed',
      'findPersonalData',
      'erasePersonalData',
      'pauseAnnouncement',
      'resumeAnnouncement',
      'readTeamInvitation',
      // Receivers tell a repeat by its id, and a test changes nothing.
      'testMyWebhook',
      'triggerMyWebhook',
      'resendMyWebhook',
      'testWebhook',
      'resendWebhook',
    ]);
    const expected = CALLS.filter(
      ({ id, method, path }) =>
        (method === 'post' && !isSecret.test(path) && !needsNone.has(id)) ||
        ['changeSlug', 'setDomain'].includes(id),
    );
    const keyed = CALLS.filter(({ idempotent }) => idempotent);
    expect(keyed.length).toBeGreaterThan(0);
    expect(keyed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it('answer only with JSON, because only JSON is stored', () => {
    const keyed = CALLS.filter(({ idempotent }) => idempotent);
    for (const { id, response_headers, content_type } of keyed) {
      expect([id, response_headers, content_type]).toEqual([id, undefined, undefined]);
    }
  });
});
