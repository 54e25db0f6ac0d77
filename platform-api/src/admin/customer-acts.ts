import type { Knex } from 'knex';
import type { UserRole } from '../../contract/accounts/values.ts';
import { apiKeyRevoked } from '../accounts/account-mails.tsx';
import { deleteApiKey, endAdminKeys } from '../accounts/api-keys.ts';
import { requestRecovery } from '../accounts/code-jobs.ts';
import { removeSecondFactors } from '../accounts/second-factor.ts';
import { openSupportView } from '../accounts/support-views.ts';
import {
  isConfirmed,
  lockAdmins,
  lockMember,
  requireAnotherAdmin,
  roleOf,
  type User,
  requireUser,
  setRole,
} from '../accounts/user.ts';
import { deleteAccount } from '../deletion/delete-account.ts';
import { AppError } from '../errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import { audit, type Actor } from '../audit/audit.ts';

/**
 * Deletes a customer's account, or another admin's, as they would themselves. A job does what takes
 * longer. Of parallel requests one succeeds.
 *
 * @throws `cannot_delete_self`, `forbidden`, `last_admin`; `not_found` when there is no such account any more
 */
export async function deleteCustomer(
  trx: Knex.Transaction,
  actor: Actor,
  userId: string,
): Promise<void> {
  // Admins delete their own account in its settings, where the consequences are explained.
  if (actor.id === userId) throw new AppError('cannot_delete_self');
  await requireStillAdmin(trx, actor);
  // At the terminal there is no admin to name: the user has asked for it.
  const isNew = await deleteAccount(trx, { userId, requestedBy: actor.id ?? userId });
  if (!isNew) throw new AppError('not_found');
  // The log line holds no personal data, because lines are never deleted.
  await audit(trx, actor, { action: 'delete_customer', user_id: userId });
}

/**
 * Sends a customer the mail to set a new password. The link goes to the customer only.
 * @throws `not_found`, `no_email`
 */
export async function resetCustomerPassword(db: Knex, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (trx) => {
    // The lock prevents a mail to an account that is being deleted.
    await lockMember(trx, userId);
    const { email } = await requireUser(trx, userId);
    if (email === null) throw new AppError('no_email');
    await requestRecovery(trx, email);
    await audit(trx, actor, { action: 'reset_password', user_id: userId });
  });
}

/**
 * Removes all second factors of a customer who has lost them.
 * @throws `forbidden`, `not_found`, `second_factor_missing`
 */
export async function removeCustomerSecondFactor(
  db: Knex,
  actor: Actor,
  userId: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const isAdmin = (await lockAdmins(trx)).includes(actor.id ?? '');
    await lockMember(trx, userId);
    await requireUser(trx, userId);
    // Support helps customers; an admin's factor protects everything that support may not do.
    const isForAdmins = (await roleOf(trx, userId)) !== 'user';
    if (
      actor.id !== null &&
      !isAdmin &&
      (isForAdmins || (await roleOf(trx, actor.id)) === 'user')
    ) {
      throw new AppError('forbidden');
    }
    if (!(await removeSecondFactors(trx, userId))) throw new AppError('second_factor_missing');
    await audit(trx, actor, { action: 'remove_second_factor', user_id: userId });
  });
}

/** Ends an API key that others may know, and mails its owner. @throws `not_found` */
export async function revokeCustomerApiKey(
  db: Knex,
  actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const user = await requireUser(trx, userId);
    const prefix = await deleteApiKey(trx, userId, id);
    if (prefix === undefined) throw new AppError('not_found');
    if (user.email !== null && isConfirmed(user)) {
      await queueMail(trx, user.email, apiKeyRevoked({ prefix }));
    }
    await audit(trx, actor, { action: 'revoke_api_key', user_id: userId, before: { prefix } });
  });
}

/**
 * Lets an admin see the portal as a customer sees it.
 * @param sessionId the admin's own
 * @throws `not_found`, `session_ended`
 */
export async function startSupportView(
  db: Knex,
  actor: Actor,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ view_token: string; expires_at: Date; user: User }> {
  return db.transaction(async (trx) => {
    // A view of an account that is being deleted would show data that is going.
    await lockMember(trx, userId);
    const user = await requireUser(trx, userId);
    const view = await openSupportView(trx, { userId, sessionId });
    await audit(trx, actor, { action: 'view_as_customer', user_id: userId });
    return { ...view, user };
  });
}

/**
 * Changes a user's role. It takes effect with the next request.
 *
 * @returns false when the user had the role already
 * @throws `forbidden`, `not_found`, `last_admin`, `email_unconfirmed`
 */
export async function changeRole(
  db: Knex,
  actor: Actor,
  { userId, role }: { userId: string; role: UserRole },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    await requireStillAdmin(trx, actor);
    await lockMember(trx, userId);
    const user = await requireUser(trx, userId);
    const before = await roleOf(trx, userId);
    if (role === before) return false;
    if (before === 'admin') {
      await requireAnotherAdmin(trx, userId);
      await endAdminKeys(trx, userId);
    }
    if (role !== 'user' && !isConfirmed(user)) throw new AppError('email_unconfirmed');
    await setRole(trx, userId, role);
    await audit(trx, actor, {
      action: 'change_role',
      user_id: userId,
      before: { role: before },
      after: { role },
    });
    return true;
  });
}

/**
 * Checks under the lock that the actor is still an admin. If two admins demote or delete each other at
 * once, only the first succeeds. An actor at the terminal is always allowed.
 *
 * @throws `forbidden`
 */
export async function requireStillAdmin(trx: Knex, { id }: Pick<Actor, 'id'>): Promise<void> {
  const admins = await lockAdmins(trx);
  if (id !== null && !admins.includes(id)) throw new AppError('forbidden');
}
