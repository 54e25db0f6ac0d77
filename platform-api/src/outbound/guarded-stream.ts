import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errors, type Agent, type Dispatcher } from 'undici';
import { BRAND } from '../../contract/brand.ts';
import type { AddressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';
import { checkUrl } from './guarded-url.ts';

/** Streams are often moved by one or two redirects, with a check of our own at each (issue 7, Build 2). */
const MAX_REDIRECTS = 3;

const HEADERS = {
  accept: '*/*',
  'accept-encoding': 'identity',
  // Titles between the frames are for players that ask for them.
  'icy-metadata': '0',
  // SHOUTcast answers whoever is no Mozilla otherwise than a listener's browser.
  'user-agent': `Mozilla/5.0 (compatible; ${BRAND.name} stream check)`,
};

/** A stream's head, and its body as it comes, which whoever opened it destroys. */
export interface OutsideStream {
  /** Every address on the way, the one that answered last. */
  hops: URL[];
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

/** See `GuardedFetch.openStream`. @param reach.headWithinMs for all redirects together */
export async function openStream(
  reach: { agent: Agent; rules: AddressRules; headWithinMs: number },
  address: string,
  signal: AbortSignal,
): Promise<OutsideStream> {
  const late = new AbortController();
  // Not AbortSignal.timeout, which would end the body too.
  const timer = setTimeout(() => late.abort(), reach.headWithinMs);
  try {
    return await follow(reach, address, AbortSignal.any([late.signal, signal]));
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (late.signal.aborted) throw new FetchRefused('no_answer', error);
    throw new FetchRefused(isOldGreeting(error) ? 'old_protocol' : 'network', error);
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  { agent, rules }: { agent: Agent; rules: AddressRules },
  address: string,
  signal: AbortSignal,
): Promise<OutsideStream> {
  const hops: URL[] = [];
  let next = address;
  for (;;) {
    const url = checkUrl(next, rules);
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: HEADERS,
      signal,
    });
    hops.push(url);
    const { statusCode: status, headers, body } = response;
    const location = redirectOf(response);
    if (location === undefined) return { hops, status, headers, body };
    body.on('error', () => undefined).destroy();
    if (hops.length > MAX_REDIRECTS) throw new FetchRefused('redirect');
    next = URL.canParse(location, url.href) ? new URL(location, url).href : location;
  }
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const { location } = headers;
  return [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string'
    ? location
    : undefined;
}

/** undici's parser stops at the third letter of ICY: what it quotes goes on from there. */
const isOldGreeting = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError && String(Object(error).data).startsWith('Y 200');
