import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import { ICY_METAINT } from './icy.ts';

/** What a listener asks for. */
export interface ListenerRequest {
  method: 'GET' | 'HEAD';
  /** Where it wants to begin, in ms since the epoch; null: wherever a new listener begins. */
  from: number | null;
  wantsIcy: boolean;
  /** It wants to go on within an answer that was lost, which a live stream cannot do. */
  wantsRest: boolean;
}

/** @throws AppError `bad_request` when `from` is no time */
export function readListenerRequest(req: IncomingMessage): ListenerRequest {
  const query = new URLSearchParams(req.url?.split('?')[1]);
  const text = query.get('from');
  const from = text === null || text === '' ? null : Number(text);
  if (from !== null && !Number.isFinite(from)) throw new AppError('bad_request');
  return {
    method: req.method === 'HEAD' ? 'HEAD' : 'GET',
    from,
    wantsIcy: req.headers['icy-metadata'] === '1',
    wantsRest: /^bytes=(?!0-)[\d-]/.test(req.headers.range ?? ''),
  };
}

/**
 * The head of every live answer. It has no length and no chunks: the end of the connection is the end of
 * the audio. That saves bytes, and a browser that loses the line plays to the end of what it has
 * and says `ended`, where a broken chunked answer would make it ask again and again in silence.
 */
export const LIVE_HEADERS: OutgoingHttpHeaders = {
  'Content-Type': 'audio/mpeg',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'none',
  // nginx would otherwise collect the stream on its disk for listeners slower than itself.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

/** What Icecast tells such players too: the station, the quality, where the titles are. */
export function icyHeaders(name: string, stationUrl: string): OutgoingHttpHeaders {
  return {
    'icy-name': name,
    'icy-url': stationUrl,
    'icy-br': '128',
    'icy-sr': '48000',
    // Not to be listed in public directories: stations are private label.
    'icy-pub': '0',
    'icy-metaint': String(ICY_METAINT),
  };
}
