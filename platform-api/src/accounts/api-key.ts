import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { API_KEY_PREFIX, MAX_API_KEYS, type ApiKeyScope } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { hashToken } from './refresh-token.ts';

/** So many characters of a key tell it from its owner's others, and tell nothing else. */
const SHOWN_LENGTH = API_KEY_PREFIX.length + 6;

/** The row of a key, without its hash. */
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
 * Makes a key and hands it out, this once. The owner's row is locked, so that keys made at the same
 * time can't pass the limit.
 * @throws `too_many_keys`
 */
export async function createApiKey(
  db: Knex,
  user_id: string,
  given: { name: string; scopes: ApiKeyScope[] },
): Promise<{ row: ApiKeyRow; key: string }> {
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  return db.transaction(async (trx) => {
    await trx('users').where({ id: user_id }).forUpdate().first('id');
    if ((await listApiKeys(trx, user_id)).length >= MAX_API_KEYS)
      throw new AppError('too_many_keys');
    const [row]: ApiKeyRow[] = await trx('api_keys').insert(
      {
        ...given,
        id: uuidv7(),
        user_id,
        prefix: key.slice(0, SHOWN_LENGTH),
        key_hash: hashToken(key),
      },
      [...COLUMNS],
    );
    if (!row) throw new Error('The key was not written.');
    return { row, key };
  });
}

/** Somebody's keys, the newest first. */
export async function listApiKeys(db: Knex, user_id: string): Promise<ApiKeyRow[]> {
  return db('api_keys')
    .where({ user_id })
    .orderBy('created_at', 'desc')
    .select(...COLUMNS);
}

/** The only way out of a key's row. */
export function presentApiKey(row: ApiKeyRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/** @returns whether there was such a key of theirs */
export async function deleteApiKey(db: Knex, user_id: string, id: string): Promise<boolean> {
  return (await db('api_keys').where({ user_id, id }).delete()) > 0;
}
