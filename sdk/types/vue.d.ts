/** Types of `<station-player>` in Vue's templates. */
import type { HTMLAttributes } from 'vue';
import type {
  StationPlayerAttributes,
  StationPlayerElement,
  StationPlayerEventMap,
} from './element.js';

/** Vue's names of the handlers: `@trackchange` is `onTrackchange`. */
type Handlers = {
  [Type in keyof StationPlayerEventMap as `on${Capitalize<Type>}`]?: (
    event: StationPlayerEventMap[Type],
  ) => void;
};

/** In templates Vue's compiler reads `api-base` as `apiBase`. */
interface InCamelCase {
  apiBase?: StationPlayerAttributes['api-base'];
  keepPlaying?: StationPlayerAttributes['keep-playing'];
}

interface StationPlayerComponent {
  new (): StationPlayerElement & {
    $props: Omit<HTMLAttributes, keyof StationPlayerAttributes | keyof Handlers> &
      StationPlayerAttributes &
      InCamelCase &
      Handlers;
  };
}

declare module 'vue' {
  interface GlobalComponents {
    'station-player': StationPlayerComponent;
  }
}
