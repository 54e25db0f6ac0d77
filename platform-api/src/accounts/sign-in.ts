import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Passwords } from './passwords.ts';
import { startSession, type Place } from './sessions.ts';
import { User, type Target } from './user.ts';

/** An account that is being guessed at answers this much later, in ms: a brake, not a lock. */
const SLOW_MS = 1_000;

/**
 * Signs in with a password. Unknown, wrong and not confirmed are one answer, after the same work.
 * What counts as a failure is counted before it is known to be one, so that many tries at once find no
 * gap, and given back when it was none.
 * @throws `invalid_credentials`, `rate_limited`, `busy`
 */
export async function signIn(
  deps: { db: Knex; passwords: Passwords; limits: RateLimits },
  target: Target,
  password: string,
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
  // Nothing was guessed when nobody could look: a rush must not shut out those who come again.
  const user = await findVerified(db, passwords, target, password).catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  if (!user) throw new AppError('invalid_credentials');
  await uncount();
  return { user, ...(await startSession(db, user, place)) };
}

/** Who has this login and this password. As much work for nobody as for somebody. */
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
