import type { Knex } from 'knex';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';

/** What is over and proves nothing is kept this long, in days. */
const KEEP_DAYS = 90;

/** So many rows at a time, that no statement meets its time limit (db/connection). */
const ROWS_AT_ONCE = 5_000;

/** Once a day, when few are about. */
const EVERY_NIGHT = '27 3 * * *';

export const SWEEP_BILLING: Job<object> = { name: 'sweep_billing', payload: z.object({}) };

/**
 * Throws away what billing needs no more: events that were looked into long ago, and purchases that
 * nobody paid, with what they say of a company. A paid one stays: it is the evidence for its VAT.
 */
export function sweepBilling({ db, now }: { db: Knex; now: () => number }): Task {
  const task = taskFor(SWEEP_BILLING, async () => {
    const before = new Date(now() - KEEP_DAYS * 24 * 60 * 60 * 1_000);
    await deleteAll(db, 'stripe_events', (rows) => rows.where('received_at', '<', before));
    await deleteAll(db, 'purchases', (rows) =>
      rows.where('status', 'expired').where('updated_at', '<', before),
    );
  });
  return { ...task, schedule: EVERY_NIGHT };
}

async function deleteAll(
  db: Knex,
  table: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<void> {
  const some = () => which(db(table)).limit(ROWS_AT_ONCE).select('id');
  while ((await db(table).whereIn('id', some()).delete()) === ROWS_AT_ONCE);
}
