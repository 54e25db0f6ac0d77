/**
 * The client of the API: this file is the only place that talks to the network; beside it stand the
 * live events and one file per room of the API.
 */
import type { Problem } from './generated/types.gen.ts';

/** An answer that takes longer is given up, in ms (ours: a player asks again after as long anyway). */
const TIMEOUT_MS = 10_000;

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

/** A request that brought no good answer. Decide by `status` and `code`, never by the message. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  /** The answer's status; 0 when there was none. */
  readonly status: number;
  /** The problem's stable code; `unreachable` without an answer, `bad_answer` for one without sense. */
  readonly code: string;
  /** After how many seconds the server wants to be asked again; 0: it does not say. */
  readonly retryAfter: number;

  constructor(
    status: number,
    { code = 'bad_answer', detail = code }: Partial<Problem>,
    retryAfter = 0,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/**
 * Sends a GET and hands back the answer once its head is there, however long that takes.
 *
 * @throws RequestFailed for anything but a good answer
 */
export async function send(
  url: string,
  { onServerTime, ...init }: RequestOptions,
): Promise<Response> {
  const response = await fetch(url, init).catch(() => {
    throw new RequestFailed(0, { code: 'unreachable' });
  });
  const header = (name: string) => response.headers.get(name) ?? '';
  const date = Date.parse(header('date'));
  if (date) onServerTime?.(date + Number(header('age')) * 1000);
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => null);
  // Ours are problem documents; a proxy's may be anything, and then lacks their fields.
  const told = Object(problem) as Partial<Problem>;
  throw new RequestFailed(response.status, told, Number(header('retry-after')) || 0);
}

/**
 * Gets a JSON document within 10 seconds.
 *
 * @throws RequestFailed
 */
export async function getJson<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  // Safari before 17.4 has no `any`; there an abandoned request just runs to its end.
  const signal =
    options.signal && AbortSignal.any ? AbortSignal.any([options.signal, limit]) : limit;
  const response = await send(url, { ...options, signal });
  // The contract says what each of our addresses answers; the types are generated from it.
  return (await response.json().catch(() => {
    throw new RequestFailed(response.status, {});
  })) as T;
}
