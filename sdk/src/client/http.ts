/** HTTP for the API's client: the only file that uses the network. */
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import type { Problem } from './generated/types.gen.ts';

/** Timeout of a request, in ms. A player polls in the same interval. */
const TIMEOUT_MS = 10_000;

/** An upload without progress for this long is aborted, in ms. */
const STILLNESS_MS = MINUTE_MS;

/** Called with the bytes sent and the total. */
export type OnProgress = (sent: number, total: number) => void;

/** Sends a request and returns the answer, like `fetch`. */
type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Options of every call. */
export interface RequestOptions {
  /** Aborts the call, which then fails with `unreachable`. */
  signal?: AbortSignal;
  /** Sent with the request. */
  headers?: Record<string, string>;
  /** Priority among the page's other requests. */
  priority?: RequestPriority;
  /**
   * Called with the server's time, in epoch ms, for each answer. It is never ahead of the true time: the
   * header has whole seconds, and the answer has travelled.
   */
  onServerTime?: ((time: number) => void) | undefined;
}

/**
 * The problem's stable code, or a code for an answer that did not come from the API. `unreachable`: there
 * was no answer. `bad_answer`: it made no sense, as from a proxy. The client has sentences for both.
 */
export type FailureCode = Problem['code'] | 'unreachable' | 'bad_answer';

/** A rejected field with its reason. `message` can be shown to users. */
export type FieldFault = NonNullable<Problem['errors']>[number];

type Failure = Partial<Omit<Problem, 'code'>> & { code?: FailureCode };

/**
 * A request that failed. Branch on `code`, never on the message.
 *
 * @example
 * if (failure instanceof RequestFailed && failure.code === 'weak_password') askForAnother();
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  // Declared without initialisers and assigned at once, since every player carries this class.
  /** The answer's status; 0 without an answer. */
  declare readonly status: number;
  /** Stable. `unreachable`: there was no answer; `bad_answer`: it was not from the API. */
  declare readonly code: FailureCode;
  /** A short title for users; `message` is the sentence below it. */
  declare readonly title: string;
  /** The rejected fields, each with its reason. */
  declare readonly errors: readonly FieldFault[];
  /** With `price_changed`: the amounts that apply now. */
  declare readonly quote: Problem['quote'];
  /** With `changed_meanwhile`: the customer's current details. */
  declare readonly current: Problem['current'];
  /** With `second_factor_required` and refusals of a second factor: what the account has. */
  declare readonly second_factor: Problem['second_factor'];
  /** Identifies the request in the operator's logs; empty when the API did not answer. */
  declare readonly requestId: string;
  /** Seconds to wait before the next try, as the server asks; 0: not given. */
  declare readonly retryAfter: number;

  constructor(
    status: number,
    {
      code = 'bad_answer',
      detail = code,
      title = detail,
      errors = [],
      request_id: requestId = '',
      ...more
    }: Failure,
    retryAfter = 0,
  ) {
    super(detail);
    Object.assign(this, more, { code, title, errors, requestId, retryAfter, status });
  }
}

/**
 * Sends a request, by default a GET, and resolves with the answer's head. Has no timeout.
 *
 * @throws RequestFailed unless the status is 2xx
 */
export async function send(
  url: string,
  {
    onServerTime,
    transport = fetch,
    ...init
  }: RequestOptions & RequestInit & { transport?: Transport },
): Promise<Response> {
  const response = await transport(url, init).catch(() => {
    throw new RequestFailed(0, { code: 'unreachable' });
  });
  const header = (name: string) => response.headers.get(name) ?? '';
  const date = Date.parse(header('date'));
  if (date) onServerTime?.(date + +header('age') * 1000);
  if (response.ok) return response;
  throw new RequestFailed(
    response.status,
    // The API answers with problem documents. A proxy's answer may lack their fields.
    Object(await response.json().catch(() => null)),
    +header('retry-after') || 0,
  );
}

/** Reads the body of a successful answer. */
export type Read = (response: Response) => Promise<unknown>;

/**
 * Exchanges JSON with the API.
 *
 * @param options.timeoutMs default 10 seconds
 * @param options.read reads an answer that is not JSON
 * @throws RequestFailed
 */
export async function requestJson<T>(
  url: string,
  {
    timeoutMs = TIMEOUT_MS,
    read = (response) => response.json(),
    ...options
  }: RequestOptions &
    Omit<RequestInit, keyof RequestOptions> & {
      timeoutMs?: number;
      transport?: Transport;
      read?: Read | undefined;
    } = {},
): Promise<T> {
  const { signal: wish } = options;
  const limit = timeoutMs === Infinity ? wish : AbortSignal.timeout(timeoutMs);
  // Safari before 17.4 has no `AbortSignal.any`. There an abandoned request runs until its timeout.
  const signal = wish && limit && AbortSignal.any ? AbortSignal.any([wish, limit]) : limit;
  const response = await send(url, { ...options, signal });
  // The types are generated from the contract. A 204 answer is typed as void there.
  return (
    response.status === 204
      ? undefined
      : await read(response).catch(() => {
          throw new RequestFailed(response.status, {});
        })
  ) as T;
}

/**
 * Like `fetch`, but reports upload progress and aborts an upload that stalls. Only XMLHttpRequest can do
 * that. Without it, as in Node, this is plain `fetch`.
 */
export const fetchWithProgress =
  (onProgress: OnProgress): Transport =>
  async (url, init) =>
    globalThis.XMLHttpRequest
      ? new Response(...(await exchange(url, init, onProgress)))
      : fetch(url, init);

const exchange = (
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: OnProgress,
): Promise<ConstructorParameters<typeof Response>> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let answer: ConstructorParameters<typeof Response> | undefined;
    let stillness: ReturnType<typeof setTimeout>;
    const abort = () => request.abort();
    const moved = () => {
      clearTimeout(stillness);
      stillness = setTimeout(abort, STILLNESS_MS);
    };
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    const sent = ({ loaded, total }: ProgressEvent) => {
      moved();
      onProgress(loaded, total);
    };
    request.upload.addEventListener('loadstart', sent);
    request.upload.addEventListener('progress', sent);
    request.addEventListener('progress', moved);
    request.addEventListener('readystatechange', () => {
      moved();
      // A server that rejects early may close the connection before the body is sent. The browser then
      // reports only an error and drops the answer.
      const { status, responseText } = request;
      if (status) answer = [responseText || null, { status, headers: headersOf(request) }];
    });
    request.addEventListener('abort', () => {
      answer = undefined;
    });
    request.addEventListener('loadend', () => {
      clearTimeout(stillness);
      signal?.removeEventListener('abort', abort);
      if (answer) resolve(answer);
      else reject(new TypeError('no answer'));
    });
    signal?.addEventListener('abort', abort);
    moved();
    // This client sends only forms and bytes this way.
    request.send(body as XMLHttpRequestBodyInit);
  });

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  [...request.getAllResponseHeaders().matchAll(/^(.+?): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  );
