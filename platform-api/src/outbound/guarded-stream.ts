import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errors, type Agent, type Dispatcher } from 'undici';
import { BRAND } from '../../contract/site/brand.ts';
import { checkUrl, type AddressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';

/** Streams are often behind one or two redirects. Each target is checked like the first URL. */
const MAX_REDIRECTS = 3;

const STREAM_HEADERS = {
  accept: '*/*',
  'accept-encoding': 'identity',
  // Titles would be interleaved with the audio.
  'icy-metadata': '0',
  // SHOUTcast sends its stream only to clients that call themselves Mozilla.
  'user-agent': `Mozilla/5.0 (compatible; ${BRAND.name} stream check)`,
};

/** An open stream: response headers, and the body as it arrives. The caller destroys the body. */
export interface OutsideStream {
  /** Every URL on the way; the last one answered. */
  hops: URL[];
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

/** See `GuardedFetch.openStream`. @param reach.headWithinMs time until the headers, over all redirects */
export async function openStream(
  reach: { agent: Agent; rules: AddressRules; headWithinMs: number },
  address: string,
  signal: AbortSignal,
): Promise<OutsideStream> {
  const late = new AbortController();
  // AbortSignal.timeout would end the body too.
  const timer = setTimeout(() => late.abort(), reach.headWithinMs);
  try {
    const limits = { headers: STREAM_HEADERS, signal: AbortSignal.any([late.signal, signal]) };
    const { hops, response } = await followRedirects(reach, address, limits);
    const { statusCode: status, headers, body } = response;
    return { hops, status, headers, body };
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (late.signal.aborted) throw new FetchRefused('no_answer', error);
    throw new FetchRefused(isOldGreeting(error) ? 'old_protocol' : 'network', error);
  } finally {
    clearTimeout(timer);
  }
}

/** Gets an address and follows up to three redirects, each of which is checked. @throws FetchRefused `redirect` */
export async function followRedirects(
  { agent, rules }: { agent: Agent; rules: AddressRules },
  address: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<{ hops: URL[]; response: Dispatcher.ResponseData }> {
  const hops: URL[] = [];
  let next = address;
  for (;;) {
    const url = checkUrl(next, rules);
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      signal,
    });
    hops.push(url);
    const location = redirectOf(response);
    if (location === undefined) return { hops, response };
    response.body.on('error', () => undefined).destroy();
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

/** undici's parser fails at the third letter of ICY and quotes the rest. */
const isOldGreeting = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError &&
  'data' in error &&
  String(error.data).startsWith('Y 200');
