import type { Knex } from 'knex';
import { z } from 'zod';
import { IDEMPOTENCY_HOURS } from '../../contract/values.ts';
import { taskFor, type Job, type Task } from './job.ts';

const BATCH_SIZE = 5_000;

/** At night, when few users are active. */
const EVERY_NIGHT = '27 3 * * *';

const SWEEP_IDEMPOTENCY_KEYS: Job<object> = {
  name: 'sweep_idempotency_keys',
  payload: z.object({}),
};

/** Deletes stored answers that are too old to be replayed (http/idempotency). */
export function sweepIdempotencyKeysTask({ db }: { db: Knex }): Task {
  const task = taskFor(SWEEP_IDEMPOTENCY_KEYS, () =>
    deleteInBatches(BATCH_SIZE, (limit) =>
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

/** Deletes up to `limit` rows at a time until none are left, so that no statement times out. */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
