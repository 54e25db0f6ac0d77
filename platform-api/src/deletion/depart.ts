// The departures room: taking one's data along, and the end of an account. It knows nothing of HTTP.
import type { Knex } from 'knex';
import { closeAccount } from '../accounts/close-account.ts';
import { Departure } from '../accounts/departure.ts';
import { forgetBilling } from '../billing/end-billing.ts';
import { forgetMessages } from '../contact/forget-messages.ts';
import { dropJobs } from '../jobs/drop-jobs.ts';
import { queueJob } from '../jobs/job.ts';
import { RadioStation } from '../stations/station.ts';
import { FINISH_DEPARTURE } from './finish-departure.ts';

/**
 * Ends an account, for good: from this moment nobody signs in to it, its station is off air and nothing can
 * be bought with it. What takes longer is left to a job, in the same transaction. What we keep by an address
 * goes now, since another account may have that address in a moment; what we keep by the id goes with the
 * job. Somebody who has left already leaves no second time.
 *
 * @param who.requested_by the member, or the admin who does it for them
 * @returns false: there is nobody, or they have left already
 * @throws `last_admin`
 */
export async function depart(
  trx: Knex.Transaction,
  { user_id, requested_by }: { user_id: string; requested_by: string },
): Promise<boolean> {
  const user = await closeAccount(trx, user_id);
  if (!user) return false;
  const { email, phone } = user;
  const customer_id = await forgetBilling(trx, user_id);
  await RadioStation.takeOffAir(trx, user_id);
  // Whoever has shown that the address is theirs has written what came from it.
  if (email !== null && user.email_confirmed_at) await forgetMessages(trx, email);
  const names = [user_id, email, phone, user.new_email].filter((name) => name !== null);
  await dropJobs(trx, names);
  await Departure.query(trx).insert({ user_id, requested_by, email, customer_id });
  await queueJob(trx, FINISH_DEPARTURE, { user_id }, user_id);
  return true;
}
