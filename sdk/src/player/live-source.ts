import { LISTENER_START_SECONDS } from '@stationhouse/platform-api/contract/limits';
import type { ServerClock } from './server-clock.ts';

/** One connection to a stream. */
export interface LiveSource {
  url: string;
  /** What is heard first, in epoch ms of the server; null where nobody can know. */
  startsAt(): number | null;
}

/**
 * A stream's address as no cache has seen it. Our own streams are told where to begin, so that the
 * player knows at each moment what is heard; the server keeps to it.
 *
 * @param streamUrl as the station has it
 */
export function liveSource(streamUrl: string, apiBase: string, clock: ServerClock): LiveSource {
  const asked = performance.now();
  const isOurs = streamUrl.startsWith(`${apiBase}/stream/`);
  // Without a word from us the server begins there as well, once the request has reached it.
  const start = () => {
    const time = isOurs ? clock.at(asked) : null;
    return time === null ? null : Math.round(time) - LISTENER_START_SECONDS * 1000;
  };
  const from = start();
  const query = from === null ? `t=${Date.now()}` : `from=${from}`;
  return {
    url: streamUrl && streamUrl + (streamUrl.includes('?') ? '&' : '?') + query,
    startsAt: () => from ?? start(),
  };
}
