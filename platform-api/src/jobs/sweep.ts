import { job } from './job.ts';

const BATCH_SIZE = 5_000;

/** Deletes stored answers that are too old to be replayed (http/idempotency), when few users are active. */
export const SWEEP_IDEMPOTENCY_KEYS = job({
  name: 'sweep_idempotency_keys',
  schedule: '27 3 * * *',
  /** @param deps.deleteOldAnswers deletes up to so many; http is above the queue */
  run: ({ deleteOldAnswers }: { deleteOldAnswers: (limit: number) => Promise<number> }) =>
    deleteInBatches(BATCH_SIZE, deleteOldAnswers),
});

/** Deletes up to `limit` rows at a time until none are left, so that no statement times out. */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
