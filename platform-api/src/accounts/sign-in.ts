import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { signOut as signOutCall } from '../../contract/accounts/auth.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { Identify } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { endApiKeys } from './api-keys.ts';
import { requirePasswordOnce, type PasskeyProof, type Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SecondFactors } from './second-factor.ts';
import { endSessions, findSession, type Place, startSession } from './sessions.ts';
import { type Target, User } from './user.ts';

/** Delay for an account under attack, in ms. A lock would let attackers shut out the owner. */
const SLOW_MS = 1_000;

/**
 * Signs in with a password. An unknown, wrong or unconfirmed login gets the same answer after the same
 * work. The try counts before the comparison and is given back on success, so that parallel guesses
 * cannot exceed the limits.
 * @throws `invalid_credentials`, `rate_limited`, `busy`; what `SecondFactors.prove` throws
 */
export async function signIn(
  deps: { db: Knex; passwords: Passwords; limits: RateLimits; secondFactors: SecondFactors },
  target: Target,
  given: { password: string; second_factor?: string | PasskeyProof | undefined },
  place: Place,
): Promise<{ user: User; session_id: string; refresh_token: string }> {
  const { db, passwords, limits } = deps;
  const name = target.email ?? target.phone ?? '';
  const from = limitedAddress(place.address);
  await limits.take('login', from);
  await limits.take('login_target', `${name} ${from}`);
  if (!(await limits.hasRoom('login_slow', name))) await delay(SLOW_MS);

  const uncount = () =>
    Promise.all([
      limits.giveBack('login', from),
      limits.giveBack('login_target', `${name} ${from}`),
      limits.giveBack('login_slow', name),
    ]);
  // A try that failed for lack of capacity was no guess: a rush must not shut users out.
  const user = await findVerified(db, passwords, target, given.password).catch(
    async (error: unknown) => {
      await uncount();
      throw error;
    },
  );
  if (!user) throw new AppError('invalid_credentials');
  await uncount();
  await deps.secondFactors.prove(user, given.second_factor, { from });
  return { user, ...(await startSession(db, user, place)) };
}

/**
 * Signs in with a passkey alone, which counts as both factors.
 * @throws `passkey_refused`, `passkey_needs_password`, `rate_limited`
 */
export async function signInWithPasskey(
  { db, passkeys, limits }: { db: Knex; passkeys: Passkeys; limits: RateLimits },
  proof: PasskeyProof,
  place: Place,
): Promise<{ user: User; session_id: string; refresh_token: string }> {
  const from = limitedAddress(place.address);
  await limits.take('login', from);
  const userId = await passkeys.ownerOf(proof);
  // Read before the passkey is used: a password that is changed meanwhile then refuses the session.
  const user = userId && (await User.query(db).findById(userId).whereNull('departed_at'));
  if (!user) throw new AppError('passkey_refused');
  await passkeys.useToSignIn(proof);
  await limits.giveBack('login', from);
  return { user, ...(await startSession(db, user, place)) };
}

/** The user with this login and password. Takes the same time whether or not the login exists. */
async function findVerified(
  db: Knex,
  passwords: Passwords,
  target: Target,
  password: string,
): Promise<User | null> {
  const user = await User.findByLogin(db, target);
  const isRight = await passwords.matches(password, user?.password_hash);
  return user && isRight ? user : null;
}

/**
 * Ends this session, the others, or all; with the others or all also the API keys. Signing out of an ended session is no error: signing out
 * always works.
 * @throws `csrf_rejected`
 */
export async function signOut(
  deps: { db: Knex; sessionCookie: SessionCookie; identify: Identify },
  ctx: Context,
  { refresh_token, scope = 'local' }: z.output<typeof signOutCall.body>,
): Promise<void> {
  const { db, sessionCookie } = deps;
  const session = await sessionOf(deps, ctx, refresh_token);
  if (session) await endSessions(db, session.user_id, which(scope, session.id));
  if (session && scope !== 'local') await endOtherAccess(db, session.user_id);
  if (scope !== 'others') sessionCookie.clear(ctx);
}

/**
 * Signing out everywhere is for an account in the wrong hands, which may have made a key or added a passkey. Ends API
 * keys, and passkeys need the password once.
 */
export async function endOtherAccess(db: Knex, userId: string): Promise<void> {
  await endApiKeys(db, userId);
  await requirePasswordOnce(db, userId);
}

/**
 * The open session that a request to a public call carries: by refresh token, cookie or access token.
 * @throws `csrf_rejected`
 */
export async function sessionOf(
  { db, sessionCookie, identify }: Parameters<typeof signOut>[0],
  ctx: Context,
  refreshToken?: string,
): Promise<{ id: string; user_id: string } | undefined> {
  const token = refreshToken ?? sessionCookie.read(ctx);
  return token === undefined ? sessionOfBearer(identify, ctx) : findSession(db, token);
}

function which(scope: 'local' | 'others' | 'global', id: string) {
  if (scope === 'global') return {};
  return scope === 'others' ? { except: id } : { only: id };
}

/** The session of the access token, if it is still open. */
async function sessionOfBearer(identify: Identify, ctx: Context) {
  try {
    const { session_id, user } = await identify(ctx);
    return session_id === null ? undefined : { id: session_id, user_id: user.id };
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}
