import { openEvents, type EventsOptions } from './events.ts';
import type { ListPlayedTracksResponse, NowPlaying, PublicStation } from './generated/types.gen.ts';
import { requestJson, type RequestOptions } from './http.ts';

const address = (url: string, slug: string) => `${url}/v1/stations/${encodeURIComponent(slug)}`;

/** A station on air. @throws RequestFailed with status 404 if it is missing or off air */
export const getStation = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<PublicStation>(address(url, slug), options);

/** Previous, current and next track. @throws RequestFailed */
export const getNowPlaying = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<NowPlaying>(`${address(url, slug)}/now-playing`, options);

/** The last songs, the newest first. @throws RequestFailed */
export const listPlayedTracks = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<ListPlayedTracksResponse>(`${address(url, slug)}/played-tracks`, options);

/** The address of a station's event stream, for `openEvents`. */
export const stationEventsUrl = (url: string, slug: string) => `${address(url, slug)}/events`;

/**
 * Stations on air; open to anybody.
 *
 * @param headers sent with every request
 */
export function stationCalls(url: string, headers: Record<string, string>) {
  const carrying = (options?: RequestOptions): RequestOptions => ({
    ...options,
    headers: { ...headers, ...options?.headers },
  });
  return {
    /**
     * A station's name, logo and stream.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { station_name } = await client.stations.get('demo');
     */
    get: (slug: string, options?: RequestOptions) => getStation(url, slug, carrying(options)),
    /**
     * Previous, current and next track.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { current } = await client.stations.nowPlaying('demo');
     */
    nowPlaying: (slug: string, options?: RequestOptions) =>
      getNowPlaying(url, slug, carrying(options)),
    /**
     * The last songs, the newest first.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { data } = await client.stations.played('demo');
     */
    played: (slug: string, options?: RequestOptions) =>
      listPlayedTracks(url, slug, carrying(options)),
    /**
     * A stream of changes: `now-playing` and `station`, each with the same object as its GET.
     *
     * @example
     * const events = client.stations.events('demo', {
     *   onEvent: (name, data) => show(name, data),
     *   poll: () => client.stations.nowPlaying('demo').then(show),
     * });
     * events.close();
     */
    events: (slug: string, options: Omit<EventsOptions, 'url'>) =>
      openEvents({ url: stationEventsUrl(url, slug), headers: () => headers, ...options }),
  };
}
