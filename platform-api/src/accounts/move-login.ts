import type { Knex } from 'knex';
import { isTaken } from '../db/errors.ts';
import type { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import { emailChanged } from './account-mails.tsx';
import { endApiKeys } from './api-keys.ts';
import { requirePasswordOnce } from './passkeys.ts';
import { Profile } from './profile.ts';
import { REQUEST_CODE } from './code-jobs.ts';
import { endSessions } from './sessions.ts';
import type { User } from './user.ts';

/** The new login, and the error when another account has the address. */
interface Move {
  email: string;
  refuse: () => AppError;
}

/**
 * Changes login and profile to another email address, which counts as unconfirmed, and mails the old
 * one. Lock the user's row before.
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
    await queueMail(trx, old, emailChanged({ new_email: email }));
  }
}

/**
 * The same, by an admin for a customer. The new address is not proven yet, so all sessions, API keys
 * and codes end and a confirmation mail goes to the new address.
 * @throws what `refuse` makes
 */
export async function moveLoginOfOther(trx: Knex, user: User, move: Move): Promise<void> {
  await moveLogin(trx, user, move);
  await endSessions(trx, user.id);
  await endApiKeys(trx, user.id);
  await requirePasswordOnce(trx, user.id);
  await trx('one_time_codes').where({ user_id: user.id }).delete();
  await queueJob(trx, REQUEST_CODE, { type: 'signup', target: move.email });
}
