import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signUp } from '../../contract/accounts/auth.ts';
import { testDatabase } from '../../test/database.ts';
import { json, startApp } from '../../test/server.ts';
import { createLogger } from '../process/log.ts';
import { connect } from './connection.ts';

const database = testDatabase();
const BODY = { ...signUp.body_examples['with an email address'] };
const NAME = new URL(database.url).pathname.slice(1);

/** The app with a pool of its own. */
async function start() {
  const pool = connect(database.url, createLogger('silent'));
  onTestFinished(() => pool.destroy());
  const app = await startApp({ knex: pool, url: database.url });
  let count = 0;
  const join = () => app.post(signUp.path, { ...BODY, email: `ada-${(count += 1)}@example.com` });
  return { app, join };
}

/** Sessions that open from now on are read-only, as on a standby. Ends the sessions that are open. */
async function becomeReadOnly(): Promise<void> {
  onTestFinished(becomeWritable);
  await database.knex.raw(`alter database ${NAME} set default_transaction_read_only = on`);
  await database.knex.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

async function becomeWritable(): Promise<void> {
  await database.knex.transaction(async (trx) => {
    await trx.raw('set transaction read write');
    await trx.raw(`alter database ${NAME} reset default_transaction_read_only`);
  });
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await json(answer)).toMatchObject({ code: 'unavailable' });
}

describe('a database that only reads', () => {
  it('answers 503 with Retry-After, and connections to it are replaced after a failover', async () => {
    const { app, join } = await start();
    expect((await join()).status).toBe(201);
    await becomeReadOnly();
    // Several connections at once.
    await Promise.all(
      Array.from({ length: 5 }, async () => expect([503]).toContain((await join()).status)),
    );
    await expectUnavailable(await join());
    await becomeWritable();
    // The last of the connections that were opened meanwhile still reaches the old server.
    await join();
    for (let n = 0; n < 5; n += 1) expect((await join()).status).toBe(201);
    expect(app.logged()).not.toContain('unexpected error');
  });

  it('leaves a replica that has served ready, and reports it as failing', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { app } = await start();
    expect(await json(await app.get('/v1/ready'))).toMatchObject({ status: 'ok' });
    await becomeReadOnly();
    await expect
      .poll(
        async () => {
          vi.advanceTimersByTime(5_000);
          const answer = await app.get('/v1/ready');
          return [answer.status, await json<{ checks: unknown }>(answer)];
        },
        { timeout: 10_000 },
      )
      .toEqual([
        200,
        expect.objectContaining({ checks: expect.objectContaining({ database: 'failing' }) }),
      ]);
    await becomeWritable();
    await expect
      .poll(async () => {
        vi.advanceTimersByTime(5_000);
        return json(await app.get('/v1/ready'));
      })
      .toMatchObject({ checks: { database: 'ok' } });
  });

  it('keeps a replica that has just started from being ready', async () => {
    await becomeReadOnly();
    const { app } = await start();
    await expectUnavailable(await app.get('/v1/ready'));
  });
});

describe('a database that cannot write', () => {
  it.each(['disk_full', 'out_of_memory', 'insufficient_resources'])(
    'because of %s is answered with 503 and Retry-After, and the next request succeeds',
    async (reason) => {
      const { app, join } = await start();
      await database.knex.raw(
        `create function refuse_writes() returns trigger language plpgsql as $$
           begin raise ${reason} using message = 'as planned'; end $$`,
      );
      onTestFinished(async () => {
        await database.knex.raw('drop function if exists refuse_writes cascade');
      });
      await database.knex.raw(
        'create trigger refuse before insert on users for each row execute function refuse_writes()',
      );
      await expectUnavailable(await join());
      await database.knex.raw('drop function refuse_writes cascade');
      expect((await join()).status).toBe(201);
      expect(app.logged()).not.toContain('unexpected error');
    },
  );
});
