import { hash } from '@node-rs/argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { rocArea } from '../../test/roc-area.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { createPasswords } from './passwords.ts';

const database = testDatabase();
const { knex } = database;
const LIMITS = { eventStreams: 100, rates: RATE_LIMITS };

/** Hashed at the real cost, for tests of timing. */
let realHash = '';
beforeAll(async () => {
  realHash = await createPasswords().hash(PASSWORD);
});

const signIn = (app: TestApp, body: object, address = '203.0.113.1'): Promise<Response> =>
  app.post(
    '/v1/auth/token',
    { grant_type: 'password', ...body },
    // A forged header comes before the address that our proxy appends.
    { headers: { 'X-Forwarded-For': `10.0.0.1, ${address}` } },
  );

async function codeOf(answer: Response): Promise<string | undefined> {
  return (await json<Partial<Problem>>(answer)).code;
}

describe('signing in', () => {
  it('takes the same time for an unknown user and a wrong password', async () => {
    const app = await startApp(database);
    await buildUser(knex, { email: 'ada@example.com', password_hash: realHash });
    const took = async (email: string): Promise<number> => {
      const began = performance.now();
      const answer = await signIn(app, { email, password: 'not the password' });
      await answer.arrayBuffer();
      expect(answer.status).toBe(401);
      return performance.now() - began;
    };
    for (let at = 0; at < 20; at += 1) await took('warm-up@example.com');
    const unknown: number[] = [];
    const wrong: number[] = [];
    for (let at = 0; at < 1_000; at += 1) {
      // Alternating, so that other load on the machine affects both alike.
      const isFirst = at % 2 === 0;
      if (isFirst) unknown.push(await took('bob@example.com'));
      wrong.push(await took('ada@example.com'));
      if (!isFirst) unknown.push(await took('bob@example.com'));
    }
    const area = rocArea(unknown, wrong);
    expect(Math.abs(area - 0.5)).toBeLessThan(0.05);
  }, 300_000);
});

describe('guessing passwords', () => {
  it('by thousands does not lock out the owner', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    await buildUser(knex, { email: 'ada@example.com' });
    const tries = 5_000;
    const statuses = new Map<number, number>();
    // Each address tries until it is stopped, and then some; together they pass the account's hundred.
    const perAddress = 16;
    const attackers = Math.ceil(tries / perAddress);
    for (let from = 0; from < attackers; from += 8) {
      await Promise.all(
        Array.from({ length: 8 * perAddress }, async (_, at) => {
          const attacker = from + (at % 8);
          const address = `198.51.${Math.floor(attacker / 250)}.${attacker % 250}`;
          const body = { email: 'ada@example.com', password: `guess ${from} ${at}` };
          const { status } = await signIn(app, body, address);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      );
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 429]);
    const answer = await signIn(
      app,
      { email: 'ada@example.com', password: PASSWORD },
      '203.0.113.99',
    );
    expect(answer.status).toBe(200);
  }, 300_000);
});

describe('a rush of sign-ins', () => {
  /** Takes long to compare, so that a line forms on a fast machine and on a busy one. */
  const slowHash = hash(PASSWORD, { memoryCost: 19_456, timeCost: 500, parallelism: 1 });
  const right = { email: 'ada@example.com', password: PASSWORD };

  /** Four keep everybody waiting; a hundred come to wait. */
  async function rush(app: TestApp): Promise<Promise<Response>[]> {
    await buildUser(knex, { email: 'slow@example.com', password_hash: await slowHash });
    await buildUser(knex, { email: right.email });
    return Array.from({ length: 104 }, (_, at) =>
      signIn(app, at < 4 ? { ...right, email: 'slow@example.com' } : right, `198.51.100.${at}`),
    );
  }

  it('is queued, and the excess is refused as busy', async () => {
    const app = await startApp(database);
    const coming = await rush(app);
    const everyone = Promise.all(coming);
    const health = app.get('/v1/health');
    const slowest = Promise.all(coming.slice(0, 4)).then(() => 'signed in');
    // Other requests do not wait in that queue, however busy the machine is.
    expect(await Promise.race([health.then(({ status }) => status), slowest])).toBe(200);
    const answers = await everyone;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const refusals = answers.filter(({ status }) => status === 503);
    const codes = await Promise.all(
      refusals.map(async (answer) => [await codeOf(answer), answer.headers.get('Retry-After')]),
    );
    expect(codes).toContainEqual(['busy', '3']);
    // Four are running; queued ones are refused once they have waited too long.
    expect(answers.length - refusals.length).toBeGreaterThan(4);
    expect((await signIn(app, right)).status).toBe(200);
  }, 180_000);

  it('does not count refused sign-ins as failures', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    const answers = await Promise.all(await rush(app));
    const busy = answers.filter(({ status }) => status === 503).length;
    expect(busy).toBeGreaterThan(0);
    // Not exactly zero: under this load a counter can be unreachable for a moment.
    const counted = await knex('rate_limits')
      .where('key', 'like', 'login_slow%')
      .sum('points')
      .first();
    expect(Number(counted?.['sum'])).toBeLessThan(busy / 2);
  }, 180_000);
});
