import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { MAX_LINE_LENGTH } from '../../contract/values.ts';
import {
  REFRESH_GRACE_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
} from '../../contract/accounts/values.ts';
import { STORAGE_LIST_LIMIT } from '../../contract/assets/values.ts';
import { AppError } from '../errors.ts';
import type { Identity } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { User, type UserRow } from './user.ts';
import { hashToken, makeRefreshToken, sealNext, unsealNext } from './refresh-token.ts';
import type { Session } from './table.ts';

/** Where a user signs in from. */
export interface Place {
  user_agent: string;
  address: string;
}

/** A session's row. */
export type SessionRow = Pick<Session, 'id' | 'user_agent' | 'ip' | 'created_at' | 'last_used_at'>;

/**
 * Starts a session with its first refresh token, unless the password was changed since the user has
 * proven it.
 * @param byMail it begins with a link or code to the email address
 * @throws `invalid_credentials`
 */
export async function startSession(
  db: Knex,
  user: { id: string; password_hash: string | null },
  place: Place,
  byMail = false,
): Promise<{ session_id: string; refresh_token: string }> {
  const session_id = uuidv7();
  const refresh_token = makeRefreshToken();
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with owner as (
       select id from users
       where id = :user_id and password_hash is not distinct from cast(:password_hash as text)
       for share
     ), session as (
       insert into sessions (id, user_id, user_agent, ip, by_mail)
       select cast(:session_id as uuid), id, :user_agent, :ip, :by_mail from owner returning id
     )
     insert into refresh_tokens (token_hash, session_id) select :hash, id from session`,
    {
      session_id,
      user_id: user.id,
      password_hash: user.password_hash,
      user_agent: place.user_agent.slice(0, MAX_LINE_LENGTH),
      ip: place.address,
      by_mail: byMail,
      hash: hashToken(refresh_token),
    },
  );
  if (rowCount === 0) throw new AppError('invalid_credentials');
  return { session_id, refresh_token };
}

/** The outcome of the database function `refresh_session`, with the token's user. */
type Refreshed =
  | ({ outcome: 'refreshed'; of_session: string; sealed: Buffer } & UserRow)
  | { outcome: 'unknown' | 'ended' | 'reused'; of_session: string | null };

/**
 * Exchanges a refresh token for its successor, in one round trip. Reuse within the grace period returns
 * the same successor. Later reuse ends the session, because the token may be stolen.
 * @throws `invalid_token`, `session_ended`, `refresh_token_reused`
 */
export async function refreshSession(
  { db, log }: { db: Knex; log: Logger },
  refreshToken: string,
  place: Place,
): Promise<{ session_id: string; refresh_token: string; user: UserRow }> {
  const next = makeRefreshToken();
  const { rows } = await db.raw<{ rows: Refreshed[] }>(
    `select r.outcome, r.sealed, r.of_session,
       u.id, u.email, u.phone, u.new_email, u.email_confirmed_at, u.phone_confirmed_at, u.created_at
     from refresh_session(
       :given, :next, :sealed, :ip,
       make_interval(secs => :grace), make_interval(secs => :idle), make_interval(secs => :life)
     ) r left join users u on u.id = r.of_user`,
    {
      given: hashToken(refreshToken),
      next: hashToken(next),
      sealed: sealNext(refreshToken, next),
      ip: place.address,
      grace: REFRESH_GRACE_SECONDS,
      idle: SESSION_IDLE_SECONDS,
      life: SESSION_LIFE_SECONDS,
    },
  );
  const [row] = rows;
  if (row?.outcome === 'ended') throw new AppError('session_ended');
  if (row?.outcome === 'reused') {
    log.warn({ session: row.of_session }, 'a refresh token was reused, so its session was ended');
    throw new AppError('refresh_token_reused');
  }
  if (row?.outcome !== 'refreshed') throw new AppError('invalid_token');
  return {
    session_id: row.of_session,
    refresh_token: unsealNext(refreshToken, row.sealed),
    user: row,
  };
}

/** The session of a refresh token, used or not. */
export async function findSession(
  db: Knex,
  refreshToken: string,
): Promise<{ id: string; user_id: string } | undefined> {
  return db('sessions')
    .join('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .where('refresh_tokens.token_hash', hashToken(refreshToken))
    .first('sessions.id', 'sessions.user_id');
}

/**
 * Locks an owner who adds a key or factor, and their session. Sessions end before keys and factors do: this makes their
 * end wait for the new one, so that it ends too.
 * @throws `session_ended`
 */
export async function lockOwner(
  trx: Knex,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<User> {
  const owner = await User.query(trx).findById(userId).forUpdate();
  const session = await trx('sessions').where({ id: sessionId }).forShare().first('id');
  if (!owner || !session) throw new AppError('session_ended');
  return owner;
}

/** The user and session of a call that takes no API keys. */
export function askerOf({ user, session_id }: Identity): { userId: string; sessionId: string } {
  if (session_id === null) throw new AppError('forbidden');
  return { userId: user.id, sessionId: session_id };
}

/** Expired sessions: unused for too long, or too old. */
export const isExpired = (db: Knex): Knex.Raw =>
  db.raw(
    `(last_used_at < now() - make_interval(secs => ?)
      or created_at < now() - make_interval(secs => ?))`,
    [SESSION_IDLE_SECONDS, SESSION_LIFE_SECONDS],
  );

/** A user's open sessions, the most recently used first. */
export async function listSessions(db: Knex, userId: string): Promise<SessionRow[]> {
  return db('sessions')
    .where({ user_id: userId })
    .whereNot(isExpired(db))
    .orderBy('last_used_at', 'desc')
    .limit(STORAGE_LIST_LIMIT)
    .select('id', 'user_agent', 'ip', 'created_at', 'last_used_at');
}

/** Ends all sessions of a user, all but one, or one. @returns how many have ended */
export async function endSessions(
  db: Knex,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const sessions = db('sessions').where({ user_id: userId });
  if (which.only !== undefined) void sessions.where({ id: which.only });
  if (which.except !== undefined) void sessions.whereNot({ id: which.except });
  return sessions.delete();
}
