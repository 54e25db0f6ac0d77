import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { startSession } from './sessions.ts';
import { SWEEP_ACCOUNTS } from './sweep.ts';

const database = testDatabase();
const { knex } = database;
const NOW = Date.UTC(2026, 10, 21);
const sweep = () =>
  SWEEP_ACCOUNTS.taskWith({ db: knex, now: () => NOW }).run(
    {},
    { id: '1', attempt: 1, signal: new AbortController().signal },
  );

const days = (count: number) =>
  knex.raw('now() - make_interval(hours => ?)', [Math.round(count * 24)]);
const place = { user_agent: 'a test', address: '127.0.0.1' };

describe('the daily sweep', () => {
  it('deletes sessions unused for a week or older than thirty days, and no others', async () => {
    const user = await buildUser(knex);
    const idle = await startSession(knex, user, place);
    const old = await startSession(knex, user, place);
    const kept = await startSession(knex, user, place);
    await knex('sessions')
      .where({ id: idle.session_id })
      .update({ last_used_at: days(7.01) });
    await knex('sessions')
      .where({ id: old.session_id })
      .update({ created_at: days(30.01) });
    await knex('sessions')
      .where({ id: kept.session_id })
      .update({ created_at: days(29.9), last_used_at: days(6.9) });
    await sweep();
    expect(await knex('sessions').pluck('id')).toEqual([kept.session_id]);
    expect(await knex('refresh_tokens').pluck('session_id')).toEqual([kept.session_id]);
  });

  it('deletes codes whose code and link have both expired', async () => {
    const user = await buildUser(knex);
    const code = (type: string, age: number, codeAge: number, linkAge: number) => ({
      id: uuidv7(),
      user_id: user.id,
      type,
      target: user.email,
      code_hash: randomBytes(32),
      link_hash: randomBytes(32),
      created_at: days(age),
      code_expires_at: days(codeAge),
      link_expires_at: days(linkAge),
    });
    await knex('one_time_codes').insert([
      code('otp', 3, 2, 2),
      code('signup', 3, 2, -1),
      code('recovery', 3, -1, -1),
      // Still waits for its mail to be sent.
      code('email_change', 1, 1, 1),
    ]);
    await sweep();
    expect((await knex('one_time_codes').pluck('type')).toSorted()).toEqual([
      'email_change',
      'recovery',
      'signup',
    ]);
  });

  it('deletes rate-limit counters whose window has closed', async () => {
    await knex('rate_limits').insert([
      { key: 'login:closed', points: 3, expire: NOW - 1 },
      { key: 'login:open', points: 3, expire: NOW + 1 },
    ]);
    await sweep();
    expect(await knex('rate_limits').pluck('key')).toEqual(['login:open']);
  });

  it('works in batches, and on an empty database', async () => {
    await sweep();
    const user = await buildUser(knex);
    for (let at = 0; at < 120; at += 1) await startSession(knex, user, place);
    await knex('sessions').update({ created_at: days(31) });
    await knex.raw(
      `insert into rate_limits select 'key ' || n, 1, 1 from generate_series(1, 12001) n`,
    );
    await sweep();
    expect(await knex('rate_limits')).toHaveLength(0);
    expect(await knex('sessions')).toHaveLength(0);
  });
});
