import { LISTENER_START_SECONDS } from '@stationhouse/platform-api/contract/broadcast/values';
import type { ServerClock } from './server-clock.ts';

/** One connection to a stream. */
export interface LiveSource {
  url: string;
  /** The time of the first sound, in epoch ms of the server; null: unknown. */
  startsAt(): number | null;
}

/** Whether a stream comes from the station's own server. */
export const isOwnStream = (streamUrl: string, apiBase: string) =>
  streamUrl.startsWith(`${apiBase}/stream/`);

/**
 * A stream's address with a unique query, so that no cache answers it. Streams of our own server take a
 * start time, so the player always knows what is heard.
 *
 * @param streamUrl the station's address of the stream
 * @param about what our own server is told of the player, as a query
 */
export function liveSource(
  streamUrl: string,
  apiBase: string,
  clock: ServerClock,
  about: string,
): LiveSource {
  const asked = performance.now();
  const isOurs = isOwnStream(streamUrl, apiBase);
  // Without a start time the server begins at the same point, counted from when the request arrives.
  const start = () => {
    const time = isOurs ? clock.at(asked) : null;
    return time === null ? null : Math.round(time) - LISTENER_START_SECONDS * 1000;
  };
  const from = start();
  const query = (from === null ? `t=${Date.now()}` : `from=${from}`) + (isOurs ? `&${about}` : '');
  return {
    url: streamUrl && streamUrl + (streamUrl.includes('?') ? '&' : '?') + query,
    startsAt: () => from ?? start(),
  };
}
