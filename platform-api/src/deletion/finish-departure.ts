import type { Knex } from 'knex';
import { raw } from 'objection';
import { z } from 'zod';
import { Departure } from '../accounts/departure.ts';
import { User } from '../accounts/user.ts';
import { removeAllFiles } from '../assets/remove-all-files.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { endBilling } from '../billing/end-billing.ts';
import type { Payments } from '../billing/payments.ts';
import { dropJobs } from '../jobs/drop-jobs.ts';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { queueMail } from '../mail/send-mail.ts';

interface Deps {
  db: Knex;
  payments: Payments | null;
  storage: Storage;
  log: Logger;
}

/** What is left to do once somebody has asked to leave. */
export const FINISH_DEPARTURE: Job<{ user_id: string }> = {
  name: 'finish_departure',
  payload: z.object({ user_id: z.uuid() }),
  yields: true,
};

/** One that is not done after so many hours was given up by the queue (jobs/job). */
const GIVEN_UP_HOURS = 48;

/** Once a day, when few are about. */
const EVERY_NIGHT = '57 3 * * *';

const LOOK_AFTER_DEPARTURES: Job<object> = { name: 'look_after_departures', payload: z.object({}) };

/** What brings a departure to its end, however often it fails on the way. */
export function departureTasks(deps: Deps): Task[] {
  return [
    taskFor(FINISH_DEPARTURE, ({ user_id }) => finishDeparture(deps, user_id)),
    lookAfterDepartures(deps),
  ];
}

/**
 * The payment provider first, while we still know who they are there; then the files, then all rows. Each
 * step may be done again, and none is left out: whoever dies here begins anew.
 */
async function finishDeparture(deps: Deps, userId: string): Promise<void> {
  const departure = await Departure.query(deps.db).findById(userId).throwIfNotFound();
  if (departure.done_at === null) {
    if (departure.customer_id !== null) await endBilling(deps, departure.customer_id);
    await removeAllFiles(deps, userId);
    await deleteRows(deps.db, departure);
    deps.log.info({ user: userId }, 'an account was deleted');
  }
  // An upload that was under way may have put its object there before it found its row gone.
  await removeAllFiles(deps, userId);
}

/** What hangs on the user's row goes with it. The last mail goes out exactly when all this is true. */
async function deleteRows(db: Knex, { user_id, email }: Departure): Promise<void> {
  await db.transaction(async (trx) => {
    const done = await Departure.query(trx)
      .findById(user_id)
      .whereNull('done_at')
      .patch({ done_at: raw('now()'), email: null, customer_id: null });
    if (done === 0) return;
    await User.query(trx).deleteById(user_id);
    await trx('idempotency_keys').where({ owner: user_id }).delete();
    await dropJobs(trx, [user_id]);
    if (email !== null) await queueMail(trx, { message: 'account-deleted', to: email });
  });
}

/** A promise to delete is never given up: what the queue has is begun anew, and somebody is told. */
function lookAfterDepartures({ db, log }: Deps): Task {
  const task = taskFor(LOOK_AFTER_DEPARTURES, async () => {
    const open = await Departure.query(db)
      .whereNull('done_at')
      .whereRaw('requested_at < now() - make_interval(hours => ?)', [GIVEN_UP_HOURS]);
    for (const { user_id } of open) {
      log.error({ alarm: 'departure', user: user_id }, 'an account could not be deleted yet');
      await queueJob(db, FINISH_DEPARTURE, { user_id }, user_id);
    }
  });
  return { ...task, schedule: EVERY_NIGHT };
}
