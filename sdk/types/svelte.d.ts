/** Types of `<station-player>` in Svelte's templates. */
import type { HTMLAttributes } from 'svelte/elements';
import type {
  StationPlayerAttributes,
  StationPlayerElement,
  StationPlayerHandlers,
} from './element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'station-player': Omit<
      HTMLAttributes<StationPlayerElement>,
      keyof StationPlayerAttributes | keyof StationPlayerHandlers
    > &
      StationPlayerAttributes &
      StationPlayerHandlers;
  }
}
