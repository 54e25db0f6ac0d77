import type { Knex } from 'knex';
import { isTaken } from '../db/is-taken.ts';
import type { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import { Profile } from './profile.ts';
import { REQUEST_CODE } from './request-code.ts';
import { endSessions } from './sessions.ts';
import type { User } from './user.ts';

/** Where somebody's login goes, and what is said where the address is another account's. */
interface Move {
  email: string;
  refuse: () => AppError;
}

/**
 * Moves an account to another e-mail address, which counts as unconfirmed: login and profile together. The
 * address left behind is told. The user's row is locked.
 * @throws what `refuse` makes
 */
export async function moveLogin(trx: Knex, user: User, { email, refuse }: Move): Promise<void> {
  const { email: old } = user;
  try {
    await user.$query(trx).patch({ email, new_email: null, email_confirmed_at: null });
  } catch (error) {
    throw isTaken(error) ? refuse() : error;
  }
  await Profile.query(trx).where({ user_id: user.id }).patch({ email });
  if (old !== null) {
    await queueMail(trx, { message: 'email-changed', to: old, new_email: email });
  }
}

/**
 * The same for somebody else's account, so that nobody has shown yet who reads the new address: whoever is
 * signed in is no longer, what was sent to the old address is good for nothing, and the new one is asked.
 * @throws what `refuse` makes
 */
export async function moveLoginOfOther(trx: Knex, user: User, move: Move): Promise<void> {
  await moveLogin(trx, user, move);
  await endSessions(trx, user.id);
  await trx('one_time_codes').where({ user_id: user.id }).delete();
  await queueJob(trx, REQUEST_CODE, { type: 'signup', target: move.email });
}
