import type { Ask } from './ask.ts';
import type { OpenAsMember } from './as-member.ts';
import type { Events } from './events.ts';
import type { NowPlaying, Station } from './generated/types.gen.ts';
import { RequestFailed } from './http.ts';

export interface MyStationEventsOptions {
  /** The same object as `me.station.get` answers; null: there is none (any more). */
  onStation: (station: Station | null) => void;
  /** Told while the station is on air. */
  onNowPlaying?: ((nowPlaying: NowPlaying) => void) | undefined;
  /** The session is over, or the key may not ask: nothing will be told any more. */
  onEnd?: ((failure: RequestFailed) => void) | undefined;
}

const PATH = '/v1/me/station';

/** Keeps a member's station up to date: on a line of its own and, while there is none, by asking. */
export function myStationEvents(
  ask: Ask,
  open: OpenAsMember,
  { onStation, onNowPlaying, onEnd }: MyStationEventsOptions,
): Events {
  async function poll(signal: AbortSignal): Promise<void> {
    const station = await ask<Station>('GET', PATH, { signal }).catch((failure: unknown) => {
      if (failure instanceof RequestFailed && failure.code === 'no_station') return null;
      throw failure;
    });
    if (!signal.aborted) onStation(station);
    if (!onNowPlaying || station?.status !== 'active') return;
    const nowPlaying = await ask<NowPlaying>('GET', `${PATH}/now-playing`, { signal });
    if (!signal.aborted) onNowPlaying(nowPlaying);
  }

  return open(`${PATH}/events`, {
    // The contract says what each event of this address carries.
    onEvent(name, data) {
      if (name === 'station') onStation(data as Station | null);
      else onNowPlaying?.(data as NowPlaying);
    },
    // What fails is asked for again by the next poll, and the line is tried besides.
    poll: (signal) => void poll(signal).catch(() => undefined),
    ...(onEnd && { onEnd }),
  });
}
