import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { PlayerKind } from '../../contract/listening/values.ts';
import { locationIdIn } from '../../contract/locations/schemas.ts';
import { AppError } from '../errors.ts';
import { playerNamed } from '../listening/connections.ts';
import type { OnAirStation, RenditionName } from './on-air.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';

/** The request of a listener. */
export interface ListenerRequest {
  method: 'GET' | 'HEAD';
  /** Where to start, in ms since the epoch; null for the usual start of a new listener. */
  from: number | null;
  /** In kbit/s; null: not asked for. */
  quality: number | null;
  wantsIcy: boolean;
  /** The kind of its player. */
  player: PlayerKind;
  /** Made of a random number below 1 that our own player keeps while its page is open; null: another player. */
  playback: number | null;
  /** The id of the location that it plays at; null: none. */
  location: string | null;
  /** It asks to resume a lost response (Range), which a live stream cannot do. */
  wantsRest: boolean;
}

/** @throws AppError `bad_request` when `from`, `quality` or `location` is not one */
export function readListenerRequest(req: IncomingMessage): ListenerRequest {
  const query = new URLSearchParams(req.url?.split('?')[1]);
  return {
    method: req.method === 'HEAD' ? 'HEAD' : 'GET',
    from: numberIn(query, 'from'),
    quality: numberIn(query, 'quality'),
    wantsIcy: req.headers['icy-metadata'] === '1',
    player: playerNamed(query.get('player')),
    playback: playbackIn(query),
    location: locationIn(query),
    wantsRest: /^bytes=(?!0-)[\d-]/.test(req.headers.range ?? ''),
  };
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  const number = text === null || text === '' ? null : Number(text);
  if (number !== null && !Number.isFinite(number)) throw new AppError('bad_request');
  return number;
}

/** The id of the location that a query names; null: none. @throws AppError `bad_request` when it is not a public id */
export function locationIn(query: URLSearchParams): string | null {
  const text = query.get('location') ?? '';
  const id = text === '' ? null : locationIdIn(text);
  if (text !== '' && id === null) throw new AppError('bad_request');
  return id;
}

/** V8 keeps whole numbers below 2^31 without an object for each. */
function playbackIn(query: URLSearchParams): number | null {
  const playback = Number(query.get('playback'));
  return playback > 0 && playback < 1 ? Math.ceil(playback * 2 ** 30) : null;
}

/** The rendition at the address of a stream: `demo`, `demo.mp3?quality=192`, `demo.aac`; null for an unknown one. */
export function renditionAt(extension: string, quality: number | null): RenditionName | null {
  if (extension === 'aac') return quality === null || quality === 64 ? 'aac_64' : null;
  if (quality === 192) return 'mp3_192';
  return quality === null || quality === 128 ? 'mp3_128' : null;
}

/** @throws AppError `listening_hours_used` */
export function requireHours({ isFull }: OnAirStation): void {
  if (isFull) throw new AppError('listening_hours_used');
}

/** @throws AppError `quality_not_available` */
export function offered(station: OnAirStation, name: RenditionName | null): Rendition {
  if (name === null || !station.renditions.includes(name)) {
    throw new AppError('quality_not_available');
  }
  return RENDITIONS[name];
}

/** A rendition by its name in an address; null for an unknown one. */
export const renditionNamed = (text: string): RenditionName | null =>
  Object.values(RENDITIONS).find(({ name }) => name === text)?.name ?? null;

/**
 * The headers of every live response. It has neither a length nor chunks: the audio ends with the
 * connection. That saves bytes, and a browser that loses the connection plays its buffer and fires
 * `ended`. After a broken chunked response it would retry again and again in silence.
 */
export const liveHeaders = ({ contentType }: Rendition): OutgoingHttpHeaders => ({
  'Content-Type': contentType,
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'none',
  // nginx would otherwise buffer the stream on its disk for slow listeners.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
});

/** Icecast's headers for such players: the station, the quality, the interval of the titles. */
export function icyHeaders(
  { kbps }: Rendition,
  { name, stationUrl, metaint }: { name: string; stationUrl: string; metaint: number },
): OutgoingHttpHeaders {
  return {
    // Headers are Latin-1; players read these bytes as UTF-8.
    'icy-name': Buffer.from(name.replaceAll(/\p{Cc}+/gu, ' ')).toString('latin1'),
    'icy-url': stationUrl,
    'icy-br': String(kbps),
    'icy-sr': '48000',
    // Keeps stations out of public directories: they are private label.
    'icy-pub': '0',
    'icy-metaint': String(metaint),
  };
}
