import { describe, expect, it, onTestFinished } from 'vitest';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { freePort } from '../../test/program.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { connect } from '../db/connection.ts';
import { createLogger } from '../process/log.ts';
import { createRateLimits, type RateLimitTable } from './rate-limits.ts';

const database = testDatabase();

/** The product's own limits. */
const limits = { eventStreams: 1, rates: RATE_LIMITS as RateLimitTable };

const tries = (app: TestApp, times: number) =>
  Promise.all(Array.from({ length: times }, () => app.post('/v1/auth/verify', {})));
const count = (answers: Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** A pool whose server is not there. */
async function databaseAway() {
  const away = connect(
    `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    createLogger('silent'),
  );
  onTestFinished(() => away.destroy());
  return away;
}

describe('a rate limit', () => {
  it('allows the documented number of requests, then returns the seconds to wait', async () => {
    const app = await startApp(database, { limits });
    const { points, seconds } = RATE_LIMITS.verify;
    const answers = await tries(app, points + 5);
    expect([count(answers, 422), count(answers, 429)]).toEqual([points, 5]);
    const refused = await app.post('/v1/auth/verify', {});
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(refused.headers.get('ratelimit')).toBe(`"verify";r=0;t=${wait}`);
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('is shared by all replicas under concurrent requests', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => startApp(database, { limits })));
    const answers = await Promise.all(replicas.map((app) => tries(app, 20)));
    expect(count(answers.flat(), 422)).toBe(RATE_LIMITS.verify.points);
  });

  it('does not affect other limits', async () => {
    const app = await startApp(database, { limits });
    await tries(app, RATE_LIMITS.verify.points + 1);
    expect((await app.post('/v1/auth/otp', {})).status).toBe(400);
  });

  it('stores no personal data', async () => {
    const app = await startApp(database, { limits });
    await app.post('/v1/auth/otp', { email: 'ada@example.com' });
    const rows = await database.knex('rate_limits').select();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/ada|127\.0\.0\.1/);
  });

  it('on failures does not count successes', async () => {
    const app = await startApp(database, { limits });
    const { email } = await buildUser(database.knex);
    const signIn = (password: string) =>
      app.post('/v1/auth/token', { grant_type: 'password', email, password });
    const { points } = RATE_LIMITS.login_target;
    for (let good = 0; good < points * 2; good++) {
      expect((await signIn('a long walk by the sea')).status).toBe(200);
    }
    for (let bad = 0; bad < points; bad++) expect((await signIn('wrong')).status).toBe(401);
    const refused = await signIn('a long walk by the sea');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toMatch(/^"login_target";r=0;t=\d+$/);
  });
});

describe('a rate limit while the database is away', () => {
  it('is counted in each process’s memory', async () => {
    const own = createRateLimits(await databaseAway(), RATE_LIMITS as RateLimitTable);
    const { points } = RATE_LIMITS.verify;
    for (let taken = 0; taken < points; taken++) await own.take('verify', '203.0.113.7');
    await expect(own.take('verify', '203.0.113.7')).rejects.toMatchObject({
      kind: 'rate_limited',
      limit: 'verify',
    });
    await own.take('verify', '203.0.113.8');
    expect(await own.hasRoom('code_target', 'ada@example.com')).toBe(true);
    await own.giveBack('login', '203.0.113.7');
  });

  it('still applies to sign-ins, which then fail', async () => {
    const rates = { ...limits.rates, token: { ...RATE_LIMITS.token, points: 3 } };
    const app = await startApp(
      { ...database, knex: await databaseAway() },
      { limits: { ...limits, rates } },
    );
    const statuses: number[] = [];
    for (let tried = 0; tried < 5; tried++) {
      const body = { grant_type: 'password', email: 'ada@example.com', password: 'any' };
      const answer = await app.post('/v1/auth/token', body);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([503, 503, 503, 429, 429]);
  });
});
