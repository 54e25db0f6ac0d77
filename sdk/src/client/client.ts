import { openEvents, type EventsOptions } from './events.ts';
import type { RequestOptions } from './http.ts';
import { getNowPlaying, getStation, stationEventsUrl } from './stations.ts';

export type { Events, EventsOptions } from './events.ts';
export type { NowPlaying, Problem, PublicStation, Track } from './generated/types.gen.ts';
export { RequestFailed, type RequestOptions } from './http.ts';

/**
 * The API as functions, one room beside the other, in browsers and on servers.
 *
 * @param options.apiBase origin of the API, such as `https://radio.example.com`
 * @example
 * const { stations } = createClient({ apiBase: 'https://radio.example.com' });
 * const { current } = await stations.nowPlaying('demo');
 */
export function createClient({ apiBase }: { apiBase: string }) {
  return {
    /** Stations on air; open to anybody. */
    stations: {
      /** @throws RequestFailed with status 404 where there is none */
      get: (slug: string, options?: RequestOptions) => getStation(apiBase, slug, options),
      /** @throws RequestFailed */
      nowPlaying: (slug: string, options?: RequestOptions) => getNowPlaying(apiBase, slug, options),
      /** Live changes: `now-playing` and `station`, each with the same object as its GET. */
      events: (slug: string, options: Omit<EventsOptions, 'url'>) =>
        openEvents({ url: stationEventsUrl(apiBase, slug), ...options }),
    },
  };
}
