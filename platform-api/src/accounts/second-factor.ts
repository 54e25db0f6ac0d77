import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { Secret, TOTP } from 'otpauth';
import type { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { RECOVERY_CODES } from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';
import { createSealer } from '../process/secrets.ts';
import type { addPasskey, SecondFactor } from '../../contract/accounts/second-factor.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { queueMail } from '../mail/send-mail.ts';
import { secondFactorNews, type SecondFactorNews } from './account-mails.tsx';
import { listPasskeys, type PasskeyProof, type Passkeys } from './passkeys.ts';
import { endSessions, lockOwner } from './sessions.ts';
import { lockMember, roleOf, User } from './user.ts';

/** RFC 4226, §4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** RFC 6238, §5.2: a step of 30 s; one step before and after allows for slow people and clocks. */
const STEP_SECONDS = 30;
const WINDOW = 1;

/** Without letters that look like digits or like each other (Crockford's Base32). 32 of them hold 5 bits each. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LETTERS = 16;

/** Six digits, as apps show them. No recovery code is as short. */
const APP_CODE = /^\d{3}\s?\d{3}$/;

interface Authenticator {
  user_id: string;
  secret: Buffer;
  confirmed_at: Date | null;
}

/** The session of an owner who changes second factors. */
interface Asker {
  userId: string;
  sessionId: string;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Second factors: codes of an authenticator app (TOTP, RFC 6238), passkeys, and recovery codes. */
export function createSecondFactors(deps: {
  db: Knex;
  /** Encrypt the apps' secrets; the newest first. */
  secrets: readonly string[];
  passkeys: Passkeys;
  limits: RateLimits;
  /** ADMIN_REQUIRE_2FA: the admin area needs a second factor. */
  adminsNeedFactor: boolean;
  /** The clock, in epoch ms. */
  now: () => number;
}) {
  const { db, passkeys, limits, now } = deps;
  const { open, seal } = createSealer(deps.secrets, 'secrets of authenticator apps');

  const find = (userId: string): Promise<Authenticator | undefined> =>
    db('authenticators').where({ user_id: userId }).first();

  /** Uses a code of the app. No code is accepted twice. */
  async function useAppCode({ user_id, secret: sealed }: Authenticator, code: string) {
    const opened = open(sealed);
    if (!opened) return false;
    const timestamp = now();
    const delta = totp(opened.secret).validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
    const used = await db('authenticators')
      .where({ user_id })
      .where('last_step', '<', step)
      .update({ last_step: step, ...(opened.isOld && { secret: seal(opened.secret) }) });
    return used > 0;
  }

  async function useRecoveryCode(userId: string, code: string): Promise<boolean> {
    return db.transaction(async (trx) => {
      const used = await trx('recovery_codes')
        .where({ user_id: userId, code_hash: hashCode(code) })
        .delete();
      if (used > 0) await tell(trx, userId, 'recovery_code_used');
      return used > 0;
    });
  }

  /**
   * Requires a second factor of an account that has one. Call it only after the first factor was right, so that
   * strangers cannot spend the tries.
   * @param at.from the client, for the limit
   * @param at.sessionId the session that steps up; none at a sign-in
   * @throws `second_factor_required`, `second_factor_wrong`, `passkey_refused`, `rate_limited`
   */
  async function prove(
    { id }: { id: string },
    given: string | PasskeyProof | undefined,
    { from, sessionId }: { from: string; sessionId?: string },
  ): Promise<void> {
    const app = await find(id);
    const passkey = await passkeys.requestSecondFactor(id, sessionId);
    const hasApp = Boolean(app?.confirmed_at);
    if (!hasApp && !passkey) return;
    const data = { second_factor: { app: hasApp, passkey } };
    if (given === undefined) throw new AppError('second_factor_required', { data });
    if (typeof given !== 'string') {
      const isRight = await passkeys.useAsSecondFactor(id, sessionId, given);
      if (!isRight) throw new AppError('passkey_refused', { data });
    } else if (!APP_CODE.test(given)) {
      if (!(await useRecoveryCode(id, given))) throw new AppError('second_factor_wrong', { data });
    } else if (!app?.confirmed_at || !(await tryAppCode(app, given, from))) {
      throw new AppError('second_factor_wrong', { data });
    }
  }

  /**
   * Uses a code of the app within the limits on guesses. Recovery codes and passkeys cannot be guessed and have none:
   * who guesses six digits must not keep the owner out. A new password begins new counts, because the guesser knew
   * the old one.
   * @throws `rate_limited`
   */
  async function tryAppCode(app: Authenticator, code: string, from: string): Promise<boolean> {
    const user = await User.query(db).findById(app.user_id);
    const target = `${app.user_id} ${user?.password_hash ?? ''}`;
    await limits.take('second_factor', `${target} ${from}`);
    await limits.take('second_factor_day', target);
    if (!(await useAppCode(app, code.replace(/\s/, '')))) return false;
    await limits.giveBack('second_factor', `${target} ${from}`);
    await limits.giveBack('second_factor_day', target);
    return true;
  }

  /**
   * Requires a session that began with a link or code by mail before an admin or support adds a first second factor. With the
   * password alone, a thief of the password could add their own app. Applies where `ADMIN_REQUIRE_2FA` is on.
   * @throws `second_factor_needs_mail`
   */
  async function requireMailForFirst(trx: Knex, { userId, sessionId }: Asker): Promise<void> {
    if (!deps.adminsNeedFactor || (await roleOf(trx, userId)) === 'user') return;
    const session = await trx('sessions').where({ id: sessionId }).first('by_mail');
    if (!session?.by_mail) throw new AppError('second_factor_needs_mail');
  }

  /**
   * Completes a new factor. The first one ends all other sessions, one of which may be a stranger's.
   * @param had whether the account had a factor before
   * @returns the recovery codes, if they are new
   */
  async function complete(
    trx: Knex,
    { userId, sessionId }: Asker,
    { had, news }: { had: boolean; news: SecondFactorNews },
  ): Promise<string[]> {
    await tell(trx, userId, news);
    if (had) return [];
    await endSessions(trx, userId, { except: sessionId });
    return replaceCodes(trx, userId);
  }

  return {
    prove,

    /** Makes a secret for the user's app. @throws `second_factor_exists`, `second_factor_needs_mail` */
    async begin(
      user: { id: string; email: string | null; phone: string | null },
      { sessionId }: Pick<Asker, 'sessionId'>,
    ) {
      const asker = { userId: user.id, sessionId };
      if (!(await hasFactor(db, user.id))) await requireMailForFirst(db, asker);
      const secret = randomBytes(SECRET_BYTES);
      const [row] = await db('authenticators')
        .insert({ user_id: user.id, secret: seal(secret) })
        .onConflict('user_id')
        .merge(['secret'])
        .where('authenticators.confirmed_at', null)
        .returning('user_id');
      if (!row) throw new AppError('second_factor_exists');
      const app = totp(secret, user.email ?? user.phone ?? '');
      return { secret: app.secret.base32, uri: app.toString() };
    },

    /**
     * Confirms the app.
     * @returns the recovery codes, if it is the first factor
     * @throws `second_factor_wrong`, `second_factor_exists`, `second_factor_needs_mail`, `session_ended`
     */
    async confirm(asker: Asker, code: string): Promise<string[]> {
      const { userId } = asker;
      const app = await find(userId);
      if (app?.confirmed_at) throw new AppError('second_factor_exists');
      if (!app || !(await useAppCode(app, code.replace(/\s/, '')))) {
        throw new AppError('second_factor_wrong');
      }
      return db.transaction(async (trx) => {
        await lockOwner(trx, asker);
        const had = await hasFactor(trx, userId);
        if (!had) await requireMailForFirst(trx, asker);
        const confirmed = await trx('authenticators')
          .where({ user_id: userId, confirmed_at: null })
          .update({ confirmed_at: trx.fn.now() });
        if (confirmed === 0) throw new AppError('second_factor_exists');
        return complete(trx, asker, { had, news: 'added' });
      });
    },

    /** Removes the app. Passkeys stay. */
    async removeApp(userId: string): Promise<void> {
      await db.transaction(async (trx) => {
        await lockMember(trx, userId);
        const [app] = await trx('authenticators')
          .where({ user_id: userId })
          .delete()
          .returning('confirmed_at');
        if (app?.confirmed_at) await afterRemoval(trx, userId, 'app_removed');
      });
    },

    /**
     * Adds a passkey.
     * @returns it, and the recovery codes if it is the first factor
     * @throws `second_factor_needs_mail`, `passkey_refused`, `passkey_exists`, `too_many_passkeys`, `session_ended`
     */
    async addPasskey(asker: Asker, given: z.output<typeof addPasskey.body>) {
      return db.transaction(async (trx) => {
        await lockOwner(trx, asker);
        const had = await hasFactor(trx, asker.userId);
        if (!had) await requireMailForFirst(trx, asker);
        const passkey = await passkeys.add(trx, asker, given);
        const recovery_codes = await complete(trx, asker, { had, news: 'passkey_added' });
        return { passkey, recovery_codes };
      });
    },

    /** @throws `not_found` */
    async removePasskey(userId: string, id: string): Promise<void> {
      await db.transaction(async (trx) => {
        await lockMember(trx, userId);
        const removed = await trx('passkeys').where({ user_id: userId, id }).delete();
        if (removed === 0) throw new AppError('not_found');
        await afterRemoval(trx, userId, 'passkey_removed');
      });
    },

    /** @throws `second_factor_missing` */
    async renewCodes(userId: string): Promise<string[]> {
      return db.transaction(async (trx) => {
        await lockMember(trx, userId);
        if (!(await hasFactor(trx, userId))) throw new AppError('second_factor_missing');
        return replaceCodes(trx, userId);
      });
    },
  };
}

/** The second factors of a user. */
export async function secondFactorsOf(
  db: Knex,
  userId: string,
): Promise<z.input<typeof SecondFactor>> {
  const app = await db('authenticators').where({ user_id: userId }).first('confirmed_at');
  const codes = await db('recovery_codes').where({ user_id: userId }).count({ count: '*' });
  return {
    confirmed_at: app?.confirmed_at ?? null,
    passkeys: await listPasskeys(db, userId),
    recovery_codes: Number(codes[0]?.count ?? 0),
  };
}

/** SQL: whether the user has a second factor: an app that is confirmed, or a passkey. @param id the user's, in SQL */
export const hasFactorSql = (id: string): string =>
  `(exists (select from authenticators where user_id = ${id} and confirmed_at is not null)
    or exists (select from passkeys where user_id = ${id}))`;

async function hasFactor(trx: Knex, userId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { has: boolean }[] }>(
    `select ${hasFactorSql(':id')} as has`,
    { id: userId },
  );
  return rows[0]?.has ?? false;
}

/** Tells the owner of a removed factor. The recovery codes go with the last one. */
async function afterRemoval(trx: Knex, userId: string, news: SecondFactorNews): Promise<void> {
  if (await hasFactor(trx, userId)) return tell(trx, userId, news);
  await trx('recovery_codes').where({ user_id: userId }).delete();
  await tell(trx, userId, 'removed');
}

/** Removes all second factors of an account and tells its owner. @returns false for an account without one */
export async function removeSecondFactors(trx: Knex, userId: string): Promise<boolean> {
  const had = await hasFactor(trx, userId);
  for (const table of ['authenticators', 'passkeys', 'recovery_codes']) {
    await trx(table).where({ user_id: userId }).delete();
  }
  if (had) await tell(trx, userId, 'removed');
  return had;
}

const totp = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: BRAND.name,
    label,
    // A copy of its own: buffers come from a shared pool.
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    period: STEP_SECONDS,
  });

async function replaceCodes(trx: Knex, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  await trx('recovery_codes').where({ user_id }).delete();
  await trx('recovery_codes').insert(codes.map((code) => ({ user_id, code_hash: hashCode(code) })));
  return codes;
}

/** Four groups of four letters. */
const makeCode = (): string =>
  [...randomBytes(CODE_LETTERS)]
    .map((byte) => LETTERS.charAt(byte % LETTERS.length))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** Read leniently: in any case, with or without hyphens, O for 0, I and L for 1 (Crockford's Base32). */
function hashCode(code: string): Buffer {
  const read = code
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(read).digest();
}

async function tell(trx: Knex, userId: string, news: SecondFactorNews): Promise<void> {
  const user = await User.query(trx).findById(userId);
  if (user?.email && user.email_confirmed_at) {
    await queueMail(trx, user.email, secondFactorNews({ news }));
  }
}
