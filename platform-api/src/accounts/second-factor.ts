import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { Secret, TOTP } from 'otpauth';
import { BRAND } from '../../contract/brand.ts';
import { RECOVERY_CODES } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { queueMail } from '../mail/send-mail.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';

/** RFC 4226, §4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** RFC 6238, §5.2: a step of 30 s; one step before and after allows for slow people and clocks. */
const STEP_SECONDS = 30;
const WINDOW = 1;

/** AES-256-GCM (NIST SP 800-38D): a nonce of 96 bits, a tag of 128. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Without letters that look like digits or like each other (Crockford's Base32). 32 of them hold 5 bits each. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LETTERS = 16;

interface Authenticator {
  user_id: string;
  secret: Buffer;
  confirmed_at: Date | null;
}

/** An event of a second factor that its owner is told by mail. */
export type SecondFactorNews = 'added' | 'removed' | 'recovery_code_used';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Second factors: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
export function createSecondFactors(deps: {
  db: Knex;
  /** Encrypt the apps' secrets; the newest first. */
  secrets: readonly string[];
  limits: RateLimits;
  /** The clock, in epoch ms. */
  now: () => number;
}) {
  const { db, limits, now } = deps;
  const keys = deps.secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'secrets of authenticator apps', 32)),
  );

  /** The secret of an app, and whether a former key encrypted it; null when that key is gone. */
  function open(sealed: Buffer): { secret: Buffer; isOld: boolean } | null {
    for (const [index, key] of keys.entries()) {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const secret = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return { secret: Buffer.concat([secret, decipher.final()]), isOld: index > 0 };
      } catch {
        // Encrypted with another of the keys.
      }
    }
    return null;
  }

  function seal(secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keys[0] ?? '', nonce);
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

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
   * Requires the second factor of an account that has one. Call it only after the first factor was right, so that
   * strangers cannot spend the tries.
   * @param from the client, for the limit
   * @throws `second_factor_required`, `second_factor_wrong`, `rate_limited`
   */
  async function prove(
    { id }: { id: string },
    given: string | undefined,
    from: string,
  ): Promise<void> {
    const app = await find(id);
    if (!app?.confirmed_at) return;
    if (given === undefined) throw new AppError('second_factor_required');
    const target = `${id} ${from}`;
    await limits.take('second_factor', target);
    await limits.take('second_factor_day', id);
    const isAppCode = /^\d{3}\s?\d{3}$/.test(given);
    const isRight = isAppCode
      ? await useAppCode(app, given.replace(/\s/, ''))
      : await useRecoveryCode(id, given);
    if (!isRight) throw new AppError('second_factor_wrong');
    await limits.giveBack('second_factor', target);
    await limits.giveBack('second_factor_day', id);
  }

  return {
    prove,

    async status(userId: string) {
      const app = await find(userId);
      const codes = await db('recovery_codes').where({ user_id: userId }).count({ count: '*' });
      return {
        confirmed_at: app?.confirmed_at ?? null,
        recovery_codes: Number(codes[0]?.count ?? 0),
      };
    },

    /** Makes a secret for the user's app. @throws `second_factor_exists` */
    async begin(user: { id: string; email: string | null; phone: string | null }) {
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
     * Turns the second factor on, and ends all other sessions: one of them may be a stranger's.
     * @returns the recovery codes
     * @throws `second_factor_wrong`, `second_factor_exists`
     */
    async confirm(userId: string, sessionId: string, code: string): Promise<string[]> {
      const app = await find(userId);
      if (app?.confirmed_at) throw new AppError('second_factor_exists');
      if (!app || !(await useAppCode(app, code.replace(/\s/, '')))) {
        throw new AppError('second_factor_wrong');
      }
      return db.transaction(async (trx) => {
        const confirmed = await trx('authenticators')
          .where({ user_id: userId, confirmed_at: null })
          .update({ confirmed_at: trx.fn.now() });
        if (confirmed === 0) throw new AppError('second_factor_exists');
        await endSessions(trx, userId, { except: sessionId });
        await tell(trx, userId, 'added');
        return replaceCodes(trx, userId);
      });
    },

    /** @throws `second_factor_missing` */
    async renewCodes(userId: string): Promise<string[]> {
      return db.transaction(async (trx) => {
        const app = await trx('authenticators').where({ user_id: userId }).forUpdate().first();
        if (!app?.confirmed_at) throw new AppError('second_factor_missing');
        return replaceCodes(trx, userId);
      });
    },
  };
}

/** Removes an account's second factor and tells its owner. @returns false for an account without one */
export async function removeSecondFactor(trx: Knex, userId: string): Promise<boolean> {
  const [app] = await trx('authenticators')
    .where({ user_id: userId })
    .delete()
    .returning('confirmed_at');
  await trx('recovery_codes').where({ user_id: userId }).delete();
  if (!app?.confirmed_at) return false;
  await tell(trx, userId, 'removed');
  return true;
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
    await queueMail(trx, { message: 'second-factor', to: user.email, news });
  }
}
