import type { Knex } from 'knex';
import { MAIL_ATTEMPTS } from '../jobs/job.ts';
import { UNPROCESSED_EVENTS } from '../billing/stripe-webhook.ts';
import { FAILED_DELIVERIES } from '../webhooks/deliveries.ts';

/** Numbers of jobs, mails and events that wait or have failed. */
export interface Backlog {
  waiting: number;
  /** When the oldest job that is due should have run; null: none is due. */
  oldest_due_at: Date | null;
  /** Jobs and mails that were given up, and mails that wait after a failure. */
  failed_jobs: number;
  failed_mails: number;
  retried_mails: number;
  unprocessed_events: number;
  oldest_event_at: Date | null;
  failed_deliveries: number;
}

export async function readBacklog(db: Knex): Promise<Backlog> {
  const { rows } = await db.raw<{ rows: [Backlog] }>(
    `select
       count(*) filter (where attempts < max_attempts)::int as waiting,
       min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest_due_at,
       count(*) filter (where attempts >= max_attempts and not is_mail and locked_at is null)::int as failed_jobs,
       count(*) filter (where attempts >= max_attempts and is_mail and locked_at is null)::int as failed_mails,
       count(*) filter (where attempts between 1 and max_attempts - 1 and is_mail and locked_at is null)::int
         as retried_mails,
       ${UNPROCESSED_EVENTS},
       ${FAILED_DELIVERIES}
     from (
       select *, max_attempts = :mail_attempts as is_mail from graphile_worker._private_jobs
     ) as jobs`,
    { mail_attempts: MAIL_ATTEMPTS },
  );
  return rows[0];
}
