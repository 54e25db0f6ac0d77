import type { Player, PlayerOptions } from './player/player.ts';

/** Work that is given the SDK as soon as it is there. */
export type StationPlayerTask = (sdk: StationPlayerGlobal) => void;

/** The one global of the script tag, once the whole player is there. */
export interface StationPlayerGlobal {
  /** A player without a face; `apiBase` defaults to the server that the script came from. */
  createPlayer(options: Omit<PlayerOptions, 'apiBase'> & { apiBase?: string }): Player;
  /** Makes another tag a player as well. */
  define(tag: string): void;
  /**
   * Fetches the player now rather than when one comes near the window. Rejects with an `Error` whose
   * `code` is `player_load_failed` where it could not be fetched; calling again tries again.
   */
  whenReady(): Promise<StationPlayerGlobal>;
  /**
   * Work for when the player is there, in order. A page that cannot wait for the script writes
   * `(window.StationPlayer ??= { q: [] }).q.push((sdk) => sdk.createPlayer({ station: 'demo' }))`.
   */
  q: { push(task: StationPlayerTask): void };
}

/** What the global is before that: a page's own queue, to which the loader adds `whenReady`. */
export interface StationPlayerQueue {
  q: StationPlayerTask[];
  whenReady?: StationPlayerGlobal['whenReady'];
}

declare global {
  var StationPlayer: StationPlayerGlobal | StationPlayerQueue | undefined;
}
