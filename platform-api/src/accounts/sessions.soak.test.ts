import type { Knex } from 'knex';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { connect } from '../db/connection.ts';
import { createLogger } from '../process/log.ts';
import { startSession } from './sessions.ts';

const database = testDatabase();
const { knex } = database;
const PLACE = { user_agent: 'a test', address: '127.0.0.1' };

const refresh = (app: TestApp, refresh_token: string, init?: RequestInit): Promise<Response> =>
  app.post('/v1/auth/token', { grant_type: 'refresh_token', refresh_token }, init);

/** Every use of a refresh token so far is now older than the grace. */
const letGracePass = (): Promise<unknown> =>
  knex('refresh_tokens')
    .whereNotNull('used_at')
    .update({ used_at: knex.raw("used_at - interval '11 seconds'") });

/** Another replica: an app with a pool of its own on the same database. */
async function startReplica(): Promise<TestApp> {
  const pool = connect(database.url, createLogger('silent'));
  onTestFinished(() => pool.destroy());
  return startApp({ knex: pool, url: database.url });
}

/** Starts so many sessions of one person and gives their refresh tokens. */
async function startSessions(db: Knex, count: number): Promise<string[]> {
  const user = await buildUser(db);
  const tokens: string[] = [];
  for (let at = 0; at < count; at += 1) {
    tokens.push((await startSession(db, user, PLACE)).refresh_token);
  }
  return tokens;
}

const goodTokensPerSession = async (): Promise<number[]> =>
  (
    await knex('refresh_tokens').whereNull('used_at').groupBy('session_id').count({ count: '*' })
  ).map((row) => Number(Object(row).count));

/** Retries busy answers, as the SDK's client does. Returns the status and the next token. */
async function refreshPatiently(app: TestApp, token: string): Promise<[number, string]> {
  for (;;) {
    const answer = await refresh(app, token);
    if (answer.status !== 503) {
      return [answer.status, (await json<Session>(answer)).refresh_token ?? ''];
    }
    await answer.text();
  }
}

/** Runs a few requests at a time: the number of sockets is not under test. */
async function inBatches<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 100) {
    results.push(...(await Promise.all(items.slice(at, at + 100).map(work))));
  }
  return results;
}

describe('parallel refreshes', () => {
  it('of many sessions over two replicas return one successor each', async () => {
    const [first, second] = [await startApp(database), await startReplica()];
    const sessions = await startSessions(knex, 1_000);
    const next = new Set<string>();
    // A few sessions at a time: the number of sockets is not under test.
    for (let at = 0; at < sessions.length; at += 4) {
      await Promise.all(
        sessions.slice(at, at + 4).map(async (token) => {
          const given = await Promise.all(
            Array.from({ length: 50 }, (_, tab) =>
              refreshPatiently(tab % 2 ? first : second, token),
            ),
          );
          expect(new Set(given.map(([status]) => status))).toEqual(new Set([200]));
          expect(new Set(given.map(([, successor]) => successor)).size).toBe(1);
          for (const [, successor] of given) next.add(successor);
        }),
      );
    }
    expect(next.size).toBe(sessions.length);
    expect(new Set(await goodTokensPerSession())).toEqual(new Set([1]));
    expect(await knex('refresh_tokens')).toHaveLength(2 * sessions.length);
  }, 900_000);

  it('with stolen tokens end every stolen session', async () => {
    const app = await startApp(database);
    const stolen = await startSessions(knex, 1_000);
    const untouched = await startSessions(knex, 3);
    const next = await inBatches(stolen, async (token) => (await refreshPatiently(app, token))[1]);
    await letGracePass();
    const thefts = await inBatches(stolen, (token) => refreshPatiently(app, token));
    expect(new Set(thefts.map(([status]) => status))).toEqual(new Set([401]));
    const dead = await inBatches(next, (token) => refreshPatiently(app, token));
    expect(new Set(dead.map(([status]) => status))).toEqual(new Set([401]));
    expect(await knex('sessions')).toHaveLength(untouched.length);
    expect(app.logged().split('a refresh token was reused')).toHaveLength(stolen.length + 1);
  }, 60_000);
});
