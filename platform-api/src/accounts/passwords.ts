import { hash, verify, type Options } from '@node-rs/argon2';
import type { Knex } from 'knex';
import { BRAND } from '../../contract/site/brand.ts';
import { PASSWORD_LENGTH } from '../../contract/accounts/values.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { queueMail } from '../mail/send-mail.ts';
import { passwordChanged } from './account-mails.tsx';
import { createLimit } from '../http/concurrency-limit.ts';
import { requirePasswordOnce } from './passkeys.ts';
import { User } from './user.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP, Password Storage Cheat Sheet). About 20 ms. */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two cores hash some 175 passwords a second. A flood of sign-ins must not starve other requests. */
const AT_ONCE = 4;
const MAX_WAITING = 64;

export type Passwords = ReturnType<typeof createPasswords>;

let decoy: Promise<string> | undefined;

/** Compared with the password where there is no account. Made once in a process. */
const decoyHash = () => (decoy ??= hash('no account has this password', ARGON2ID));

/** Hashes and compares passwords, a few at a time. */
export function createPasswords() {
  const inTurn = createLimit({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });
  // The first sign-in takes no longer than others.
  void decoyHash();
  return {
    /** @throws `busy` */
    hash: (password: string): Promise<string> => inTurn(() => hash(password, ARGON2ID)),
    /**
     * Takes the same time whether or not the user exists, so that timing does not reveal accounts.
     * @throws `busy`
     */
    async matches(password: string, hashed: string | null | undefined): Promise<boolean> {
      const isRight = await inTurn(async () => verify(hashed ?? (await decoyHash()), password));
      return isRight && typeof hashed === 'string';
    },
  };
}

/** Words of our own trade. */
const OWN_WORDS = [
  BRAND.name.toLowerCase(),
  'webradio',
  'radiostation',
  'mystation',
  'listentome',
  'onairradio',
];

let common: Promise<Set<string>> | undefined;

/** Passwords that attackers try first: zxcvbn's 49,000 and our own. Loaded with the first use: 5 MB of memory. */
const loadCommon = () => (common ??= readCommon());

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OWN_WORDS]);
}

/** Characters that people append to make a word look like another. */
const DECORATION = /(?<![\d!?.#$*_@-])[\d!?.#$*_@-]+$/;

/**
 * Whether a new password is long enough and not a common one (NIST SP 800-63B §5.1.1.2). There is no
 * rule about kinds of characters: those make passwords worse.
 *
 * @param ownNames what is known of its owner, such as the email address: not allowed as a password
 */
export async function isGoodPassword(
  password: string,
  ownNames: readonly (string | null | undefined)[],
): Promise<boolean> {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return false;
  const lower = password.toLowerCase();
  const bare = lower.replace(DECORATION, '');
  const words = await loadCommon();
  if (new Set(lower).size < 3 || words.has(lower) || words.has(bare)) return false;
  const own = ownNames.flatMap((name) => (name ? [name.toLowerCase(), localPart(name)] : []));
  return !own.some((name) => name === lower || (name.length > 2 && name === bare));
}

const localPart = (email: string): string => email.toLowerCase().split('@')[0] ?? '';

/** Whether this is good enough as a new password of this user. */
export function isGoodPasswordOf(user: User, password: string): Promise<boolean> {
  const { email, phone, user_metadata: metadata } = user;
  const { first_name, last_name, company_name } = metadata;
  return isGoodPassword(password, [email, phone, first_name, last_name, company_name]);
}

/**
 * Sets a password and mails its owner. Changes requested under the old password are dropped: an
 * attacker who knew it could otherwise still confirm another email address. Passkeys need the new one once.
 */
export async function setPassword(trx: Knex, user: User, password_hash: string): Promise<void> {
  await user.$query(trx).patch({ password_hash, new_email: null });
  await requirePasswordOnce(trx, user.id);
  await trx('one_time_codes').where({ user_id: user.id }).delete();
  if (user.email !== null) await queueMail(trx, user.email, passwordChanged({}));
}

/**
 * Returns the user when this is their password, undefined otherwise. The try counts before the
 * comparison and is given back on success, so that parallel guesses cannot exceed the limit.
 * @throws `rate_limited`, `busy`
 */
export async function provePassword(
  deps: { db: Knex; passwords: Passwords; limits: RateLimits },
  userId: string,
  password: string,
): Promise<User | undefined> {
  const { db, passwords, limits } = deps;
  await limits.take('current_password', userId);
  const user = await User.query(db).findById(userId);
  if (!(await passwords.matches(password, user?.password_hash))) return undefined;
  await limits.giveBack('current_password', userId);
  return user;
}
