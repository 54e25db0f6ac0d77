import type { NowPlaying, PublicStation, Track } from '../client/generated/types.gen.ts';
import type { PlayerError } from './player-errors.ts';

/**
 * What the audio is doing (specification §4). `reconnecting` is a kind of loading: the music was
 * playing, the line dropped, and the player is getting it back by itself. Mute stands apart.
 */
export type PlayerState =
  'idle' | 'loading' | 'playing' | 'paused' | 'reconnecting' | 'stopped' | 'error';

/** Whether it plays or is about to: the next press means silence. */
export const isOn = (state: PlayerState) => ['loading', 'playing', 'reconnecting'].includes(state);

/** Where the station itself stands: still asked for, known, not there, or out of reach. */
export type StationLoad = 'loading' | 'loaded' | 'missing' | 'failed';

/** Everything that a view draws, as one frozen object. A new object means that something changed. */
export interface PlayerSnapshot {
  readonly state: PlayerState;
  readonly muted: boolean;
  readonly volume: number;
  /** Set while `state` is `error`, and while it is `stopped` by a fault: retries spent, off air. */
  readonly error: PlayerError | null;
  /** What the line was lost by, while `state` is `reconnecting`: no fault, for we mend it ourselves. */
  readonly cause: PlayerError | null;
  readonly load: StationLoad;
  readonly station: PublicStation | null;
  /** The tracks around what this listener hears; null until the first answer. */
  readonly tracks: Readonly<Record<'previous' | 'current' | 'next', Track | null>> | null;
}

/** How a player is made. */
export interface PlayerOptions {
  /** The station's slug. Missing or empty: the player says 'No station slug provided'. */
  station: string;
  /** Origin of the API, such as `https://radio.example.com`. */
  apiBase: string;
  /** What the server already knew when it rendered the page, so that nothing is asked twice. */
  initial?: { station: PublicStation; now_playing: NowPlaying };
  muted?: boolean;
  /** 0 to 1. */
  volume?: number;
  /** One of these plays at a time on a page; others play beside them. Default true. */
  exclusive?: boolean;
  /**
   * Never give a lost stream up: for screens on a wall, where nobody comes to press Retry. Default false.
   */
  persistent?: boolean;
}

/** A station's player without a face: one `<audio>`, one live line, one state. */
export interface Player {
  /** Resolves when sound has begun; never rejects: a fault is a state (`snapshot().error`). */
  play(): Promise<void>;
  /** Silence now; the next play is live again, not from the buffer. */
  pause(): void;
  /** Ends playback and lets go of the stream. */
  stop(): void;
  /** Clears the fault and plays again; after a failed load, asks for the station again first. */
  retry(): Promise<void>;
  muted: boolean;
  volume: number;
  snapshot(): PlayerSnapshot;
  /** Calls back after each change until the returned function is called. */
  subscribe(changed: () => void): () => void;
  /** Stops, closes the live line, and lets go of everything. */
  destroy(): void;
}
