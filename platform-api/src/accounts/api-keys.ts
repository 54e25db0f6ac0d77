import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { API_KEY_PREFIX, MAX_API_KEYS, type ApiKeyScope } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { hashToken } from './refresh-token.ts';

/** Enough characters to tell a key from its owner's others; too few to guess it. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 6;

/** An API key's row, without its hash. */
export interface ApiKeyRow {
  id: string;
  name: string;
  scopes: ApiKeyScope[];
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

const COLUMNS = ['id', 'name', 'scopes', 'prefix', 'created_at', 'last_used_at'] as const;

/**
 * Makes a key. Only its hash is stored. The owner's row is locked, so that keys made at the same time
 * can't exceed the limit.
 * @throws `too_many_keys`
 */
export async function createApiKey(
  db: Knex,
  userId: string,
  given: { name: string; scopes: ApiKeyScope[] },
): Promise<{ row: ApiKeyRow; key: string }> {
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  return db.transaction(async (trx) => {
    await trx('users').where({ id: userId }).forUpdate().first('id');
    if ((await listApiKeys(trx, userId)).length >= MAX_API_KEYS)
      throw new AppError('too_many_keys');
    const [row]: ApiKeyRow[] = await trx('api_keys').insert(
      {
        ...given,
        id: uuidv7(),
        user_id: userId,
        prefix: key.slice(0, SHOWN_LENGTH),
        key_hash: hashToken(key),
      },
      [...COLUMNS],
    );
    if (!row) throw new Error('The key was not written.');
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

/** @returns whether the user had this key */
export async function deleteApiKey(db: Knex, userId: string, id: string): Promise<boolean> {
  return (await db('api_keys').where({ user_id: userId, id }).delete()) > 0;
}
