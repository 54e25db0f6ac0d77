import { type Ask, bearer } from './ask.ts';
import { type FailureCode, RequestFailed, type RequestOptions, send } from './http.ts';
import type { SessionKeeper } from './session.ts';
import { type Events, type EventsOptions, openEvents } from './events.ts';

/**
 * Sends a request as the signed-in user. Renews the access token before it expires, and retries once when
 * the server calls it expired.
 *
 * If the user signs out before the answer arrives, it fails with `session_ended`: the next user must not
 * see it.
 *
 * @param send sends the request, without a token when signed out
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

/** Names the business for which a team member acts; no header for the user's own. */
export const actingFor = (business: string | undefined): Record<string, string> =>
  business === undefined ? {} : { Business: business };

/** Makes calls as the signed-in user. @param more headers beside the token */
export const askAsMember =
  (ask: Ask, session: SessionKeeper, more: Record<string, string> = {}): Ask =>
  <T>(...[method, path, options]: Parameters<Ask>) =>
    withToken(session, (token) =>
      ask<T>(method, path, {
        ...options,
        headers: { ...bearer(token), ...more, ...options?.headers },
      }),
    );

/** Opens the member's event stream. It closes for good once the session or the key is no longer valid. */
export type OpenAsMember = (
  path: string,
  options: Omit<EventsOptions, 'url' | 'headers'>,
) => Events;

/** The credentials of one stream. */
interface Pass {
  /** Sends the request with its credentials. */
  request: typeof send;
  /** Whether events may still be delivered here. */
  holds: () => boolean;
}

/** After these codes the same request can never succeed. */
const OVER: readonly FailureCode[] = [
  'session_ended',
  'invalid_token',
  'refresh_token_reused',
  'forbidden',
  'insufficient_scope',
  'not_in_team',
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

/** Streams of a client with an API key. @param headers hold the key */
export const eventsWithKey =
  (url: string, headers: Record<string, string>): OpenAsMember =>
  (path, options) => {
    const request: typeof send = (to, asked) => sendWith(to, asked, headers);
    return openWith(url + path, { request, holds: () => true }, options);
  };

/**
 * Streams of the user who is signed in when one is opened. The next user does not receive them.
 * @param more headers beside the token
 */
export const eventsAsMember =
  (url: string, session: SessionKeeper, more: Record<string, string> = {}): OpenAsMember =>
  (path, options) => {
    let owner: string | undefined;
    const holds = () => session.current()?.user.id === owner;
    const request: typeof send = (to, asked) =>
      withToken(session, (token) => {
        owner ??= session.current()?.user.id;
        if (!holds()) throw new RequestFailed(0, { code: 'session_ended' });
        return sendWith(to, asked, { ...bearer(token), ...more });
      });
    return openWith(url + path, { request, holds }, options);
  };
