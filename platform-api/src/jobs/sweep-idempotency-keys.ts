import type { Knex } from 'knex';
import { z } from 'zod';
import { IDEMPOTENCY_HOURS } from '../../contract/limits.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { taskFor, type Job, type Task } from './job.ts';

const ROWS_AT_ONCE = 5_000;

/** Once a day, when few are about. */
const EVERY_NIGHT = '27 3 * * *';

const SWEEP_IDEMPOTENCY_KEYS: Job<object> = {
  name: 'sweep_idempotency_keys',
  payload: z.object({}),
};

/** Throws away answers that no repeat gets any more (http/idempotency). */
export function sweepIdempotencyKeysTask({ db }: { db: Knex }): Task {
  const task = taskFor(SWEEP_IDEMPOTENCY_KEYS, () =>
    deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('idempotency_keys')
        .whereIn(
          ['owner', 'key'],
          db('idempotency_keys')
            .where(
              'created_at',
              '<',
              db.raw('now() - make_interval(hours => ?)', [IDEMPOTENCY_HOURS]),
            )
            .limit(limit)
            .select('owner', 'key'),
        )
        .delete(),
    ),
  );
  return { ...task, schedule: EVERY_NIGHT };
}
