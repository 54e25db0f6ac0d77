import { PassThrough, Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { TextAnswer, textOfBytes } from '../foreign-text.ts';
import { FetchRefused } from './fetch-refused.ts';

/** Media types that cannot be JSON: mostly the stream's own URL, entered by mistake. */
const NEVER_JSON = /^(?:audio|video|image|font)\//i;

/** The charset of a media type. Old scripts and proxies still send Latin-1 and Windows-1251. */
const CHARSET = /;\s{0,9}charset="?([\w-]{1,40})/i;

/** Server-sent events: the answer has no end. */
const EVENT_STREAM = /^text\/event-stream/i;

/** In UTF-16 code units. More is no track, and is looked through again with each piece that arrives. */
const MAX_EVENT_LENGTH = 16 * 1024;

/** A whole event with data. */
const EVENT = /^data:.*\r?\n\r?\n/m;

/**
 * Reads and parses a JSON response. Always releases the body.
 * @param maxBytes limit for the compressed and for the decompressed body
 * @throws FetchRefused if it is anything but JSON with status 200 or one of `alsoStatuses`
 */
export async function readJsonAnswer(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  alsoStatuses: readonly number[] = [],
): Promise<unknown> {
  const text = await readText(response, maxBytes, alsoStatuses);
  try {
    return parseJson(text);
  } catch {
    // The parser's message quotes the response, which must not get into our log.
    throw new FetchRefused('not_json');
  }
}

/**
 * The same for a track source, some of which answer in XML or in plain text.
 * @returns a `TextAnswer` if it is not JSON
 */
export async function readTrackAnswer(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<unknown> {
  const text = await readText(response, maxBytes, []);
  try {
    return parseJson(text);
  } catch {
    return new TextAnswer(text);
  }
}

async function readText(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  alsoStatuses: readonly number[],
): Promise<string> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode >= 300 && statusCode < 400) throw new FetchRefused('redirect');
    if (statusCode !== 200 && !alsoStatuses.includes(statusCode)) {
      throw new FetchRefused('bad_status', undefined, statusCode);
    }
    // Other types are accepted: many track scripts send their JSON as text/html, and the parser rejects
    // real HTML.
    const type = String(headers['content-type'] ?? '');
    if (NEVER_JSON.test(type)) throw new FetchRefused('not_json');
    if (Number(headers['content-length']) > maxBytes) throw new FetchRefused('too_large');
    const encoding = String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase();
    if (EVENT_STREAM.test(type)) return await readFirstEvent(body);
    const bytes =
      encoding === 'deflate'
        ? await inflate(body, maxBytes)
        : await readBody(body, decoderFor(encoding), maxBytes);
    return textOfBytes(bytes, CHARSET.exec(type)?.[1]);
  } finally {
    // Destroying a body that was not read to its end emits an error.
    body.on('error', () => undefined).destroy();
  }
}

function decoderFor(encoding: string): Duplex {
  switch (encoding) {
    case '':
    case 'identity':
    // Charsets and words that scripts put here by mistake. Browsers ignore them.
    case 'none':
    case 'utf-8':
    case 'utf8':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchRefused('not_json');
  }
}

/** The server sends the current state first, and news after it for as long as we listen. */
async function readFirstEvent(body: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body as AsyncIterable<Buffer>) {
    text += decoder.decode(piece, { stream: true });
    if (EVENT.test(text)) break;
    if (text.length > MAX_EVENT_LENGTH) throw new FetchRefused('too_large');
  }
  return text;
}

/** `deflate` is with the header of zlib, or raw, as some servers send it: browsers take both. */
async function inflate(body: Readable, maxBytes: number): Promise<Buffer> {
  const bytes = await readBody(body, new PassThrough(), maxBytes);
  const [method = 0, flags = 0] = bytes;
  const isZlib = method % 16 === 8 && (method * 256 + flags) % 31 === 0;
  const decoder = isZlib ? createInflate() : createInflateRaw();
  return readBody(Readable.from([bytes]), decoder, maxBytes);
}

/** Reads and decompresses the body, and stops at the limit. */
async function readBody(body: Readable, decoder: Duplex, maxBytes: number): Promise<Buffer> {
  async function* atMost(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new FetchRefused('too_large');
      yield piece;
    }
  }
  const pieces: Buffer[] = [];
  // Compressed bytes count too: an endless body may decompress to nothing.
  await pipeline(body, atMost, decoder, atMost, async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) pieces.push(piece);
  });
  return Buffer.concat(pieces);
}

/**
 * Parses JSON, including the invalid JSON of Icecast 2.4. Icecast omits the quotes of any text that looks
 * like a number to its XML library, so a stream titled `-`, `5.` or `.5` breaks the whole document
 * (xiph/Icecast-Server#74; still in Debian's 2.4.4).
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.includes('"icestats"')) throw error;
    return JSON.parse(quoteBrokenNumbers(text));
  }
}

// A string, or a run of characters that numbers consist of. An unclosed string matches to the end of the
// text: searching for its end again from every inner quote would take quadratic time.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*(?:"|$)|[-+.\d][-+.\deE \t]*/gs;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

function quoteBrokenNumbers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || JSON_NUMBER.test(token) ? token : JSON.stringify(token.trim()),
  );
}
