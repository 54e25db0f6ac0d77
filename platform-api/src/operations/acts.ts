// Acts on jobs and events that failed, for the admin area and the cli. Each is audited.
import type { Knex } from 'knex';
import type { AuditAction } from '../../contract/admin/audit-sentences.ts';
import { audit, type Actor, type AuditedFields } from '../audit/audit.ts';
import { processEventsAgain } from '../billing/stripe-webhook.ts';
import { removeJobs, retryJobs } from '../jobs/queue.ts';
import { retryFailedDeliveries } from '../webhooks/deliveries.ts';

/** Runs an act, and audits it unless it did nothing. */
function audited<Done>(
  db: Knex,
  actor: Actor,
  action: AuditAction,
  act: (trx: Knex) => Promise<{ done: Done; line: AuditedFields | null }>,
): Promise<Done> {
  return db.transaction(async (trx) => {
    const { done, line } = await act(trx);
    if (line !== null) await audit(trx, actor, { action, user_id: null, after: line });
    return done;
  });
}

/** Gives jobs all their attempts again, from now. @returns the ids of those that were not running */
export function retry(db: Knex, actor: Actor, ids: string[]): Promise<string[]> {
  return audited(db, actor, 'retry_job', async (trx) => {
    const done = await retryJobs(trx, ids);
    return { done, line: done.length > 0 ? { jobs: done } : null };
  });
}

/** Deletes jobs. @returns the ids of those that were not running */
export function drop(db: Knex, actor: Actor, ids: string[]): Promise<string[]> {
  return audited(db, actor, 'remove_job', async (trx) => {
    const jobs = await removeJobs(trx, ids);
    return { done: jobs.map(({ id }) => id), line: jobs.length > 0 ? { jobs } : null };
  });
}

/**
 * Sends failed webhooks again.
 * @param ids null: all
 * @returns how many
 */
export function retryWebhooks(
  db: Knex,
  actor: Actor,
  ids: readonly string[] | null,
): Promise<number> {
  return audited(db, actor, 'retry_webhook', async (trx) => {
    const done = await retryFailedDeliveries(trx, ids);
    return { done, line: done > 0 ? { ids: ids ?? 'all' } : null };
  });
}

/**
 * Processes events of Stripe again.
 * @param ids null: all
 * @returns how many
 */
export function retryStripeEvents(
  db: Knex,
  actor: Actor,
  ids: readonly string[] | null,
): Promise<number> {
  return audited(db, actor, 'retry_stripe_event', async (trx) => {
    const done = await processEventsAgain(trx, ids);
    return { done, line: done > 0 ? { ids: ids ?? 'all' } : null };
  });
}
