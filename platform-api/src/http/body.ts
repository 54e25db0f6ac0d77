import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../contract/values.ts';
import { SLOWEST_UPLOAD } from '../../contract/assets/values.ts';
import { AppError } from '../errors.ts';

const parse = koaBody({
  multipart: false,
  urlencoded: false,
  text: false,
  jsonLimit: MAX_BODY_BYTES,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
  onError(error) {
    throw refusalFor(error);
  },
});

/** The libraries below koa-body set a status on what they throw; a JSON syntax error has none. */
function refusalFor(error: Error): AppError | Error {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) return new AppError('body_too_large');
  if (status === 415) return new AppError('unsupported_media_type');
  // A `__proto__` key is a syntax error to the parser too.
  if (status === 400 || error instanceof SyntaxError) return new AppError('bad_json');
  // zlib: the body does not match its Content-Encoding.
  if ('code' in error && String(error.code).startsWith('Z_')) return new AppError('bad_json');
  return error;
}

/**
 * Reads a request's JSON object. An empty body counts as an empty object.
 * @throws `bad_json`, `body_too_large`, `unsupported_media_type`
 */
export async function readJsonBody(ctx: Context): Promise<Record<string, unknown>> {
  const { req } = ctx;
  const isEmpty = req.headers['transfer-encoding'] === undefined && (ctx.request.length ?? 0) === 0;
  if (isEmpty) return {};
  if (!ctx.is('application/json') || !isUtf8(ctx.request.charset))
    throw new AppError('unsupported_media_type');
  await parse(ctx, async () => undefined);
  const { body } = ctx.request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('bad_json');
  if (isDeeperThan(MAX_BODY_DEPTH, body)) throw new AppError('bad_json');
  // A JSON object: string keys, unknown values.
  return body as Record<string, unknown>;
}

/** JSON is always UTF-8 (RFC 8259 §8.1). */
const isUtf8 = (charset: string): boolean => ['', 'utf-8', 'utf8'].includes(charset.toLowerCase());

/** Whether a value nests deeper. Recursive code, such as `JSON.stringify`, overflows on deep values. */
const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** Counts the bytes that a request holds. @returns false when they are too many */
export type HoldBytes = (res: ServerResponse) => (bytes: number) => boolean;

/** Limits the bytes of bodies that all requests together hold in memory until they are answered. */
export function createByteBudget(most: number): HoldBytes {
  let held = 0;
  return (res) => {
    let own = 0;
    res.once('close', () => {
      held -= own;
      own = Infinity;
    });
    return (bytes) => {
      if (own === Infinity || held + bytes > most) return false;
      held += bytes;
      own += bytes;
      return true;
    };
  };
}

/**
 * Reads a request's body as the exact bytes that were sent, whatever its Content-Type: a webhook's
 * signature covers those bytes. The server limits the time (`limitBodyTime`).
 *
 * @param maxBytes a larger body is refused before all of it has arrived
 * @param hold absent: the bytes of all requests together are not limited
 * @throws `body_too_large`; `busy` when too many bytes are held; `unsupported_media_type` for a compressed body;
 *   ECONNRESET when the client leaves
 */
export async function readRawBody(
  { req, res }: Pick<Context, 'req' | 'res'>,
  maxBytes: number,
  hold: HoldBytes = () => () => true,
): Promise<Buffer> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new AppError('unsupported_media_type');
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw new AppError('body_too_large');
  // A middleware that read first would leave us a truncated body without any error.
  if (req.readableDidRead) throw new Error('The body was read before the call read it.');
  return collect(req, maxBytes, hold(res));
}

function collect(
  req: IncomingMessage,
  maxBytes: number,
  mayHold: (bytes: number) => boolean,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size <= maxBytes && mayHold(chunk.length)) {
        chunks.push(chunk);
        return;
      }
      // Paused, not destroyed: destroying the request would also close the connection for the answer.
      req.off('data', take);
      req.pause();
      reject(new AppError(size > maxBytes ? 'body_too_large' : 'busy'));
    }
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(chunks, size)));
    req.once('error', reject);
  });
}

/** A minimum rate, measured over a number of seconds. */
export interface Pace {
  bytes_per_second: number;
  seconds: number;
}

/** How long a client may take to send a body, in ms. */
const BODY_TIME_MS = 30_000;

const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of a client whose body has not arrived in time. Unlike Node's own
 * `requestTimeout`, a handler can lift this limit (`liftBodyTime`).
 */
export function limitBodyTime(
  req: IncomingMessage,
  res: ServerResponse,
  ms: number = BODY_TIME_MS,
): void {
  if (!hasBody(req)) return;
  clearTimeout(timers.get(req));
  const timer = setTimeout(() => cutUnlessComplete(req, res), ms);
  timers.set(req, timer.unref());
  req.once('close', () => clearTimeout(timer));
}

function cutUnlessComplete(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  if (!res.headersSent) req.socket.write(REQUEST_TIMEOUT);
  req.socket.destroySoon();
}

/** In place of `limitBodyTime`: the body may take any time, but a client below this rate is disconnected. */
export function limitBodyPace(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes_per_second, seconds }: Pace = SLOWEST_UPLOAD,
): void {
  liftBodyTime(req);
  let read = req.socket.bytesRead;
  const timer = setInterval(() => {
    const isSlow = req.socket.bytesRead - read < bytes_per_second * seconds;
    read = req.socket.bytesRead;
    if (isSlow) cutUnlessComplete(req, res);
  }, seconds * 1_000);
  timer.unref();
  for (const event of ['end', 'close']) req.once(event, () => clearInterval(timer));
}

/** Removes the time limit: from now on the handler checks that the body arrives fast enough. */
export function liftBodyTime(req: IncomingMessage): void {
  clearTimeout(timers.get(req));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * After the answer has been sent, reads and discards the rest of the body, up to `bytes` and within the
 * time limit. Many clients, browsers included, read the answer only after they have sent everything. If
 * the connection closed earlier, they would never see why.
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
