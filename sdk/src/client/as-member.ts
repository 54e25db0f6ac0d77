import { type Ask, bearer } from './ask.ts';
import { type FailureCode, RequestFailed, type RequestOptions, send } from './http.ts';
import type { SessionKeeper } from './session.ts';
import { type Events, type EventsOptions, openEvents } from './events.ts';

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

/** Opens a member's own line. It is closed for good once whoever opened it may no longer hear it. */
export type OpenAsMember = (
  path: string,
  options: Omit<EventsOptions, 'url' | 'headers'>,
) => Events;

/** One line's right to be open. */
interface Pass {
  /** Sends its request with whatever says who asks. */
  request: typeof send;
  /** Whether it may still be heard here. */
  holds: () => boolean;
}

/** With these the same request will never be let in again. */
const OVER: readonly FailureCode[] = [
  'session_ended',
  'invalid_token',
  'refresh_token_reused',
  'forbidden',
];

const sendWith = (url: string, options: RequestOptions, headers: Record<string, string>) =>
  send(url, { ...options, headers: { ...headers, ...options.headers } });

function openWith(url: string, pass: Pass, options: Omit<EventsOptions, 'url'>): Events {
  const { onEvent, onEnd } = options;
  const end = (failure: RequestFailed) => {
    events.close();
    onEnd?.(failure);
  };
  const events = openEvents({
    ...options,
    url,
    async request(...asked) {
      try {
        return await pass.request(...asked);
      } catch (failure) {
        if (failure instanceof RequestFailed && OVER.includes(failure.code)) end(failure);
        throw failure;
      }
    },
    onEvent(name, data) {
      if (pass.holds()) onEvent(name, data);
      else end(new RequestFailed(0, { code: 'session_ended' }));
    },
  });
  return events;
}

/** Lines of a program with a key. @param headers hold the key */
export const eventsWithKey =
  (url: string, headers: Record<string, string>): OpenAsMember =>
  (path, options) => {
    const request: typeof send = (to, asked) => sendWith(to, asked, headers);
    return openWith(url + path, { request, holds: () => true }, options);
  };

/** Lines of whoever is signed in when one is opened, and of nobody who signs in after them. */
export const eventsAsMember =
  (url: string, session: SessionKeeper): OpenAsMember =>
  (path, options) => {
    let owner: string | undefined;
    const holds = () => session.current()?.user.id === owner;
    const request: typeof send = (to, asked) =>
      withToken(session, (token) => {
        owner ??= session.current()?.user.id;
        if (!holds()) throw new RequestFailed(0, { code: 'session_ended' });
        return sendWith(to, asked, bearer(token));
      });
    return openWith(url + path, { request, holds }, options);
  };
