import { requestJson, type RequestOptions } from './http.ts';

/** What a request carries beside what the caller of the client may say. */
export interface AskOptions extends RequestOptions {
  body?: object | undefined;
  /** Whether the session's cookie travels. Only calls that begin, renew or end a session want it. */
  credentials?: RequestCredentials;
  /** Whether it goes on when its page is left. */
  keepalive?: boolean;
  /** After how many ms it is given up. Default: 10 seconds. */
  timeoutMs?: number;
}

/** Makes a call of the API. @throws RequestFailed */
export type Ask = <T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options?: AskOptions,
) => Promise<T>;

/** The header that says who asks; none for nobody. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/**
 * Calls of one API.
 *
 * @param url its origin, without a slash at the end
 * @param headers what every call carries
 */
export function createAsk(url: string, headers: Record<string, string>): Ask {
  return (method, path, { body, ...options } = {}) =>
    requestJson(url + path, {
      ...options,
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
        ...options.headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}
