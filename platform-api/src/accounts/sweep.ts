import type { Knex } from 'knex';
import { RETENTION } from '../../contract/accounts/retention.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { job } from '../jobs/job.ts';
import { isExpired } from './sessions.ts';
import { deleteOldCounters } from '../http/rate-limits.ts';

/**
 * Batch sizes that keep each statement within its time limit (db/connection). A session of thirty days
 * has some 3,000 refresh tokens, one for each quarter of an hour.
 */
const SESSIONS_AT_ONCE = 50;
const ROWS_AT_ONCE = 5_000;

/**
 * Deletes expired sessions, views, codes, challenges and rate-limit counters. They no longer work; deleting them saves
 * space and keeps personal data no longer than needed.
 */
export const SWEEP_ACCOUNTS = job({
  name: 'sweep_accounts',
  schedule: '17 3 * * *',
  /** @param deps.now the clock of the rate-limit counters, in epoch ms */
  async run({ db, now }: { db: Knex; now: () => number }) {
    await deleteInBatches(SESSIONS_AT_ONCE, (limit) =>
      db('sessions')
        .whereIn('id', db('sessions').where(isExpired(db)).limit(limit).select('id'))
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('support_views')
        .whereIn(
          'id',
          db('support_views').where('expires_at', '<', db.fn.now()).limit(limit).select('id'),
        )
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('one_time_codes')
        .whereIn(
          'id',
          db('one_time_codes')
            .where('code_expires_at', '<', db.fn.now())
            .where('link_expires_at', '<', db.fn.now())
            // A code's lifetime starts when its mail is sent, which is retried for about a day (jobs/job).
            .whereRaw('created_at < now() - make_interval(days => ?)', [RETENTION.codes.days])
            .limit(limit)
            .select('id'),
        )
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) =>
      db('used_passkey_challenges')
        .whereIn(
          'challenge_hash',
          db('used_passkey_challenges')
            // Clocks of replicas differ.
            .where('expires_at', '<', db.raw("now() - interval '1 hour'"))
            .limit(limit)
            .select('challenge_hash'),
        )
        .delete(),
    );
    await deleteInBatches(ROWS_AT_ONCE, (limit) => deleteOldCounters(db, now(), limit));
  },
});
