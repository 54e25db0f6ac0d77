import { PassThrough, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FetchRefused } from './fetch-refused.ts';
import { parseJson } from './parse-json.ts';

/** A body of these types is not worth reading: mostly the stream itself, given by mistake. */
const NEVER_JSON = /^(?:audio|video|image|font)\//i;

/**
 * The JSON of an answer, which is let go whatever it is.
 * @param maxBytes the most that is read, packed or unpacked
 * @throws FetchRefused whatever is wrong with it
 */
export async function readJsonAnswer(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<unknown> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode >= 300 && statusCode < 400) throw new FetchRefused('redirect');
    if (statusCode !== 200) throw new FetchRefused('bad_status');
    // Otherwise the type is not asked: plenty of track scripts call their JSON text/html, and a page
    // of HTML is found out by the parser.
    if (NEVER_JSON.test(String(headers['content-type'] ?? ''))) throw new FetchRefused('not_json');
    if (Number(headers['content-length']) > maxBytes) throw new FetchRefused('too_large');
    const decoder = decoderFor(String(headers['content-encoding'] ?? ''));
    return toJson(await readBody(body, decoder, maxBytes));
  } finally {
    // A body that is not read to its end must be let go, which it reports as an error.
    body.on('error', () => undefined).destroy();
  }
}

function decoderFor(encoding: string): Duplex {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new FetchRefused('not_json');
  }
}

/** Reads to the end, unpacking no more than a piece beyond the limit. */
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
  // The packed bytes are counted too: they may go on for ever and never unpack to anything.
  await pipeline(body, atMost, decoder, atMost, async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) pieces.push(piece);
  });
  return Buffer.concat(pieces);
}

function toJson(bytes: Buffer): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    // The parser's message quotes what the other server sent, which has no place in our log.
    throw new FetchRefused('not_json');
  }
}
