import type { Knex } from 'knex';
import { z } from 'zod';
import { NOTIFY_AGAIN_MINUTES } from '../../contract/limits.ts';
import { deleteInBatches } from '../jobs/delete-in-batches.ts';
import { taskFor, type Job, type Task } from '../jobs/job.ts';

const ROWS_AT_ONCE = 5_000;

/** Once a day, when few are about. */
const EVERY_NIGHT = '37 3 * * *';

const SWEEP_NOTICES: Job<object> = { name: 'sweep_notices', payload: z.object({}) };

/** Forgets what the operator was told so long ago that it would be told again. */
export function sweepNoticesTask({ db }: { db: Knex }): Task {
  const key = ['user_id', 'kind', 'object'];
  const task = taskFor(SWEEP_NOTICES, () =>
    deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('operator_notices')
        .whereIn(
          key,
          db('operator_notices')
            .where(
              'told_at',
              '<',
              db.raw('now() - make_interval(mins => ?)', [NOTIFY_AGAIN_MINUTES]),
            )
            .limit(limit)
            .select(key),
        )
        .delete(),
    ),
  );
  return { ...task, schedule: EVERY_NIGHT };
}
