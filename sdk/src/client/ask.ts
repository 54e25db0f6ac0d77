import {
  fetchWithProgress,
  requestJson,
  RequestFailed,
  type OnProgress,
  type Read,
  type RequestOptions,
} from './http.ts';
import { retryDelay } from './session-rules.ts';

/** For calls that do something. */
export interface ActOptions extends RequestOptions {
  /**
   * Names what is to be done: asked again with the same name and body, it is done once and answered as
   * the first time. Without one each call is done; it is then named anew, and only repeated by itself.
   */
  idempotencyKey?: string | undefined;
}

/** What a request carries beside what the caller of the client may say. */
export interface AskOptions extends ActOptions {
  /** Travels as JSON; a form as it is. */
  body?: object | undefined;
  /** Told how much of the body is sent, where the platform tells it. */
  onProgress?: OnProgress;
  /** Whether the session's cookie travels. Only calls that begin, renew or end a session want it. */
  credentials?: RequestCredentials;
  /** Whether it goes on when its page is left. */
  keepalive?: boolean;
  /** After how many ms it is given up, repeats and all. Default: 10 seconds; Infinity: never. */
  timeoutMs?: number;
  /** How the answer is read. Default: as JSON. */
  read?: Read;
}

/** Makes a call of the API. @throws RequestFailed */
export type Ask = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: AskOptions,
) => Promise<T>;

/** The header that says who asks; none for nobody. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** The header that shows who has given the password again. */
export const proven = (stepUpToken: string) => ({ 'Step-Up': stepUpToken });

/** A path with what is asked of it; what is undefined is left out. */
export function withQuery(path: string, query: object = {}): string {
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(named.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * For a call that the API does once for each key, so that it can be repeated. Not for those whose
 * answers hold secrets: the API keeps none of them.
 */
export function once(options?: ActOptions): AskOptions {
  return { ...options, idempotencyKey: options?.idempotencyKey ?? newIdempotencyKey() };
}

/**
 * A key for one act, for whoever may have to ask for it again by themselves. The client makes one for
 * each call; pages without https have no `randomUUID` to make it of.
 *
 * @example await client.me.checkout.start(order, { idempotencyKey: newIdempotencyKey() });
 */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** All tries of a request together take at most so long, in ms, and each wait between them (ours). */
const PATIENCE_MS = 10_000;

/** A request is repeated so often at most (ours). */
const REPEATS = 2;

/**
 * How long to wait before a request that failed is repeated, in ms; at random, so that those who were
 * cut off together don't come back together.
 *
 * @returns undefined where it would fail the same way
 */
function repeatDelay(failure: unknown, attempt: number): number | undefined {
  if (!(failure instanceof RequestFailed) || attempt >= REPEATS) return undefined;
  const { status, code, retryAfter } = failure;
  const mayPass =
    code === 'unreachable' || code === 'request_in_progress' || (status > 501 && status < 505);
  if (!mayPass || retryAfter * 1000 > PATIENCE_MS) return undefined;
  return Math.max(retryDelay(attempt) * (1 + Math.random()), retryAfter * 1000);
}

/** Waits, though not for somebody who no longer wants it. */
const pause = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', resolve);
  });

/**
 * Calls of one API. A request that can be repeated without harm, a GET or one with a key, is repeated
 * while its failure may pass.
 *
 * @param url its origin, without a slash at the end
 * @param headers what every call carries
 */
export function createAsk(url: string, headers: Record<string, string>): Ask {
  return async (
    method,
    path,
    { body, idempotencyKey, timeoutMs = PATIENCE_MS, onProgress, ...options } = {},
  ) => {
    const end = Date.now() + timeoutMs;
    const isForm = body instanceof FormData;
    const request = {
      ...options,
      method,
      headers: {
        // A form names its own, which tells where its parts begin.
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...headers,
        ...options.headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      ...(onProgress && { transport: fetchWithProgress(onProgress) }),
    };
    const isHarmless = method === 'GET' || idempotencyKey !== undefined;
    for (let attempt = 0, left = timeoutMs; ; attempt++) {
      try {
        return await requestJson(url + path, { ...request, timeoutMs: left });
      } catch (failure) {
        const isWanted = isHarmless && !options.signal?.aborted;
        const delay = isWanted ? repeatDelay(failure, attempt) : undefined;
        if (delay === undefined || Date.now() + delay >= end) throw failure;
        await pause(delay, options.signal);
        left = end - Date.now();
        if (options.signal?.aborted || left <= 0) throw failure;
      }
    }
  };
}
