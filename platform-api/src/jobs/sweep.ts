import type { Knex } from 'knex';
import { IDEMPOTENCY_HOURS } from '../../contract/values.ts';
import { job } from './job.ts';

const BATCH_SIZE = 5_000;

/** Deletes stored answers that are too old to be replayed (http/idempotency), when few users are active. */
export const SWEEP_IDEMPOTENCY_KEYS = job({
  name: 'sweep_idempotency_keys',
  schedule: '27 3 * * *',
  run: ({ db }: { db: Knex }) =>
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
});

/** Deletes up to `limit` rows at a time until none are left, so that no statement times out. */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
