import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client gets this long for a request's body, in ms (security, 'Any route': requestTimeout). */
const BODY_TIME_MS = 30_000;

const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Cuts the line of a client whose body has not come in time. Node's own `requestTimeout` would do the
 * same to every request alike; here a handler may lift it (`liftBodyTime`).
 */
export function limitBodyTime(
  req: IncomingMessage,
  res: ServerResponse,
  ms: number = BODY_TIME_MS,
): void {
  if (!hasBody(req)) return;
  clearTimeout(timers.get(req));
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (!res.headersSent) req.socket.write(REQUEST_TIMEOUT);
    req.socket.destroySoon();
  }, ms);
  timers.set(req, timer.unref());
  req.once('close', () => clearTimeout(timer));
}

/** From here on the handler itself sees to it that a body comes at a fair pace. */
export function liftBodyTime(req: IncomingMessage): void {
  clearTimeout(timers.get(req));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Of a body that nobody wants any more: once the answer is out, reads on into nothing for as long as a
 * body may take, and for so many bytes. Many clients, browsers among them, listen only when they have
 * sent all: whose line is cut before never sees why.
 */
export function drainAfterAnswer(req: IncomingMessage, res: ServerResponse, bytes: number): void {
  res.once('finish', () => {
    let left = bytes;
    limitBodyTime(req, res);
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) req.destroy();
    });
    req.resume();
  });
}
