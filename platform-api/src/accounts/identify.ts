import type { Knex } from 'knex';
import type { Context } from 'koa';
import {
  API_KEY_PREFIX,
  API_KEY_SCOPES,
  SUPPORT_VIEW_PREFIX,
  TEST_KEY_PREFIX,
  type ApiKeyScope,
  type UserRole,
} from '../../contract/accounts/values.ts';
import { isDatabaseGone, isTooSlow } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { Identify, Identity } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { hasFactorSql } from './second-factor.ts';
import type { SessionTokens } from './session-tokens.ts';
import { OPEN_VIEWS } from './support-views.ts';
import { PUBLIC_USER_COLUMNS, type UserRow } from './user.ts';
import { hashToken } from './refresh-token.ts';

/** RFC 6750 §2.1. Our tokens are far shorter than 2,000 characters. */
const BEARER = /^Bearer ([\w.~+/=-]{1,2000})$/i;

type Found = UserRow & {
  role: UserRole | null;
  has_second_factor: boolean;
  view_id?: string;
  key_id?: string;
  key_prefix?: string;
  scopes?: ApiKeyScope[];
};

const USER = PUBLIC_USER_COLUMNS.map((column) => `u.${column}`).join(', ');

/** A user without a row has the default role (specification §3, §4). */
const ROLE = `coalesce((select role from user_roles where user_id = u.id), 'user') as role`;

/** For when roles can't be read: then no request counts as an admin's. */
const NO_ROLE = 'null as role';

const FACTOR = `${hasFactorSql('u.id')} as has_second_factor`;

const bySession = (role: string): string => `
  select ${USER}, ${FACTOR}, ${role} from sessions s join users u on u.id = s.user_id and u.departed_at is null
  where s.id = :session_id and s.user_id = :user_id`;

/** The member with the role `user`, even for an admin: a support view never opens the admin area. */
const byView = (): string => `
  select ${USER}, false as has_second_factor, v.id as view_id, 'user' as role
  from users u, ${OPEN_VIEWS} and v.token_hash = :token_hash and u.id = v.user_id and u.departed_at is null`;

/** The condition in SQL that a key is still good. */
export const NOT_EXPIRED = '(expires_at is null or expires_at > now())';

/** Writes the time of last use once a minute at most, so that a busy key is not a hot row. */
const byKey = (role: string): string => `
  with used as (
    update api_keys set last_used_at = now() where key_hash = :key_hash
    and (last_used_at is null or last_used_at < now() - interval '1 minute') and ${NOT_EXPIRED}
  )
  select ${USER}, ${FACTOR}, k.id as key_id, k.prefix as key_prefix, k.scopes, ${role} from api_keys k
  join users u on u.id = k.user_id and u.departed_at is null
  where k.key_hash = :key_hash and ${NOT_EXPIRED}`;

/**
 * Reads session or API key, user and role in one round trip, for each request. An ended session, a
 * revoked key or a lowered role therefore counts at once, on every replica.
 */
export function createIdentify(deps: {
  db: Knex;
  accessTokens: SessionTokens;
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
      // If the whole database is away, a second query only delays the answer.
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
      const { role, has_second_factor, key_id = null, key_prefix = null, scopes = [] } = found;
      return {
        user: found,
        role,
        has_second_factor,
        session_id: null,
        view_id: null,
        key_id,
        key_prefix,
        is_test: token.startsWith(TEST_KEY_PREFIX),
        scopes,
      };
    }
    const noKey = { key_id: null, key_prefix: null, is_test: false };
    if (token.startsWith(SUPPORT_VIEW_PREFIX)) {
      const found = await find(byView, { token_hash: hashToken(token) });
      if (!found) throw new AppError('session_ended');
      const { role, has_second_factor, view_id = null } = found;
      const view = { session_id: null, view_id, scopes: ['read' as const] };
      return { user: found, role, has_second_factor, ...noKey, ...view };
    }
    const { user_id, session_id } = await accessTokens.read(token);
    const found = await find(bySession, { user_id, session_id });
    if (!found) throw new AppError('session_ended');
    const { role, has_second_factor } = found;
    const own = { session_id, view_id: null, scopes: API_KEY_SCOPES };
    return { user: found, role, has_second_factor, ...noKey, ...own };
  };
}

/** Reads the token in the header `Step-Up`. */
export function createProveStepUp(stepUpTokens: SessionTokens) {
  /** @throws `step_up_required` unless the token belongs to this session */
  return async function proveStepUp(ctx: Context, { user, session_id }: Identity): Promise<void> {
    const proven = await stepUpTokens.read(ctx.get('Step-Up')).catch((error: unknown) => {
      throw new AppError('step_up_required', { cause: error });
    });
    if (proven.user_id !== user.id || proven.session_id !== session_id)
      throw new AppError('step_up_required');
  };
}
