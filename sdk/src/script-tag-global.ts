import type { Player, PlayerOptions } from './player/player.ts';

/** A task that gets the SDK as soon as it is loaded. */
export type StationPlayerTask = (sdk: StationPlayerGlobal) => void;

/** The script tag's global, once the player is loaded. */
export interface StationPlayerGlobal {
  /** A player without a user interface. `apiBase` defaults to the script's origin. */
  createPlayer(options: Omit<PlayerOptions, 'apiBase'> & { apiBase?: string }): Player;
  /** Defines another tag as a player. */
  define(tag: string): void;
  /**
   * Fetches the player now. Rejects with an `Error` whose `code` is `player_load_failed` if that fails;
   * calling it again retries.
   */
  whenReady(): Promise<StationPlayerGlobal>;
  /**
   * Tasks for when the player is loaded, in order. A page that runs before the script writes
   * `(window.StationPlayer ??= { q: [] }).q.push((sdk) => sdk.createPlayer({ station: 'demo' }))`.
   */
  q: { push(task: StationPlayerTask): void };
}

/** The global before that: the page's own queue, to which the loader adds `whenReady`. */
export interface StationPlayerQueue {
  q: StationPlayerTask[];
  whenReady?: StationPlayerGlobal['whenReady'];
}

declare global {
  var StationPlayer: StationPlayerGlobal | StationPlayerQueue | undefined;
}
