import type { Ask } from './ask.ts';
import { openEvents, type Events, type EventsOptions } from './events.ts';
import type { ListPlayedTracksResponse, NowPlaying, PublicStation } from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';
import { stationEventsUrl, stationPath } from './stations.ts';

/** Options of `client.stations.events`. */
export interface StationEventsOptions extends Pick<
  EventsOptions,
  'wanted' | 'onEnd' | 'onServerTime'
> {
  /** Called with the same object as from `stations.get`, and with each change. */
  onStation?: (station: PublicStation) => void;
  /** Called with the same object as from `stations.nowPlaying`, and with each change. */
  onNowPlaying?: (nowPlaying: NowPlaying) => void;
  /** Loads the data while there is no stream. Default: requests what the two callbacks want. */
  poll?: (signal: AbortSignal) => void;
}

/**
 * Stations on air; open to anybody.
 *
 * @param headers sent with the event stream
 */
export function stationCalls(ask: Ask, url: string, headers: Record<string, string>) {
  const get = (slug: string, options?: RequestOptions) =>
    ask<PublicStation>('GET', stationPath('', slug), options);
  const nowPlaying = (slug: string, options?: RequestOptions) =>
    ask<NowPlaying>('GET', `${stationPath('', slug)}/now-playing`, options);
  return {
    /**
     * A station's name, logo and stream.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { station_name } = await client.stations.get('demo');
     */
    get,
    /**
     * Previous, current and next track.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { current } = await client.stations.nowPlaying('demo');
     */
    nowPlaying,
    /**
     * The last songs, the newest first.
     *
     * @throws RequestFailed `station_not_found`
     * @example const { data } = await client.stations.played('demo');
     */
    played: (slug: string, options?: RequestOptions) =>
      ask<ListPlayedTracksResponse>('GET', `${stationPath('', slug)}/played-tracks`, options),
    /**
     * Streams a station: its current state, then every change. While there is no stream it polls. A hidden page
     * receives nothing until it is visible.
     *
     * @example
     * const events = client.stations.events('demo', {
     *   onStation: ({ station_name }) => showName(station_name),
     *   onNowPlaying: ({ current }) => showTrack(current),
     * });
     * events.close();
     */
    events(
      slug: string,
      {
        onStation,
        onNowPlaying,
        poll = (signal) => {
          // The next poll repeats a failed request, and the stream is retried as well.
          if (onStation) get(slug, { signal }).then(onStation, ignore);
          if (onNowPlaying) nowPlaying(slug, { signal }).then(onNowPlaying, ignore);
        },
        ...options
      }: StationEventsOptions,
    ): Events {
      return openEvents({
        ...options,
        url: stationEventsUrl(url, slug),
        headers: () => headers,
        // The contract defines the data of each event.
        onEvent(name, data) {
          if (name === 'station') onStation?.(data as PublicStation);
          if (name === 'now-playing') onNowPlaying?.(data as NowPlaying);
        },
        poll,
      });
    },
  };
}

const ignore = () => undefined;
