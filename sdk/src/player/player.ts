import type { NowPlaying, PublicStation, Track } from '../client/generated/types.gen.ts';
import type { PlayerError } from './player-errors.ts';

/**
 * State of the audio (specification §4). `reconnecting` is a kind of loading: the connection broke after
 * sound and the player restores it. Muting is separate.
 */
export type PlayerState =
  'idle' | 'loading' | 'playing' | 'paused' | 'reconnecting' | 'stopped' | 'error';

/** Whether it plays or is about to, so that the next press pauses. */
export const isOn = (state: PlayerState) => ['loading', 'playing', 'reconnecting'].includes(state);

/**
 * State of the station's data: `loading`, `loaded`, `missing` (no such station, or off air) or `failed`
 * (could not be loaded).
 */
export type StationLoad = 'loading' | 'loaded' | 'missing' | 'failed';

/** Everything that a view draws, as a frozen object. A new object means a change. */
export interface PlayerSnapshot {
  readonly state: PlayerState;
  readonly muted: boolean;
  readonly volume: number;
  /** Set while `state` is `error`, and while it is `stopped` after an error: retries spent, off air. */
  readonly error: PlayerError | null;
  /** The error that broke the connection, while `state` is `reconnecting`. */
  readonly cause: PlayerError | null;
  readonly load: StationLoad;
  readonly station: PublicStation | null;
  /** The tracks around the one that this listener hears; null until the first answer. */
  readonly tracks: Readonly<Record<'previous' | 'current' | 'next', Track | null>> | null;
}

/** Options of a player. */
export interface PlayerOptions {
  /** The station's slug or public id. Without one the player shows 'No station slug provided'. */
  station: string;
  /** Origin of the API, such as `https://radio.example.com`. Without one the player shows `no_api_base`. */
  apiBase: string;
  /** Data that the server had when it rendered the page, so that it is not fetched again. */
  initial?: { station: PublicStation; now_playing: NowPlaying };
  muted?: boolean;
  /** 0 to 1. */
  volume?: number;
  /** Only one exclusive player of a page plays at a time. Default true. */
  exclusive?: boolean;
  /** Never gives up a lost stream: for screens on a wall, where nobody presses Retry. Default false. */
  persistent?: boolean;
  /**
   * How its listeners are counted: on the station's own page, embedded in another, on a wall screen or in an app.
   * Default embed.
   */
  placement?: 'page' | 'embed' | 'wall' | 'app';
}

/** A station's player without a user interface: one `<audio>`, one event stream, one state. */
export interface Player {
  /** Resolves when sound begins. Never rejects: errors are in `snapshot().error`. */
  play(): Promise<void>;
  /** Pauses. The next play is live, and not from the buffer. */
  pause(): void;
  /** Ends playback and closes the stream. */
  stop(): void;
  /** Clears the error and plays again. If the station failed to load, loads it again first. */
  retry(): Promise<void>;
  muted: boolean;
  volume: number;
  snapshot(): PlayerSnapshot;
  /** Calls back after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void;
  /** Stops, closes the event stream and releases everything. */
  destroy(): void;
}
