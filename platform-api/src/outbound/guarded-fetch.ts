// Reading other people's servers. Their addresses are typed in by people and may point anywhere, so
// this is the only way out of the house: where it connects is checked at the connection itself
// (guarded-connector.ts), and how long and how much it reads is limited (guarded-json.ts; of a stream
// by whoever opens it).
import { setTimeout } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import { BRAND } from '../../contract/brand.ts';
import { addressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';
import { guardedConnector, resolveBySystem, type Dial, type Resolve } from './guarded-connector.ts';
import { readJsonAnswer } from './guarded-json.ts';
import { openStream, type OutsideStream } from './guarded-stream.ts';
import { checkUrl } from './guarded-url.ts';

/** For one answer, from resolving the name to the last byte, in ms (security, row Track data). */
const TIMEOUT_MS = 3_000;

/** The largest answer, in bytes after decompression (same row). */
const MAX_BYTES = 256 * 1024;

/** From resolving a stream's name to its head, over all redirects, in ms (issue 7, Build 2). */
const HEAD_WITHIN_MS = 5_000;

const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br, deflate',
  'user-agent': `${BRAND.name} track reader`,
};

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
  /**
   * The same, and where its name leads at this moment. A name that leads nowhere passes.
   * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
   */
  mayReach(url: string): Promise<void>;
  /**
   * Opens the audio of an outside address and follows a few redirects, which streams are behind often.
   * @param signal lets go of it, body and all
   * @throws FetchRefused where no head comes
   */
  openStream(url: string, signal: AbortSignal): Promise<OutsideStream>;
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
      return await readJsonAnswer(response, maxBytes);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      throw new FetchRefused(deadline.aborted ? 'timeout' : 'network', error);
    }
  }

  return {
    fetchJson,
    openStream: (address, signal) => openStream({ agent, rules, headWithinMs }, address, signal),
    checkUrl: (address) => checkUrl(address, rules),
    async mayReach(address) {
      const { hostname } = checkUrl(address, rules);
      const found = await Promise.race([
        resolve(hostname),
        setTimeout(timeoutMs, [], { ref: false }),
      ])
        // Not there, or not at this moment: nothing can be reached by it.
        .catch(() => []);
      if (!found.every((ip) => rules.permits(hostname, ip))) {
        throw new FetchRefused('address_not_allowed');
      }
    },
    close: () => agent.destroy(),
  };
}
