import type { Knex } from 'knex';
import { z } from 'zod';
import { TRIAL_REMINDER_DAYS } from '../../contract/billing/values.ts';
import { RETENTION } from '../../contract/accounts/retention.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { job, queueJob } from '../jobs/job.ts';
import { lockAccount } from './billing-account.ts';
import { subscriptionTime, type BillingDeps } from './billing-deps.ts';
import { Purchase } from './purchase.ts';
import { Subscription } from './subscription.ts';
import { isReminderDue } from './trial.ts';
import { RadioStation } from '../stations/station.ts';
import { STATIONS_IN_USE } from '../stations/station-queries.ts';

/** An order without a checkout session expires after this time. Stripe expires the sessions of others. */
const ORDER_HOURS = 48;

/** Rows to delete in one statement, so that it stays within its time limit (db/connection.ts). */
const ROWS_PER_DELETE = 5_000;

export const SYNC_MEMBER = job({
  name: 'sync_member',
  payload: z.object({ user_id: z.uuid() }),
  yields: true,
  async run(deps: BillingDeps, { user_id }) {
    await deps.sync(user_id);
    await expireOrderWithoutSession(deps, user_id);
  },
});

/**
 * Queues a sync for members whose state may have changed without an event. Each has a job of their own, so that a failure
 * delays no other member. A waiting job is not queued twice.
 */
export const LOOK_AFTER_MEMBERS = job({
  name: 'look_after_members',
  schedule: '*/5 * * * *',
  async run(deps: BillingDeps) {
    const { db, graceDays } = deps;
    const now = subscriptionTime(deps);
    const members = [
      ...(await membersToCheck(db, new Date(now - graceDays * DAY_MS))),
      ...(await membersToRemind(db, new Date(now))),
    ];
    for (const user_id of members) await queueJob(db, SYNC_MEMBER, { user_id }, user_id);
  },
});

/** Expires an old order whose checkout session was never created. */
async function expireOrderWithoutSession({ db, now }: BillingDeps, userId: string): Promise<void> {
  const before = new Date(now() - ORDER_HOURS * HOUR_MS);
  await db.transaction(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    const expired = await Purchase.query(trx)
      .where({ user_id: userId, status: 'open', checkout_session_id: null })
      .where('ordered_at', '<', before)
      .patch({ status: 'expired' });
    if (expired > 0) await RadioStation.deletePending(trx, userId);
  });
}

/** Members with an open purchase, and members whose station is on air after its grace period. */
async function membersToCheck(db: Knex, graceOver: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    `select user_id from purchases where status = 'open'
     union
     select s.user_id from subscriptions s
     join ${STATIONS_IN_USE} r on r.user_id = s.user_id
     where s.unpaid_since <= ?
       and not exists (select from subscriptions other
         where other.user_id = s.user_id and other.unpaid_since is null)`,
    [graceOver],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Members whose trial ends soon and who have not been reminded since the last reminder was due. */
async function membersToRemind(db: Knex, now: Date): Promise<string[]> {
  const latest = new Date(now.getTime() + Math.max(...TRIAL_REMINDER_DAYS) * DAY_MS);
  const trials = await Subscription.query(db)
    .where({ is_trial: true, ended_at: null })
    .whereBetween('cancel_at', [now, latest]);
  return trials
    .filter(
      ({ cancel_at, trial_reminded_at }) =>
        cancel_at !== null && isReminderDue(cancel_at, trial_reminded_at, now),
    )
    .map(({ user_id }) => user_id);
}

/**
 * Deletes old events, and expired purchases with their company details. Paid purchases are kept as evidence for
 * the VAT charged.
 */
export const SWEEP_BILLING = job({
  name: 'sweep_billing',
  schedule: '27 3 * * *',
  async run({ db, now }: BillingDeps) {
    const before = ({ days }: { days: number }) => new Date(now() - days * DAY_MS);
    await deleteInBatches(db, 'stripe_events', (rows) =>
      rows.where('received_at', '<', before(RETENTION.payment_events)),
    );
    await deleteInBatches(db, 'purchases', (rows) =>
      rows.where('status', 'expired').where('updated_at', '<', before(RETENTION.unpaid_orders)),
    );
  },
});

async function deleteInBatches(
  db: Knex,
  table: string,
  filter: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<void> {
  const batch = () => filter(db(table)).limit(ROWS_PER_DELETE).select('id');
  while ((await db(table).whereIn('id', batch()).delete()) === ROWS_PER_DELETE);
}
