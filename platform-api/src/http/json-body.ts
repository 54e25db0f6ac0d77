import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../contract/limits.ts';
import { AppError, type FieldFault } from '../errors.ts';

const parse = koaBody({
  multipart: false,
  urlencoded: false,
  text: false,
  jsonLimit: MAX_BODY_BYTES,
  includeUnparsed: true,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
  onError(error) {
    throw refusalFor(error);
  },
});

/** raw-body and the decompression before it put a status on what they throw; JSON itself does not. */
function refusalFor(error: Error): AppError | Error {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) return new AppError('body_too_large');
  if (status === 415) return new AppError('unsupported_media_type');
  if (status === 400 || error instanceof SyntaxError)
    return new AppError('bad_json', { fields: prototypeFaults(error) });
  // zlib: a body that is not what its Content-Encoding says.
  if ('code' in error && String(error.code).startsWith('Z_')) return new AppError('bad_json');
  return error;
}

/** The parser lets no object change its prototype, but does not say so: its error only holds the text. */
function prototypeFaults(error: Error): FieldFault[] | undefined {
  let isNamed = false;
  try {
    JSON.parse('body' in error ? String(error.body) : '', (key, value: unknown) => {
      isNamed ||= key === '__proto__';
      return value;
    });
  } catch {
    // It was no JSON in the first place.
    return undefined;
  }
  return isNamed ? [PROTOTYPE] : undefined;
}

const PROTOTYPE: FieldFault = {
  field: '__proto__',
  code: 'unknown_field',
  message: 'There is no such field here.',
};

/**
 * Reads a request's JSON object; nothing sent is an empty one.
 * @throws `bad_json`, `body_too_large`, `unsupported_media_type`
 */
export async function readJsonBody(ctx: Context): Promise<Record<string, unknown>> {
  const { req } = ctx;
  const isEmpty = req.headers['transfer-encoding'] === undefined && (ctx.request.length ?? 0) === 0;
  if (isEmpty) return {};
  if (!ctx.is('application/json') || !isUtf8(ctx.request.charset))
    throw new AppError('unsupported_media_type');
  await parse(ctx, async () => undefined);
  const { body, rawBody } = ctx.request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('bad_json');
  if (typeof rawBody === 'string') refuseStrangeKeys(rawBody);
  // An object that is no array: its keys are texts, its values anything.
  return body as Record<string, unknown>;
}

/** JSON crosses the wire in no other (RFC 8259 §8.1), so whoever names another has sent something else. */
const isUtf8 = (charset: string): boolean => ['', 'utf-8', 'utf8'].includes(charset.toLowerCase());

/** In a text that is known to be JSON: strings (each with the colon that makes it a key), brackets. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs;

/**
 * Refuses what `JSON.parse` lets pass without a word: a key that stands twice, where two readers may
 * see two different values, and levels without end.
 * @throws `bad_json` naming the key
 */
function refuseStrangeKeys(text: string): void {
  const levels: Set<string>[] = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      levels.push(new Set());
      if (levels.length > MAX_BODY_DEPTH) throw new AppError('bad_json');
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (string !== undefined && colon !== undefined) {
      const key: string = JSON.parse(string);
      const keys = levels.at(-1);
      if (keys?.has(key)) throw new AppError('bad_json', { fields: [twice(key)] });
      keys?.add(key);
    }
  }
}

const twice = (field: string): FieldFault => ({
  field,
  code: 'duplicate_key',
  message: 'This key stands twice.',
});
