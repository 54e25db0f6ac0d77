import { bearer, type Ask } from './ask.ts';
import { RequestFailed } from './http.ts';
import type { SessionKeeper } from './session.ts';

/**
 * Sends a request of whoever is signed in: with an access token that is renewed before it is too old,
 * and once more when the server finds it too old.
 *
 * An answer that comes after its user has signed out is kept back (`session_ended`): it must not end
 * up in front of the next one.
 *
 * @param send sends it with a token, or as nobody
 */
export async function withToken<T>(
  session: SessionKeeper,
  send: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const token = await session.token();
  const owner = session.current()?.user.id;
  const answer = await send(token).catch(async (failure: unknown) => {
    const renewed = await session.tokenAfter(failure, token);
    if (renewed === undefined) throw failure;
    return send(renewed);
  });
  if (session.current()?.user.id !== owner) throw new RequestFailed(0, { code: 'session_ended' });
  return answer;
}

/** Calls made by whoever is signed in. */
export const askAsMember =
  (ask: Ask, session: SessionKeeper): Ask =>
  <T>(...[method, path, options]: Parameters<Ask>) =>
    withToken(session, (token) =>
      ask<T>(method, path, { ...options, headers: { ...bearer(token), ...options?.headers } }),
    );
