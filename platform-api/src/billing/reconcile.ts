import type { Knex } from 'knex';
import { z } from 'zod';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { holdAccount } from './billing-account.ts';
import { dropPendingStation } from './order-station.ts';
import { Purchase } from './purchase.ts';
import { reconcileAccounts } from './reconcile-accounts.ts';
import { sweepBilling } from './sweep-billing.ts';
import type { BillingDeps } from './sync-billing.ts';

/**
 * An order that is older than this, in hours, and was never offered at the provider is over: somebody
 * gave up (fault table, Webhook never comes). A checkout that was offered is over when the provider says.
 */
const ORDER_HOURS = 48;

const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Looks for members whose state may have moved without a word. */
export const LOOK_AFTER_MEMBERS: Job<object> = {
  name: 'look_after_members',
  payload: z.object({}),
};

const SYNC_MEMBER: Job<{ user_id: string }> = {
  name: 'sync_member',
  payload: z.object({ user_id: z.uuid() }),
  yields: true,
};

/** What makes up for words of the provider that never came, and for rows that went wrong. */
export function reconcileTasks(deps: BillingDeps): Task[] {
  return [
    lookAfterMembers(deps),
    taskFor(SYNC_MEMBER, async ({ user_id }) => {
      await deps.sync(user_id);
      await closeOrderNeverOffered(deps, user_id);
    }),
    reconcileAccounts(deps),
    sweepBilling(deps),
  ];
}

/**
 * Each member in question gets a job of their own, so that one who makes trouble keeps nobody waiting,
 * and no second one while the first still waits.
 */
function lookAfterMembers({ db, now, graceDays }: BillingDeps): Task {
  const task = taskFor(LOOK_AFTER_MEMBERS, async () => {
    const members = await membersInQuestion(db, new Date(now() - graceDays * 24 * 60 * 60 * 1_000));
    for (const user_id of members) await queueJob(db, SYNC_MEMBER, { user_id }, user_id);
  });
  return { ...task, schedule: EVERY_FIVE_MINUTES };
}

/** An order that the provider has never heard of, since something failed, comes to nothing. */
async function closeOrderNeverOffered({ db, now }: BillingDeps, user_id: string): Promise<void> {
  const before = new Date(now() - ORDER_HOURS * 60 * 60 * 1_000);
  await db.transaction(async (trx) => {
    if (!(await holdAccount(trx, user_id))) return;
    const closed = await Purchase.query(trx)
      .where({ user_id, status: 'open', checkout_session_id: null })
      .where('ordered_at', '<', before)
      .patch({ status: 'expired' });
    if (closed > 0) await dropPendingStation(trx, user_id);
  });
}

/** Those with an open purchase, and those whose days of grace are over while the station plays on. */
async function membersInQuestion(db: Knex, graceOver: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    `select user_id from purchases where status = 'open'
     union
     select s.user_id from subscriptions s
     join radio_stations r on r.user_id = s.user_id and r.status in ('setup_pending', 'active')
     where s.unpaid_since <= ?
       and not exists (select from subscriptions other
         where other.user_id = s.user_id and other.unpaid_since is null)`,
    [graceOver],
  );
  return rows.map(({ user_id }) => user_id);
}
