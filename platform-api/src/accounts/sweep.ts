import type { Knex } from 'knex';
import { z } from 'zod';
import { deleteInBatches } from '../jobs/delete-in-batches.ts';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { isOver } from './sessions.ts';

/**
 * So many rows at a time, that no statement meets its time limit (db/connection). A session that lived
 * for thirty days takes some 3,000 refresh tokens along, one for each quarter of an hour.
 */
const SESSIONS_AT_ONCE = 50;
const ROWS_AT_ONCE = 5_000;

/** A code has no time before its mail is sent, and that is tried for about a day (jobs/job). */
const MAIL_HOURS = 48;

/** Once a day, when few are about. */
const EVERY_NIGHT = '17 3 * * *';

export const SWEEP_ACCOUNTS: Job<object> = { name: 'sweep_accounts', payload: z.object({}) };

/**
 * Throws away what is over: sessions that nobody can go on with, codes and links past their time,
 * counters of limits whose window has closed. None of them would be believed any more; they only take
 * up room, and what is not kept can't be lost.
 *
 * @param deps.now the clock that the counters go by, in epoch ms
 */
export function createSweep({ db, now }: { db: Knex; now: () => number }): Task {
  const task = taskFor(SWEEP_ACCOUNTS, async () => {
    await deleteInBatches(SESSIONS_AT_ONCE, (limit) =>
      db('sessions')
        .whereIn('id', db('sessions').where(isOver(db)).limit(limit).select('id'))
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('one_time_codes')
        .whereIn(
          'id',
          db('one_time_codes')
            .where('code_expires_at', '<', db.fn.now())
            .where('link_expires_at', '<', db.fn.now())
            .where('created_at', '<', db.raw('now() - make_interval(hours => ?)', [MAIL_HOURS]))
            .limit(limit)
            .select('id'),
        )
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('rate_limits')
        .whereIn('key', db('rate_limits').where('expire', '<', now()).limit(limit).select('key'))
        .delete(),
    );
  });
  return { ...task, schedule: EVERY_NIGHT };
}
