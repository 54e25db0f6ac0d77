import type { CallsContext } from './context.ts';
import { openEvents, type Events, type EventsOptions } from './events.ts';
import type { NowPlaying, PublicStation } from './generated/types.gen.ts';
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

/** The event stream of a station on air; open to anybody. */
export function stationEvents({ ask, url, headers }: CallsContext) {
  return {
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
          const path = stationPath('', slug);
          // The next poll repeats a failed request, and the stream is retried as well.
          if (onStation) ask<PublicStation>('GET', path, { signal }).then(onStation, ignore);
          if (onNowPlaying) {
            ask<NowPlaying>('GET', `${path}/now-playing`, { signal }).then(onNowPlaying, ignore);
          }
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
