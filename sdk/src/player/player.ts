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
  /** `idle`, `loading`, `playing`, `paused`, `reconnecting`, `stopped` or `error`. */
  readonly state: PlayerState;
  /** Whether it neither plays nor is about to. */
  readonly paused: boolean;
  /** Whether it is silenced. Independent of `state`. */
  readonly muted: boolean;
  /** 0 to 1, as the device accepted it. */
  readonly volume: number;
  /** `{ code, message }` while `state` is `error`, and while it is `stopped` after one: retries spent, off air. Else null. */
  readonly error: PlayerError | null;
  /** The error that broke the connection, while `state` is `reconnecting`; else null. */
  readonly cause: PlayerError | null;
  /** `loading`, `loaded`, `missing` (no such station, or off air) or `failed` (could not be loaded). */
  readonly load: StationLoad;
  /** The station as the API returns it; null until it is known. */
  readonly station: PublicStation | null;
  /** `previous`, `current` and `next` around what this listener hears; null until the first answer. */
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
  /** Whether it begins silenced. Default false. */
  muted?: boolean;
  /** 0 to 1. Default 1. */
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
  /** Can be read and set. */
  muted: boolean;
  /** From 0 to 1. Can be read and set. */
  volume: number;
  /** The current state, frozen. A new object means a change. */
  snapshot(): PlayerSnapshot;
  /** Calls back after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void;
  /** Stops for good, closes the event stream and releases everything. */
  destroy(): void;
}
