import type { Knex } from 'knex';
import type { Context } from 'koa';
import { API_KEY_PREFIX, API_KEY_SCOPES } from '../../contract/limits.ts';
import type { ApiKeyScope, UserRole } from '../../contract/limits.ts';
import { isDatabaseGone, isTooSlow } from '../db/connection.ts';
import { AppError } from '../errors.ts';
import type { Identify, Identity } from '../http/mount-call.ts';
import type { Logger } from '../log.ts';
import type { AccessTokens } from './access-tokens.ts';
import { presentUser, type UserRow } from './present-user.ts';
import { hashToken } from './refresh-token.ts';

/** RFC 6750 §2.1; ours are far shorter than this many characters. */
const BEARER = /^Bearer ([\w.~+/=-]{1,2000})$/i;

type Found = UserRow & { role: UserRole | null; key_id?: string; scopes?: ApiKeyScope[] };

/** A user without a row has the default role (specification §3, §4). */
const ROLE = `coalesce((select role from user_roles where user_id = u.id), 'user') as role`;

/** For when roles can't be read: then nobody is known to be an admin. */
const NO_ROLE = 'null as role';

const bySession = (role: string): string => `
  select u.*, ${role} from sessions s join users u on u.id = s.user_id and u.departed_at is null
  where s.id = :session_id and s.user_id = :user_id`;

/** The time of last use is written once a minute at most: a busy key is not a busy row. */
const byKey = (role: string): string => `
  with used as (
    update api_keys set last_used_at = now() where key_hash = :key_hash
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
  )
  select u.*, k.id as key_id, k.scopes, ${role} from api_keys k
  join users u on u.id = k.user_id and u.departed_at is null
  where k.key_hash = :key_hash`;

/**
 * Finds out who asks, in one round trip and anew for each request: a session that was ended, a key that
 * was revoked, a role that was lowered counts at once, on every replica.
 */
export function createIdentify(deps: {
  db: Knex;
  accessTokens: AccessTokens;
  log: Logger;
}): Identify {
  const { db, accessTokens, log } = deps;

  async function find(
    query: (role: string) => string,
    values: Record<string, string | Buffer>,
  ): Promise<Found | undefined> {
    try {
      const { rows } = await db.raw<{ rows: Found[] }>(query(ROLE), values);
      return rows[0];
    } catch (error) {
      // Where the whole database is away, a second question only makes the answer later.
      if (isDatabaseGone(error) && !isTooSlow(error)) throw error;
      log.warn({ err: error }, 'a role could not be read');
      const { rows } = await db.raw<{ rows: Found[] }>(query(NO_ROLE), values);
      return rows[0];
    }
  }

  return async function identify(ctx: Context): Promise<Identity> {
    const token = BEARER.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) throw new AppError('invalid_token');
    if (token.startsWith(API_KEY_PREFIX)) {
      const found = await find(byKey, { key_hash: hashToken(token) });
      if (!found) throw new AppError('invalid_token');
      const { role, key_id = null, scopes = [] } = found;
      return { user: presentUser(found), role, session_id: null, key_id, scopes };
    }
    const { user_id, session_id } = await accessTokens.read(token);
    const found = await find(bySession, { user_id, session_id });
    if (!found) throw new AppError('session_ended');
    const { role } = found;
    return { user: presentUser(found), role, session_id, key_id: null, scopes: API_KEY_SCOPES };
  };
}
