import { withToken } from './ask-as-member.ts';
import { bearer } from './ask.ts';
import { openEvents, type Events, type EventsOptions } from './events.ts';
import { RequestFailed, send, type FailureCode, type RequestOptions } from './http.ts';
import type { SessionKeeper } from './session.ts';

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
