// The outbound feature: an HTTP client for untrusted URLs, which people type in and which may point
// anywhere. It blocks private addresses at the connection itself (SSRF, see guarded-connector.ts) and
// limits time and size (guarded-json.ts; a stream's caller limits what it reads).
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import { BRAND } from '../../contract/site/brand.ts';
import { isLoopback } from '../http/web-origin.ts';
import { ConfigInvalid, type Config } from '../process/config.ts';
import { addressRules, checkUrl } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';
import { guardedConnector, resolveBySystem, type Dial, type Resolve } from './guarded-connector.ts';
import { readJsonAnswer, readTrackAnswer } from './guarded-json.ts';
import { followRedirects, openStream, type OutsideStream } from './guarded-stream.ts';

/** For one JSON response, from the DNS lookup to the last byte, in ms. */
const TIMEOUT_MS = 3_000;

/** The largest JSON response, in bytes after decompression. */
const MAX_BYTES = 256 * 1024;

/** For a stream, from the DNS lookup to the headers, over all redirects, in ms. */
const HEAD_WITHIN_MS = 5_000;

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br, deflate',
  'user-agent': `${BRAND.name} track reader`,
};

const TRACK_HEADERS = {
  ...HEADERS,
  accept: 'application/json, */*;q=0.5',
  // Shoutcast 1 answers only to clients that call themselves Mozilla.
  'user-agent': `Mozilla/5.0 (compatible; ${BRAND.name} track reader)`,
};

/** The parts of a request that differ from a plain GET. */
export interface JsonRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Statuses besides 200 whose JSON is an answer, too. */
  alsoStatuses?: readonly number[];
}

/** The answer to a POST, whatever its status. */
export interface PostAnswer {
  status: number;
  /** The beginning of the body, as text. */
  text: string;
}

/** HTTP client for untrusted URLs: blocks private addresses (SSRF), limits size and time. */
export interface GuardedFetch {
  /**
   * Gets and parses JSON.
   * @param request for other services than track sources
   * @throws FetchRefused for every kind of failure
   */
  fetchJson(url: string, signal?: AbortSignal, request?: JsonRequest): Promise<unknown>;
  /**
   * Gets a track source's answer, and follows up to three redirects.
   * @returns parsed JSON, or a `TextAnswer`
   * @throws FetchRefused for every kind of failure
   */
  fetchTracks(url: string): Promise<unknown>;
  /**
   * Posts JSON and reads the beginning of the answer. Redirects are answers, and are not followed.
   * @param limits.withinMs from the DNS lookup to the answer; what is then known of its body counts
   * @throws FetchRefused when there is no answer
   */
  postJson(
    url: string,
    request: { headers: Record<string, string>; body: string },
    limits: { withinMs: number; maxBytes: number; signal?: AbortSignal },
  ): Promise<PostAnswer>;
  /**
   * Checks a URL without network access, for use when one is saved.
   * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
   */
  checkUrl(url: string): URL;
  /**
   * Also resolves the host name. A name that does not resolve passes.
   * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
   */
  mayReach(url: string): Promise<void>;
  /**
   * Opens an audio stream and follows up to three redirects.
   * @param signal aborts the request and the body
   * @throws FetchRefused if no response headers arrive
   */
  openStream(url: string, signal: AbortSignal): Promise<OutsideStream>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/**
 * @param options.allow private host names, addresses and networks that may be reached
 * @param options.resolve,options.dial DNS lookup and connection; replaced in tests
 * @throws Error if an entry of `allow` is invalid
 */
export function createGuardedFetch(options: {
  allow: readonly string[];
  resolve?: Resolve;
  dial?: Dial;
  timeoutMs?: number;
  maxBytes?: number;
  headWithinMs?: number;
}): GuardedFetch {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, headWithinMs = HEAD_WITHIN_MS } = options;
  const { resolve = resolveBySystem } = options;
  const rules = addressRules(options.allow);
  const agent = new Agent({
    connect: guardedConnector({
      rules,
      resolve,
      dial: options.dial ?? buildConnector({ timeout: timeoutMs, maxCachedSessions: 0 }),
      withinMs: timeoutMs,
    }),
    // Connections are not reused, so every request passes the guard.
    pipelining: 0,
  });

  async function fetchJson(
    address: string,
    signal?: AbortSignal,
    { method = 'GET', headers, body, alsoStatuses }: JsonRequest = {},
  ): Promise<unknown> {
    const url = checkUrl(address, rules);
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...HEADERS, ...headers },
        ...(body !== undefined && { body }),
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      return await readJsonAnswer(response, maxBytes, alsoStatuses);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(deadline.aborted ? 'timeout' : 'network', error);
    }
  }

  async function fetchTracks(address: string): Promise<unknown> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { response } = await followRedirects({ agent, rules }, address, {
        headers: TRACK_HEADERS,
        signal,
      });
      return await readTrackAnswer(response, maxBytes);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(signal.aborted ? 'timeout' : 'network', error);
    }
  }

  const postJson: GuardedFetch['postJson'] = async (address, { headers, body }, limits) => {
    const url = checkUrl(address, rules);
    const late = AbortSignal.timeout(limits.withinMs);
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: limits.signal ? AbortSignal.any([late, limits.signal]) : late,
      });
      const text = await readBeginning(response.body, limits.maxBytes);
      return { status: response.statusCode, text };
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(late.aborted ? 'timeout' : 'network', error);
    }
  };

  return {
    fetchJson,
    fetchTracks,
    postJson,
    openStream: (address, signal) => openStream({ agent, rules, headWithinMs }, address, signal),
    checkUrl: (address) => checkUrl(address, rules),
    async mayReach(address) {
      const { hostname } = checkUrl(address, rules);
      const found = await Promise.race([
        resolve(hostname),
        setTimeout(timeoutMs, [], { ref: false }),
      ])
        // It does not resolve, so nothing can be reached by it.
        .catch(() => []);
      if (!found.every((ip) => rules.permits(hostname, ip))) {
        throw new FetchRefused('address_not_allowed');
      }
    },
    close: () => agent.destroy(),
  };
}

/** The first bytes of a body; what has arrived, if it breaks off. Always releases the body. */
async function readBeginning(body: Readable, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The status has arrived, which is what counts.
  }
  body.on('error', () => undefined).destroy();
  return Buffer.concat(pieces).subarray(0, maxBytes).toString();
}

/** This machine's own addresses, and no other private ones. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * The guarded fetch for addresses that members type, such as those of webhooks: `FETCH_ALLOW` is not for them. A developer
 * receives webhooks on the same machine: in development, where only this machine reaches the program, loopback addresses
 * are allowed. With them another machine could reach services of this one.
 */
export const openMemberFetch = (config: Config): GuardedFetch =>
  createGuardedFetch({
    allow:
      !config.production &&
      isLoopback(config.host) &&
      isLoopback(new URL(config.publicUrl).hostname)
        ? LOOPBACK
        : [],
  });

/**
 * The guarded fetch for addresses that only admins type, with the configured exceptions.
 * @throws ConfigInvalid naming the invalid entry
 */
export function openGuardedFetch({ fetchAllow }: Pick<Config, 'fetchAllow'>): GuardedFetch {
  try {
    return createGuardedFetch({ allow: fetchAllow });
  } catch (error) {
    throw new ConfigInvalid([`FETCH_ALLOW: ${error instanceof Error ? error.message : error}`]);
  }
}
