import type { Knex } from 'knex';
import { expect, vi } from 'vitest';

/** Waits until so many others wait for a lock that a test holds. */
export async function untilSomebodyWaits(db: Knex, many = 1): Promise<void> {
  const waiting = db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()');
  await vi.waitFor(async () => expect(await waiting.clone()).toHaveLength(many), {
    timeout: 20_000,
    interval: 10,
  });
}
