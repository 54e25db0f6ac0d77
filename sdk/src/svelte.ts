/** A player for one's own controls as a Svelte store, and the types of `<station-player>` in templates. */
import type { HTMLAttributes } from 'svelte/elements';
import type { StationPlayerElement, StationPlayerHandlers } from './station-player.tsx';
import type { StationPlayerAttributes } from './tag-attributes.ts';

export { playerStore, type PlayerActions, type PlayerStore } from './player/player-store.ts';
export type { PlayerOptions, PlayerSnapshot } from './player/player.ts';

/** The tag in templates. */
export type StationPlayerTag = Omit<
  HTMLAttributes<StationPlayerElement>,
  keyof StationPlayerAttributes | keyof StationPlayerHandlers
> &
  StationPlayerAttributes &
  StationPlayerHandlers;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'station-player': StationPlayerTag;
  }
}
