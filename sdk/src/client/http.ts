/**
 * The client of the API: this file is the only place that talks to the network; beside it stand the
 * live events and one file per room of the API.
 */
import type { Problem } from './generated/types.gen.ts';

/** An answer that takes longer is given up, in ms (ours: a player asks again after as long anyway). */
const TIMEOUT_MS = 10_000;

/** An upload on whose line nothing moves for so long is given up, in ms (ours). */
const STILLNESS_MS = 60_000;

/** Told how many bytes of how many are sent. */
export type OnProgress = (sent: number, total: number) => void;

/** Brings a request to the network and the answer back, as `fetch` does. */
type Transport = (url: string, init: RequestInit) => Promise<Response>;

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** How urgent it is among the page's other requests. */
  priority?: RequestPriority;
  /**
   * Told the server's time with each answer, in epoch ms. Never ahead of the true one: the header
   * gives whole seconds, and the answer has travelled.
   */
  onServerTime?: ((time: number) => void) | undefined;
}

/**
 * What went wrong: the problem's stable code, or a word of our own where the API has not spoken.
 * `unreachable`: there was no answer; `bad_answer`: there was one without sense, as from a proxy.
 */
export type FailureCode = Problem['code'] | 'unreachable' | 'bad_answer';

/** A field that was refused, and why; `message` is for people. */
export type FieldFault = NonNullable<Problem['errors']>[number];

type Failure = Partial<Omit<Problem, 'code'>> & { code?: FailureCode };

/**
 * A request that brought no good answer. Decide by `code`, never by the message.
 *
 * @example
 * if (failure instanceof RequestFailed && failure.code === 'weak_password') askForAnother();
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  // Declared alone, and set in one go: every player carries this class.
  /** The answer's status; 0 when there was none. */
  declare readonly status: number;
  declare readonly code: FailureCode;
  /** A few words for people; `message` is the sentence below them. */
  declare readonly title: string;
  /** The fields that were refused, each with its reason. */
  declare readonly errors: readonly FieldFault[];
  /** With `price_changed`: the amounts that apply now. */
  declare readonly quote: Problem['quote'];
  /** With `changed_meanwhile`: the customer as they are now. */
  declare readonly current: Problem['current'];
  /** What the operator finds this request by; empty where the API has not spoken. */
  declare readonly requestId: string;
  /** After how many seconds the server wants to be asked again; 0: it does not say. */
  declare readonly retryAfter: number;

  constructor(
    status: number,
    {
      code = 'bad_answer',
      detail = code,
      title = detail,
      errors = [],
      quote,
      current,
      request_id: requestId = '',
    }: Failure,
    retryAfter = 0,
  ) {
    super(detail);
    Object.assign(this, { status, code, title, errors, quote, current, requestId, retryAfter });
  }
}

/**
 * Sends a request (a GET, unless told otherwise) and hands back the answer once its head is there,
 * however long that takes.
 *
 * @throws RequestFailed for anything but a good answer
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
  if (date) onServerTime?.(date + Number(header('age')) * 1000);
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => null);
  // Ours are problem documents; a proxy's may be anything, and then lacks their fields.
  const told = Object(problem) as Failure;
  throw new RequestFailed(response.status, told, Number(header('retry-after')) || 0);
}

/** Reads the body of a good answer. */
export type Read = (response: Response) => Promise<unknown>;

/**
 * Exchanges JSON with the API within `timeoutMs`, 10 seconds unless told otherwise.
 *
 * @param options.read reads an answer that is something else
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
  // Safari before 17.4 has no `any`; there an abandoned request with a limit just runs to its end.
  const signal = wish && limit && AbortSignal.any ? AbortSignal.any([wish, limit]) : limit;
  const response = await send(url, { ...options, signal });
  // The contract says what each of our addresses answers; the types are generated from it. An answer
  // that says by its status that it is empty is typed as void there.
  return (
    response.status === 204
      ? undefined
      : await read(response).catch(() => {
          throw new RequestFailed(response.status, {});
        })
  ) as T;
}

/**
 * A `fetch` that tells how much of its body is sent, and gives up a line on which nothing moves. Only
 * XMLHttpRequest knows that: where there is none, as in Node, this is `fetch` and tells nothing.
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
      // A server that refuses early may close the line under the rest of the body. The browser then
      // reports an error alone, and has forgotten the answer that it had.
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
    // Whatever this client sends, it sends as a form.
    request.send(body as XMLHttpRequestBodyInit);
  });

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  [...request.getAllResponseHeaders().matchAll(/^(.+?): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  );
