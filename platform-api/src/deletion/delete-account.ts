import type { Knex } from 'knex';
import { raw } from 'objection';
import { z } from 'zod';
import { AccountDeletion, closeAccount } from '../accounts/account-deletion.ts';
import { REQUEST_CODE } from '../accounts/code-jobs.ts';
import { User } from '../accounts/user.ts';
import { removeAllFiles, type Storage } from '../assets/storage/storage.ts';
import { accountDeleted } from '../accounts/account-mails.tsx';
import { billingAlarm } from '../billing/operator-mails.tsx';
import { endBilling, deleteBilling } from '../billing/end-billing.ts';
import type { Payments } from '../billing/stripe/payments.ts';
import { forgetMessages } from '../messages/contact-message.ts';
import { deleteListening } from '../listening/tasks.ts';
import { dropJobs, job, queueJob } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { queueMail } from '../mail/send-mail.ts';
import { RadioStation } from '../stations/station.ts';

interface Deps {
  db: Knex;
  payments: Payments | null;
  storage: Storage;
  /** The operator's address. */
  contactEmail: string;
  log: Logger;
}

/** The part of a deletion that takes longer than a request. */
export const FINISH_DELETION = job({
  name: 'finish_departure',
  payload: z.object({ user_id: z.uuid() }),
  yields: true,
  run: (deps: Deps, { user_id }) => finishDeletion(deps, user_id),
});

/** After so many hours the queue has given up retrying (jobs/job). */
const GIVEN_UP_HOURS = 48;

/** Queues deletions again that the queue has given up, and raises an alarm. */
export const RETRY_DELETIONS = job({
  name: 'look_after_departures',
  schedule: '57 3 * * *',
  async run({ db, log }: Deps) {
    const open = await AccountDeletion.query(db)
      .whereNull('done_at')
      .whereRaw('requested_at < now() - make_interval(hours => ?)', [GIVEN_UP_HOURS]);
    for (const { user_id } of open) {
      log.error({ alarm: 'departure', user: user_id }, 'an account could not be deleted yet');
      await queueJob(db, FINISH_DELETION, { user_id }, user_id);
    }
  },
});

/**
 * Deletes an account. In this transaction it loses every login, its station goes off air and it can buy
 * nothing any more; a job does the rest. Data kept by email address goes now, because another account
 * may take that address at once. Data kept by the user's id goes with the job.
 *
 * @param deletion.requestedBy the member, or the admin who deletes the account
 * @returns false when there is no such account any more
 * @throws `last_admin`
 */
export async function deleteAccount(
  trx: Knex.Transaction,
  { userId, requestedBy }: { userId: string; requestedBy: string },
): Promise<boolean> {
  const user = await closeAccount(trx, userId);
  if (!user) return false;
  const { email } = user;
  const billing = await deleteBilling(trx, userId);
  await RadioStation.takeOffAir(trx, userId);
  // Only a confirmed address proves that its messages and queued mails are this user's.
  const provenEmail = user.email_confirmed_at ? email : null;
  const provenPhone = user.phone_confirmed_at ? user.phone : null;
  if (provenEmail !== null) await forgetMessages(trx, provenEmail);
  await dropJobs(
    trx,
    [userId, provenEmail, provenPhone].filter((name) => name !== null),
  );
  // The next account with the address must get no code that was requested for this one.
  if (email !== null) await dropJobs(trx, [email], REQUEST_CODE);
  const row = { user_id: userId, requested_by: requestedBy, email, ...billing };
  await AccountDeletion.query(trx).insert(row);
  await queueJob(trx, FINISH_DELETION, { user_id: userId }, userId);
  return true;
}

/**
 * Ends billing first, while the id at the payment provider is still known; then deletes files, then
 * rows. Every step is idempotent, so a retry starts from the beginning.
 */
async function finishDeletion(deps: Deps, userId: string): Promise<void> {
  const deletion = await AccountDeletion.query(deps.db).findById(userId).throwIfNotFound();
  if (deletion.done_at === null) {
    const refunds = await endBilling(deps, deletion);
    await removeAllFiles(deps.storage, userId);
    await deleteListening(deps.db, userId);
    await deleteRows(deps, deletion, refunds);
    deps.log.info({ user: userId }, 'an account was deleted');
  }
  // An upload in progress may have stored its object before it found its row deleted.
  await removeAllFiles(deps.storage, userId);
}

/** Deletes the user with all dependent rows, and queues the last mails in the same transaction. */
async function deleteRows(
  { db, contactEmail }: Deps,
  { user_id, email }: AccountDeletion,
  refunds: string[],
): Promise<void> {
  await db.transaction(async (trx) => {
    const done = await AccountDeletion.query(trx)
      .findById(user_id)
      .whereNull('done_at')
      .patch({ done_at: raw('now()'), email: null, customer_id: null, open_purchase_id: null });
    if (done === 0) return;
    await User.query(trx).deleteById(user_id);
    await trx('idempotency_keys').where({ owner: user_id }).delete();
    await dropJobs(trx, [user_id]);
    if (email !== null) await queueMail(trx, email, accountDeleted({}));
    if (refunds.length > 0) {
      await queueMail(trx, contactEmail, billingAlarm({ lines: refunds }));
    }
  });
}
