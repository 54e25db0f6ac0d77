// Reading other people's servers. Their addresses are typed in by people and may point anywhere, so
// this is the only way out of the house: where it connects is checked at the connection itself
// (guarded-connector.ts), and how long and how much it reads is limited here.
import { isIP } from 'node:net';
import { PassThrough, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { BRAND } from '../../contract/brand.ts';
import { addressRules, type AddressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';
import { guardedConnector, resolveBySystem, type Dial, type Resolve } from './guarded-connector.ts';
import { parseJson } from './parse-json.ts';

/** For one answer, from resolving the name to the last byte, in ms (security, row Track data). */
const TIMEOUT_MS = 3_000;

/** The largest answer, in bytes after decompression (same row). */
const MAX_BYTES = 256 * 1024;

/** Below 1024 only these: the others are mail, databases and the like (issue 2, Build 4). */
const LOW_PORTS = new Set(['80', '443']);
const FIRST_FREE_PORT = 1024;

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br, deflate',
  'user-agent': `${BRAND.name} track reader`,
};

/** A body of these types is not worth reading: mostly the stream itself, given by mistake. */
const NEVER_JSON = /^(?:audio|video|image|font)\//i;

/** The house's way to read what other servers say. */
export interface GuardedFetch {
  /**
   * The parsed answer of an outside address.
   * @throws FetchRefused whatever goes wrong
   */
  fetchJson(url: string, signal?: AbortSignal): Promise<unknown>;
  /**
   * What can be told of an address before anyone connects to it, for use when one is saved.
   * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
   */
  checkUrl(url: string): URL;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * @param options.allow host names, addresses and networks that may be reached although private
 * @param options.resolve,options.dial the two steps that leave this process; tests script them
 * @throws Error when an entry of `allow` makes no sense
 */
export function createGuardedFetch(options: {
  allow: readonly string[];
  resolve?: Resolve;
  dial?: Dial;
  timeoutMs?: number;
  maxBytes?: number;
}): GuardedFetch {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const rules = addressRules(options.allow);
  const agent = new Agent({
    connect: guardedConnector({
      rules,
      resolve: options.resolve ?? resolveBySystem,
      dial: options.dial ?? buildConnector({ timeout: timeoutMs, maxCachedSessions: 0 }),
      withinMs: timeoutMs,
    }),
    // No connection is used twice, so no request goes around the guard.
    pipelining: 0,
  });

  async function fetchJson(address: string, signal?: AbortSignal): Promise<unknown> {
    const url = checkUrl(address, rules);
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: HEADERS,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      return await readAnswer(response, maxBytes);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(deadline.aborted ? 'timeout' : 'network', error);
    }
  }

  return {
    fetchJson,
    checkUrl: (address) => checkUrl(address, rules),
    close: () => agent.destroy(),
  };
}

function checkUrl(address: string, rules: AddressRules): URL {
  // Parsing also brings every odd spelling of an IPv4 address, 0x7f.1 say, into its plain form.
  if (!URL.canParse(address)) throw new FetchRefused('url_not_allowed');
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const isFreePort = url.port === '' || Number(url.port) >= FIRST_FREE_PORT;
  if (!isWeb || url.username !== '' || url.password !== '') {
    throw new FetchRefused('url_not_allowed');
  }
  if (!isFreePort && !LOW_PORTS.has(url.port)) throw new FetchRefused('url_not_allowed');

  const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
  // Names under localhost are loopback wherever they are asked (RFC 6761 §6.3).
  const literal = /(?:^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
  if (isIP(literal) !== 0 && !rules.permits(host, literal)) {
    throw new FetchRefused('address_not_allowed');
  }
  return url;
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<unknown> {
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
