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
import { stationIdIn } from '../../contract/stations/slug.ts';
import type { TeamRole } from '../../contract/team/values.ts';
import { isDatabaseGone, isTooSlow } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { ActingMember, Identify, Identity } from '../http/mount-call.ts';
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

/** A session of a person who acts for a business; the columns of the owner are null unless they belong to its team. */
type FoundMember = (UserRow | { id: null }) & {
  person_id: string;
  has_second_factor: boolean;
  membership_id: string;
  team_role: TeamRole;
  location_ids: string[] | null;
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

/** The owner with the role `user`, even if one of the two is an admin: a team member never enters the admin area. */
const byMembership = (memberships: string): string => `
  select ${USER}, ${hasFactorSql('s.user_id')} as has_second_factor, s.user_id as person_id,
    m.id as membership_id, m.role as team_role, m.location_ids
  from sessions s join users p on p.id = s.user_id and p.departed_at is null
  left join ${memberships} m on m.user_id = s.user_id and m.station_id = :station_id
  left join users u on u.id = m.owner_id and u.departed_at is null
  where s.id = :session_id and s.user_id = :user_id`;

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
  /** SQL: team members with the owners of their businesses, to be joined. */
  memberships: string;
  accessTokens: SessionTokens;
  log: Logger;
}): Identify {
  const { db, memberships, accessTokens, log } = deps;

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

  /** @throws `session_ended`; `not_in_team`, also after a removal */
  async function findMember(
    business: string,
    session: { user_id: string; session_id: string },
  ): Promise<{ owner: UserRow; team: ActingMember; has_second_factor: boolean }> {
    const station_id = stationIdIn(business);
    if (station_id === null) throw new AppError('not_in_team');
    const { rows } = await db.raw<{ rows: FoundMember[] }>(byMembership(memberships), {
      ...session,
      station_id,
    });
    const [found] = rows;
    if (!found) throw new AppError('session_ended');
    if (found.id === null) throw new AppError('not_in_team');
    const { person_id, membership_id, team_role, location_ids, has_second_factor } = found;
    const team = { user_id: person_id, membership_id, role: team_role, location_ids };
    return { owner: found, team, has_second_factor };
  }

  return async function identify(ctx: Context, business = ''): Promise<Identity> {
    const token = BEARER.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) throw new AppError('invalid_token');
    const isPersons = !token.startsWith(API_KEY_PREFIX) && !token.startsWith(SUPPORT_VIEW_PREFIX);
    // A key belongs to one account, and a support view shows one.
    if (business !== '' && !isPersons) throw new AppError('not_in_team');
    if (token.startsWith(API_KEY_PREFIX)) {
      const found = await find(byKey, { key_hash: hashToken(token) });
      if (!found) throw new AppError('invalid_token');
      const { role, has_second_factor, key_id = null, key_prefix = null, scopes = [] } = found;
      return {
        user: found,
        role,
        has_second_factor,
        team: null,
        session_id: null,
        view_id: null,
        key_id,
        key_prefix,
        is_test: token.startsWith(TEST_KEY_PREFIX),
        scopes,
      };
    }
    const noKey = { team: null, key_id: null, key_prefix: null, is_test: false };
    if (token.startsWith(SUPPORT_VIEW_PREFIX)) {
      const found = await find(byView, { token_hash: hashToken(token) });
      if (!found) throw new AppError('session_ended');
      const { role, has_second_factor, view_id = null } = found;
      const view = { session_id: null, view_id, scopes: ['read' as const] };
      return { user: found, role, has_second_factor, ...noKey, ...view };
    }
    const { user_id, session_id } = await accessTokens.read(token);
    const own = { session_id, view_id: null, scopes: API_KEY_SCOPES };
    if (business !== '') {
      const { owner, ...acting } = await findMember(business, { user_id, session_id });
      return { user: owner, role: 'user', ...noKey, ...acting, ...own };
    }
    const found = await find(bySession, { user_id, session_id });
    if (!found) throw new AppError('session_ended');
    const { role, has_second_factor } = found;
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
