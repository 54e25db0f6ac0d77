import type { Knex } from 'knex';
import { z } from 'zod';
import {
  type AccountDeletion,
  closeAccount,
  completeDeletion,
  noteDeletion,
  openDeletions,
  readDeletion,
} from '../accounts/account-deletion.ts';
import { REQUEST_CODE } from '../accounts/code-jobs.ts';
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
import { forgetInvitations } from '../team/team-queries.ts';
import { forgetAnswers } from '../http/idempotency.ts';
import { deleteWebhooks } from '../webhooks/endpoints.ts';

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
    for (const { user_id } of await openDeletions(db, GIVEN_UP_HOURS)) {
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
  await deleteWebhooks(trx, userId);
  const billing = await deleteBilling(trx, userId);
  await RadioStation.takeOffAir(trx, userId);
  // Only a confirmed address proves that its messages and queued mails are this user's.
  const provenEmail = user.email_confirmed_at ? email : null;
  const provenPhone = user.phone_confirmed_at ? user.phone : null;
  if (provenEmail !== null) {
    await forgetMessages(trx, provenEmail);
    await forgetInvitations(trx, provenEmail);
  }
  await dropJobs(
    trx,
    [userId, provenEmail, provenPhone].filter((name) => name !== null),
  );
  // The next account with the address must get no code that was requested for this one.
  if (email !== null) await dropJobs(trx, [email], REQUEST_CODE);
  const row = { user_id: userId, requested_by: requestedBy, email, ...billing };
  await noteDeletion(trx, row);
  await queueJob(trx, FINISH_DELETION, { user_id: userId }, userId);
  return true;
}

/**
 * Ends billing first, while the id at the payment provider is still known; then deletes files, then
 * rows. Every step is idempotent, so a retry starts from the beginning.
 */
async function finishDeletion(deps: Deps, userId: string): Promise<void> {
  const deletion = await readDeletion(deps.db, userId);
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
    if (!(await completeDeletion(trx, user_id))) return;
    await forgetAnswers(trx, user_id);
    await dropJobs(trx, [user_id]);
    if (email !== null) await queueMail(trx, email, accountDeleted({}));
    if (refunds.length > 0) {
      await queueMail(trx, contactEmail, billingAlarm({ lines: refunds }));
    }
  });
}
