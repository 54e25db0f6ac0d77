import type { CallsContext } from './context.ts';
import type { Events } from './events.ts';
import type { ListenersNow, NowPlaying, Station } from './generated/types.gen.ts';
import { RequestFailed } from './http.ts';

/** Options of `client.me.station.events`. */
export interface MyStationEventsOptions {
  /** The same object as from `me.station.get`; null: no station. */
  onStation: (station: Station | null) => void;
  /** Called while the station is on air. */
  onNowPlaying?: ((nowPlaying: NowPlaying) => void) | undefined;
  /** Called with the listeners of now, and with each change. */
  onListening?: ((now: ListenersNow) => void) | undefined;
  /** The session has ended, or the key has no permission. Nothing more is sent. */
  onEnd?: ((failure: RequestFailed) => void) | undefined;
}

const PATH = '/v1/me/station';

/** The event stream of the member's own station, and polling while the stream is down. */
export function myStationEvents({ asMember: ask, open }: CallsContext) {
  async function poll(
    signal: AbortSignal,
    { onStation, onNowPlaying, onListening }: MyStationEventsOptions,
  ): Promise<void> {
    const station = await ask<Station>('GET', PATH, { signal }).catch((failure: unknown) => {
      if (failure instanceof RequestFailed && failure.code === 'no_station') return null;
      throw failure;
    });
    if (!signal.aborted) onStation(station);
    if (onListening && station) {
      onListening(await ask<ListenersNow>('GET', `${PATH}/listeners`, { signal }));
    }
    if (!onNowPlaying || station?.status !== 'active') return;
    const nowPlaying = await ask<NowPlaying>('GET', `${PATH}/now-playing`, { signal });
    if (!signal.aborted) onNowPlaying(nowPlaying);
  }

  return {
    /**
     * Streams your station: its current state, then every change. A hidden page receives nothing until it
     * is visible.
     *
     * @example
     * const events = client.me.station.events({
     *   onStation: (station) => show(station),
     *   onNowPlaying: ({ current }) => showTrack(current),
     * });
     * events.close();
     */
    events(options: MyStationEventsOptions): Events {
      const { onStation, onNowPlaying, onListening, onEnd } = options;
      return open(`${PATH}/events${onListening ? '?listening=true' : ''}`, {
        // The contract defines the data of each event.
        onEvent(name, data) {
          if (name === 'station') onStation(data as Station | null);
          else if (name === 'now-playing') onNowPlaying?.(data as NowPlaying);
          else if (name === 'listening') onListening?.(data as ListenersNow);
        },
        // The next poll repeats a failed request, and the stream is retried as well.
        poll: (signal) => void poll(signal, options).catch(() => undefined),
        ...(onEnd && { onEnd }),
      });
    },
  };
}
