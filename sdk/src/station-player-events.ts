import type { Track } from './client/generated/types.gen.ts';
import type { PlayerError } from './player/player-errors.ts';
import type { PlayerState } from './player/player.ts';
import type { StationInfo } from './station-info.ts';

/** The element's events and the `detail` of each. */
export interface StationPlayerEventMap {
  /** The state has changed. `cause` is the error that broke the connection, while reconnecting. */
  statechange: CustomEvent<{ state: PlayerState; cause: PlayerError | null }>;
  /** Another track is playing, or the first track is known. */
  trackchange: CustomEvent<{ track: Track | null }>;
  /** Playback has begun. Not sent again after a short interruption. */
  play: CustomEvent<null>;
  /** Sound has ended: paused, stopped, an error, another station, or the element was removed. */
  pause: CustomEvent<null>;
  /** The station is known. Sent again after a change of station, and when it is back on air. */
  ready: CustomEvent<null>;
  /** Another station is known, new data of the same one, or null when it is off air or unknown. Sent once for each. */
  stationchange: CustomEvent<{ station: StationInfo | null }>;
  /** Muted, unmuted or another volume, including changes made by the device. */
  volumechange: CustomEvent<{ muted: boolean; volume: number }>;
  /**
   * Playback has failed. Unlike the other events it does not bubble: on `window` it would look like a
   * script error of the host page. A media element's `error` does not bubble either.
   */
  error: CustomEvent<PlayerError>;
}

/** Handlers of the events as React 19, Preact and Svelte name them: `onstatechange`. */
export type StationPlayerHandlers = {
  [Type in keyof StationPlayerEventMap as `on${Type}`]?:
    ((event: StationPlayerEventMap[Type]) => void) | undefined;
};
