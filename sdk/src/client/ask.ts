import {
  fetchWithProgress,
  requestJson,
  RequestFailed,
  type FailureCode,
  type OnProgress,
  type Read,
  type RequestOptions,
} from './http.ts';
import { retryDelay } from './session-rules.ts';

/** Options of calls that change something. */
export interface ActOptions extends RequestOptions {
  /**
   * Idempotency key: repeated with the same key and body, the call is done once and gets the first answer.
   * Default: a new key for each call, used for its automatic retries.
   */
  idempotencyKey?: string | undefined;
}

/** Options of a request that callers of the client do not see. */
export interface AskOptions extends ActOptions {
  /** Sent as JSON, except a form or bytes. */
  body?: object | undefined;
  /** Called with the upload's progress, where the platform reports it. */
  onProgress?: OnProgress;
  /** Whether the session cookie is sent. Only calls that start, renew or end a session need it. */
  credentials?: RequestCredentials;
  /** Whether the request survives leaving the page. */
  keepalive?: boolean;
  /** Timeout for all tries together, in ms. Default: 10 seconds; Infinity: none. */
  timeoutMs?: number;
  /** How the answer is read. Default: as JSON. */
  read?: Read;
}

/** Makes a call to the API. @throws RequestFailed */
export type Ask = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: AskOptions,
) => Promise<T>;

/** The Authorization header; none without a token. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** The header that proves a recent password check. */
export const proven = (stepUpToken: string) => ({ 'Step-Up': stepUpToken });

/** A path with its query. Undefined values are left out. */
export function withQuery(path: string, query: object = {}): string {
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(named.map(([name, value]) => [name, String(value)]))}`;
}

/** The path of one of several things. */
export const pathOf = (all: string, id: string): string => `${all}/${encodeURIComponent(id)}`;

/** Downloads a file, which may take any time. @throws RequestFailed */
export const download = (ask: Ask, path: string, query?: object, options?: AskOptions) =>
  ask<Blob>('GET', withQuery(path, query), {
    ...options,
    read: (response) => response.blob(),
    timeoutMs: Infinity,
  });

/**
 * Makes a call idempotent, so that it can be retried. Not for calls whose answers hold secrets: the API
 * does not store those.
 */
export function once(options?: ActOptions): AskOptions {
  return { ...options, idempotencyKey: options?.idempotencyKey ?? newIdempotencyKey() };
}

/**
 * A key for a call that you may have to repeat yourself. Otherwise the client makes one for each call.
 * Pages without https have no `crypto.randomUUID`.
 *
 * @example await client.me.checkout.start(order, { idempotencyKey: newIdempotencyKey() });
 */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Timeout of all tries together, and the longest wait between two of them, in ms. */
const PATIENCE_MS = 10_000;

/** A request is retried at most this often. */
const REPEATS = 2;

/**
 * How long to wait before retrying a failed request, in ms. Randomised, so that clients that lost the
 * server together do not return together.
 *
 * @returns undefined when a retry would fail the same way
 */
function repeatDelay(failure: unknown, attempt: number): number | undefined {
  if (!(failure instanceof RequestFailed) || attempt >= REPEATS) return undefined;
  const { status, code, retryAfter } = failure;
  const mayPass =
    code === 'unreachable' || code === 'request_in_progress' || (status > 501 && status < 505);
  if (!mayPass || retryAfter * 1000 > PATIENCE_MS) return undefined;
  return Math.max(retryDelay(attempt) * (1 + Math.random()), retryAfter * 1000);
}

/** Resolves after the time, or when the request is aborted. */
const pause = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', resolve);
  });

/** Sentences for people, for failures without one of the API. */
const WORDS: { [code in FailureCode]?: string } = {
  unreachable: 'The server could not be reached. Please try again.',
  bad_answer: 'The server gave no proper answer. Please try again.',
};

/** A failure with words for people. */
function inWords(failure: unknown): unknown {
  const message = failure instanceof RequestFailed && WORDS[failure.code];
  return message ? Object.assign(failure, { title: message, message }) : failure;
}

/**
 * Makes calls to one API. Idempotent requests, GET or with a key, are retried after a temporary failure.
 *
 * @param url its origin, without a slash at the end
 * @param headers sent with every call
 */
export function createAsk(url: string, headers: Record<string, string>): Ask {
  return async (
    method,
    path,
    { body, idempotencyKey, timeoutMs = PATIENCE_MS, onProgress, ...options } = {},
  ) => {
    const end = Date.now() + timeoutMs;
    const isForm = body instanceof FormData;
    const isBytes = body instanceof Blob;
    const request = {
      ...options,
      method,
      headers: {
        // The browser sets a form's content type, with its boundary.
        ...(body &&
          !isForm && { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...headers,
        ...options.headers,
      },
      ...(body && { body: isForm || isBytes ? body : JSON.stringify(body) }),
      ...(onProgress && { transport: fetchWithProgress(onProgress) }),
    };
    const isHarmless = method === 'GET' || idempotencyKey !== undefined;
    for (let attempt = 0, left = timeoutMs; ; attempt++) {
      try {
        return await requestJson(url + path, { ...request, timeoutMs: left });
      } catch (failure) {
        const isWanted = isHarmless && !options.signal?.aborted;
        const delay = isWanted ? repeatDelay(failure, attempt) : undefined;
        if (delay === undefined || Date.now() + delay >= end) throw inWords(failure);
        await pause(delay, options.signal);
        left = end - Date.now();
        if (options.signal?.aborted || left <= 0) throw inWords(failure);
      }
    }
  };
}
