import type { Context, Middleware } from 'koa';
import { Counter, Histogram } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../process/log.ts';

/** Other ids from callers are replaced, which prevents log injection. */
const REQUEST_ID = /^[\w-]{8,64}$/;

const answers = new Counter({
  name: 'stationhouse_http_requests_total',
  help: 'Requests that were answered, by call of the API or kind of file, and status.',
  labelNames: ['call', 'status'],
});

const durations = new Histogram({
  name: 'stationhouse_http_request_duration_seconds',
  help: 'Time to the end of the answer. Streams, and answers from memory, are only counted.',
  labelNames: ['call'],
  // Few: each is a line for every call, and a scrape must stay cheap.
  buckets: [0.05, 0.25, 1, 5],
});

/** Counts an answer. @param call a name of a fixed list: each one costs memory for ever */
export function countAnswer(call: string, status: number): void {
  answers.inc({ call, status });
}

/** What is requested beside the calls of the API, by the beginning of its path; anything else is a page. */
const KINDS = new Map([
  ['v1', 'unknown_call'],
  ['stream', 'stream'],
  ['hls', 'hls'],
  ['reserve', 'reserve'],
  ['listening', 'listening'],
  ['storage', 'storage'],
  ['sdk', 'static'],
  ['assets', 'static'],
]);

const kindOf = (path: string | null): string => KINDS.get(path?.split('/')[1] ?? '') ?? 'page';

/**
 * Gives each request an id, returns it as X-Request-Id, and logs one line when the response has ended.
 * Only the path is logged, because queries may hold secrets.
 */
export function requestLog(log: Logger): Middleware {
  return async function requestLog(ctx, next) {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : uuidv7();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);

    const began = performance.now();
    const { method } = ctx;
    const { socket } = ctx.req;
    const sentBefore = socket.bytesWritten;
    const path = pathOf(ctx);
    ctx.res.once('close', () => {
      const ms = performance.now() - began;
      const status = ctx.res.statusCode;
      // Set by `mountCall`.
      const { call = kindOf(path), userId: user_id }: { call?: string; userId?: string } =
        ctx.state;
      countAnswer(call, status);
      if (ctx.respond !== false) durations.observe({ call }, ms / 1_000);
      const bytes = socket.bytesWritten - sentBefore;
      log.info(
        { request_id: requestId, call, user_id, method, path, status, bytes, ms: Math.round(ms) },
        'request',
      );
    });
    if (path) await next();
    else ctx.status = 400;
  };
}

/**
 * Koa parses the path lazily. For some request targets (`//#@`, `//_@]/#`) the path is missing or Node's
 * parser throws; these get a bare 400, as Node answers invalid HTTP.
 */
function pathOf(ctx: Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null;
  }
}
