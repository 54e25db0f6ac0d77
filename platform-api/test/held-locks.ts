import type { Knex } from 'knex';
import { expect, vi } from 'vitest';

/** Waits until this many transactions wait for a lock that a test holds. */
export async function untilLockIsAwaited(db: Knex, many = 1): Promise<void> {
  const waiting = db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()');
  await vi.waitFor(async () => expect(await waiting.clone()).toHaveLength(many), {
    timeout: 20_000,
    interval: 10,
  });
}

/** A transaction that waits longer than usual for locks, because a busy machine can be slow. */
export async function patientTransaction(db: Knex): Promise<Knex.Transaction> {
  const trx = await db.transaction();
  await trx.raw("set local lock_timeout = '20s'");
  await trx.raw("set local statement_timeout = '20s'");
  return trx;
}
