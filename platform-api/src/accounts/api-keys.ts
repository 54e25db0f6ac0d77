import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createApiKey as createApiKeyCall } from '../../contract/accounts/api-keys.ts';
import { API_KEY_PREFIX, MAX_API_KEYS, TEST_KEY_PREFIX } from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import { apiKeyCreated } from './account-mails.tsx';
import { hashToken } from './refresh-token.ts';
import { lockOwner } from './sessions.ts';
import { roleOf } from './user.ts';
import type { ApiKey } from './table.ts';

/** Enough characters after the prefix to tell a key from its owner's others; too few to guess it. */
const SHOWN_LENGTH = 6;

/** An API key's row, without its hash. */
export type ApiKeyRow = Pick<ApiKey, (typeof COLUMNS)[number]>;

const COLUMNS = [
  'id',
  'name',
  'scopes',
  'prefix',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/**
 * Makes a key and mails its owner, unless it is a test key. Only its hash is stored. The owner's row is locked, so that keys made at
 * the same time can't exceed the limit.
 * @throws `too_many_keys`, `session_ended`; `forbidden` for the scope `admin` of another user
 */
export async function createApiKey(
  db: Knex,
  asker: { userId: string; sessionId: string },
  { name, scopes, expires_in_days, is_test = false }: z.output<typeof createApiKeyCall.body>,
): Promise<{ row: ApiKeyRow; key: string }> {
  const { userId } = asker;
  const prefix = is_test ? TEST_KEY_PREFIX : API_KEY_PREFIX;
  const key = prefix + randomBytes(32).toString('base64url');
  return db.transaction(async (trx) => {
    const owner = await lockOwner(trx, asker);
    if (scopes.includes('admin') && (await roleOf(trx, userId)) !== 'admin')
      throw new AppError('forbidden');
    if ((await listApiKeys(trx, userId)).length >= MAX_API_KEYS)
      throw new AppError('too_many_keys');
    const [row]: ApiKeyRow[] = await trx('api_keys').insert(
      {
        name,
        scopes,
        expires_at:
          expires_in_days === undefined
            ? null
            : trx.raw('now() + make_interval(days => ?)', [expires_in_days]),
        id: uuidv7(),
        user_id: userId,
        prefix: key.slice(0, prefix.length + SHOWN_LENGTH),
        key_hash: hashToken(key),
      },
      [...COLUMNS],
    );
    if (!row) throw new Error('The key was not written.');
    // Anybody can sign up with another person's address and make keys: only a confirmed one gets mails.
    if (!is_test && owner.email !== null && owner.email_confirmed_at !== null) {
      await queueMail(trx, owner.email, apiKeyCreated({ prefix: row.prefix }));
    }
    return { row, key };
  });
}

/** A user's keys, the newest first. */
export async function listApiKeys(db: Knex, userId: string): Promise<ApiKeyRow[]> {
  return db('api_keys')
    .where({ user_id: userId })
    .orderBy('created_at', 'desc')
    .select(...COLUMNS);
}

/** Ends all API keys of a user at once, on every replica. */
export async function endApiKeys(db: Knex, userId: string): Promise<void> {
  await db('api_keys').where({ user_id: userId }).delete();
}

/** Ends the keys that have an admin's rights. Call it when a user stops being an admin. */
export async function endAdminKeys(trx: Knex, userId: string): Promise<void> {
  await trx('api_keys').where({ user_id: userId }).whereRaw("'admin' = any(scopes)").delete();
}

/** Ends a key. @returns its prefix; undefined when the user has no such key */
export async function deleteApiKey(
  db: Knex,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db('api_keys').where({ user_id: userId, id }).delete().returning('prefix');
  return row?.prefix;
}
