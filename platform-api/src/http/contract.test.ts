import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { signOut } from '../../contract/accounts/auth.ts';
import { isOfAdminArea, type Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { startSupportView } from '../../contract/admin/customer-acts.ts';
import { MAX_BODY_BYTES } from '../../contract/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { listPackages } from '../../contract/billing/packages.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { stepUpHeaders } from '../../test/deletion-recipes.ts';
import { DocumentedApi } from '../../test/documented-api.ts';
import { buildStation, madeApiKey, signedInUser, signInAgain } from '../../test/factories.ts';
import { actingFor, buildMembership } from '../../test/team.ts';
import type { World } from '../../test/recipe.ts';
import { RECIPES } from '../../test/recipes.ts';
import { startApp } from '../../test/server.ts';
import { describeApi } from '../reference/open-api.ts';
import type { RateLimitTable } from './rate-limits.ts';

const database = testDatabase();
const api = new DocumentedApi(JSON.stringify(describeApi('http://radio.example.com')));

/** Errors with tests of their own, because no single request causes them. */
const MET_ELSEWHERE = [
  // A server error: answers.test.ts.
  '500 internal_error',
  // The database is away: database-faults.test.ts.
  '503 unavailable',
  // Too many passwords at the same time: passwords.test.ts.
  '503 busy',
  // Work of the operator: operating-modes.test.ts.
  '503 maintenance',
  // A key with another valid body, one whose first request still runs, one whose answer was lost: idempotency.test.ts.
  '409 idempotency_key_reused',
  '409 request_in_progress',
  '409 request_answer_lost',
];

/** The same for one call. */
const MET_BY_OTHERS: Record<string, string[]> = {
  // Of an account with a second factor: second-factor.test.ts.
  changeUser: ['403 step_up_required'],
  // Of admins, where they need a second factor: second-factor.test.ts.
  beginSecondFactor: ['403 second_factor_needs_mail'],
  confirmSecondFactor: ['403 second_factor_needs_mail'],
  addPasskey: ['403 second_factor_needs_mail'],
};

// Of staff whose locations an announcement is not for: team.test.ts.
for (const act of ['speak', 'record', 'plan', 'pause', 'resume', 'delete']) {
  MET_BY_OTHERS[`${act}Announcement`] = ['403 all_locations_only'];
}

/** Limits that answer 429 are exhausted; silent ones are not. */
const NO_ROOM = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]) => [name, { ...limit, points: 0 }]),
  // The same names.
) as RateLimitTable;

/** A test world with the answers seen in it: `422 validation_failed`, or `200` for a success. */
async function startWorld() {
  const app = await startApp(database);
  const noted = new Set<string>();
  const met = new Map(CALLS.map(({ id }) => [id, new Set<string>()]));
  const world: World = {
    app,
    member: await signedInUser(app),
    other: await signedInUser(app),
    admin: await signedInUser(app, { role: 'admin' }),
    async ask(call, sent, at = app) {
      const answer = await api.check(call.id, await send(at, call, keyed(call, sent)));
      if (answer.status < 300 && (await hasNotedAct(call))) noted.add(call.id);
      met.get(call.id)?.add(answer.code ? `${answer.status} ${answer.code}` : `${answer.status}`);
      return answer;
    },
  };
  return { world, met, noted };
}

let keys = 0;

/** The request with a key of its own, where its call takes one and it has none. */
const keyed = (call: Call, sent: Sent = {}): Sent =>
  call.idempotent && !call.form
    ? { ...sent, headers: { 'Idempotency-Key': `contract ${++keys}`, ...sent.headers } }
    : sent;

/** Calls that take a key and write nothing. */
const WRITES_NOTHING: readonly string[] = ['checkStation'];

/**
 * Whether a request noted at its key that it acted: what it wrote and the note are of one transaction, so no crash makes
 * a repeat act twice.
 */
async function hasNotedAct(call: Call): Promise<boolean> {
  if (!call.idempotent || call.form) return false;
  const keys = database.knex('idempotency_keys');
  const newest = await keys.orderBy('created_at', 'desc').first('acted_at');
  return newest?.acted_at != null;
}

/** Requests with invalid credentials: none, an expired token, an ended session, a key without the scope. */
async function badTokens(
  call: Call,
  { app, member, admin, ask }: World,
): Promise<(string | undefined)[]> {
  const anHourAgo = await startApp(database, { now: () => Date.now() - 3_600_000 });
  const old = await signInAgain(anHourAgo, member);
  const ended = await signInAgain(app, member);
  await ask(signOut, { body: { refresh_token: ended.refresh_token } });
  const made = await madeApiKey(app, member, {
    scopes: [call.method === 'get' ? 'write' : 'read'],
  });
  const tokens = [undefined, old.access_token, ended.access_token, made.key];
  if (api.errorsOf(call.id).includes('403 view_only')) {
    const params = { user_id: member.id };
    const opened = await send(app, startSupportView, { token: admin.access_token, params });
    tokens.push(Object(await opened.json()).view_token);
  }
  if (!isOfAdminArea(call.access) || call.api_keys === false) return tokens;
  // Members are refused before their scopes are read.
  return [...tokens, (await madeApiKey(app, admin)).key];
}

/** Realistic parameters of a path or a query. */
const examplesOf = (parameters: z.ZodObject | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(parameters?.shape ?? {}).map(([name, schema]) => [
      name,
      String(schema.meta()?.['example']),
    ]),
  );

/** The refusals that all calls share: credentials, then bodies, idempotency keys, and rate limits. */
async function provoke(call: Call, world: World): Promise<void> {
  const [example] = Object.values(call.body_examples ?? {});
  const asker = isOfAdminArea(call.access) ? world.admin : world.member;
  const sent = {
    params: examplesOf(call.params),
    query: examplesOf(call.query),
    token: asker.access_token,
    ...(call.step_up && { headers: await stepUpHeaders(world, asker) }),
  };
  if (call.step_up) await world.ask(call, { ...sent, headers: {} });
  if (call.access !== 'public') {
    for (const token of await badTokens(call, world)) {
      await world.ask(call, { ...sent, token, ...(call.body && { body: example }) });
    }
  }
  if (api.errorsOf(call.id).includes('403 not_in_team')) await provokeTeams(call, world, sent);
  if (isOfAdminArea(call.access)) {
    const strict = await startApp(database, { adminsNeedFactor: true });
    await world.ask(call, { ...sent, ...(call.body && { body: example }) }, strict);
  }
  if (call.query) await world.ask(call, { ...sent, query: {} });
  if (call.raw_body !== undefined) {
    await world.ask(call, { ...sent, body: 'a'.repeat(call.raw_body + 1) });
    await world.ask(call, { ...sent, body: '{}', headers: { 'Content-Encoding': 'gzip' } });
  } else if (call.body) {
    await world.ask(call, { ...sent, body: '{' });
    await world.ask(call, { ...sent, body: { ...example, nickname: 'ada' } });
    await world.ask(call, { ...sent, body: { ...example, filler: 'a'.repeat(MAX_BODY_BYTES) } });
    const headers = { ...sent.headers, 'Content-Type': 'text/plain' };
    await world.ask(call, { ...sent, body: '{}', headers });
  }
  if (call.form) await world.ask(call, { ...sent, body: '{}' });
  else if (call.idempotent) await provokeKeys(call, world, { ...sent, body: example });
  if (call.limits) await expectLimited(world, call, { ...sent, body: example });
}

/** The refusals of requests for a business: of strangers to its team, and of its staff. */
async function provokeTeams(call: Call, { app, member, ask }: World, good: Sent): Promise<void> {
  const { db } = app.services;
  const station = await buildStation(db);
  for (const isStaff of [false, true]) {
    const staff = { station, user: member, role: 'staff', location_ids: [] } as const;
    if (isStaff) await buildMembership(db, staff);
    const [body] = Object.values(call.body_examples ?? {});
    // Staff may make some of the calls, which are not to happen here.
    const refusals = ['owner_only', 'manager_only', 'all_locations_only'].map(
      (code) => `403 ${code}`,
    );
    if (isStaff && !api.errorsOf(call.id).some((error) => refusals.includes(error))) break;
    const headers = { ...good.headers, ...actingFor(station) };
    await ask(call, { ...good, headers, ...(call.body && { body }) });
  }
  await db('radio_stations').where({ id: station.id }).delete();
}

/** The refusals of a reused idempotency key. */
async function provokeKeys(call: Call, { app, ask }: World, good: Sent): Promise<void> {
  const headers = {
    ...good.headers,
    'Idempotency-Key': '4f0f1f9e-9a35-4b5c-8a53-0d4ad7c1a1f2',
  };
  await ask(call, { ...good, headers });
  // As while the first request is running.
  const { db } = app.services;
  await db('idempotency_keys').update({
    status: null,
    leased_until: db.raw("now() + interval '1 minute'"),
  });
  await ask(call, { ...good, headers });
}

async function expectLimited({ ask }: World, call: Call, sent: Sent): Promise<void> {
  const full = await startApp(database, { limits: { eventStreams: 100, rates: NO_ROOM } });
  const { headers } = await ask(call, sent, full);
  expect(headers.get('ratelimit')).toMatch(/^"[a-z_]+";r=0;t=\d+$/);
}

describe('the documented call', () => {
  it.each(CALLS.map((call): [string, Call] => [call.id, call]))(
    '%s answers as documented, whether it succeeds or fails',
    async (_, call) => {
      const recipe = RECIPES[call.id];
      if (!recipe) throw new Error(`${call.id} has no recipe: write one in test/recipes.ts.`);
      const { world, met, noted } = await startWorld();
      await provoke(call, world);
      await recipe(world);
      const promised = [String(call.status ?? 200), ...api.errorsOf(call.id)];
      const unmet = promised.filter(
        (answer) =>
          !met.get(call.id)?.has(answer) &&
          ![...MET_ELSEWHERE, ...(MET_BY_OTHERS[call.id] ?? [])].includes(answer),
      );
      expect(unmet).toEqual([]);
      const notesActs = call.idempotent === true && !call.form && !WRITES_NOTHING.includes(call.id);
      expect(noted.has(call.id), 'notes at its key that it acted').toBe(notesActs);
    },
  );
});

describe('DocumentedApi', () => {
  const answered = (body: unknown, status = 200, type = 'application/json') =>
    api.check(
      listPackages.id,
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } }),
    );
  const documented = Object(
    api.operation(listPackages.id).responses[200]?.content?.['application/json']?.example,
  );

  it('accepts documented answers', async () => {
    expect((await answered(documented)).body).toEqual(documented);
  });

  it('finds an undocumented field at any depth', async () => {
    const [first] = documented.data;
    await expect(answered({ ...documented, secret: 1 })).rejects.toThrow('unevaluated');
    await expect(answered({ data: [{ ...first, secret: 1 }] })).rejects.toThrow('unevaluated');
    const limits = { ...first.limits, secret: 1 };
    await expect(answered({ data: [{ ...first, limits }] })).rejects.toThrow('unevaluated');
  });

  it('finds a missing field or one of another type', async () => {
    await expect(answered({})).rejects.toThrow('data');
    await expect(answered({ data: [{ ...documented.data[0], popular: 1 }] })).rejects.toThrow(
      'popular',
    );
  });

  it('finds an undocumented status and content type', async () => {
    await expect(answered(documented, 201)).rejects.toThrow('201');
    await expect(answered(documented, 200, 'text/html')).rejects.toThrow('text/html');
  });
});
