import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { signUp as signUpCall } from '../../contract/accounts/auth.ts';
import { loginPhone } from '../../contract/fields.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { TextMessages } from '../mail/text-messages.ts';
import type { Codes } from './codes.ts';
import { requireCountry } from './countries.ts';
import { isGoodPassword, type Passwords } from './passwords.ts';
import { addProfile, type SignUpMetadata } from './profile.ts';
import { startSession, type Place } from './sessions.ts';
import { User } from './user.ts';

type Given = z.output<typeof signUpCall.body>;

/**
 * Creates an account and signs in: user, role, profile, session and confirmation mail, in one
 * transaction.
 * @throws `weak_password`, `validation_failed` for an unknown country, `user_already_exists`, `number_not_supported`, `rate_limited`, `busy`
 */
export async function signUp(
  deps: {
    db: Knex;
    passwords: Passwords;
    limits: RateLimits;
    codes: Codes;
    texts: TextMessages;
  },
  given: Given,
  place: Place,
): Promise<{ user: User; session_id: string; refresh_token: string }> {
  const { db, passwords, limits, codes, texts } = deps;
  const { email, password, session: _, ...metadata } = given;
  // With an email address the phone number is only contact data: a login must be confirmed first.
  const phone = email === undefined ? loginPhone.parse(metadata.phone_number) : undefined;
  const target = email ?? phone ?? '';
  const { first_name, last_name, company_name } = metadata;
  const ownNames = [email, phone, first_name, last_name, company_name];
  if (!(await isGoodPassword(password, ownNames))) throw new AppError('weak_password');
  requireCountry(metadata.country, 'country');
  await limits.take('signup_target', `${target} ${limitedAddress(place.address)}`);
  if (phone !== undefined) await texts.admit(phone, place.address);
  const password_hash = await passwords.hash(password);

  try {
    return await db.transaction(async (trx) => {
      const user = await User.query(trx).insertAndFetch({
        id: uuidv7(),
        email: email ?? null,
        phone: phone ?? null,
        password_hash,
        user_metadata: withoutEmpty(metadata),
      });
      await trx('user_roles').insert({ user_id: user.id });
      await addProfile(trx, user, user.user_metadata);
      await codes.issue(trx, { user_id: user.id, type: 'signup', target });
      return { user, ...(await startSession(trx, user, place)) };
    });
  } catch (error) {
    if (error instanceof UniqueViolationError) throw new AppError('user_already_exists');
    throw error;
  }
}

/** The sign-up data without empty fields. */
function withoutEmpty(
  metadata: Omit<Given, 'email' | 'password' | 'session'>,
): Partial<SignUpMetadata> {
  return Object.fromEntries(Object.entries(metadata).filter(([, text]) => text));
}
