import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import { ICY_METAINT } from './icy.ts';

/** The request of a listener. */
export interface ListenerRequest {
  method: 'GET' | 'HEAD';
  /** Where to start, in ms since the epoch; null for the usual start of a new listener. */
  from: number | null;
  wantsIcy: boolean;
  /** It asks to resume a lost response (Range), which a live stream cannot do. */
  wantsRest: boolean;
}

/** @throws AppError `bad_request` when `from` is not a number */
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
 * The headers of every live response. It has neither a length nor chunks: the audio ends with the
 * connection. That saves bytes, and a browser that loses the connection plays its buffer and fires
 * `ended`. After a broken chunked response it would retry again and again in silence.
 */
export const LIVE_HEADERS: OutgoingHttpHeaders = {
  'Content-Type': 'audio/mpeg',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'none',
  // nginx would otherwise buffer the stream on its disk for slow listeners.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

/** Icecast's headers for such players: the station, the quality, the interval of the titles. */
export function icyHeaders(name: string, stationUrl: string): OutgoingHttpHeaders {
  return {
    'icy-name': name,
    'icy-url': stationUrl,
    'icy-br': '128',
    'icy-sr': '48000',
    // Keeps stations out of public directories: they are private label.
    'icy-pub': '0',
    'icy-metaint': String(ICY_METAINT),
  };
}
