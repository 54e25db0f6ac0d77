/**
 * Importing this module makes `<station-player station="…">` a player on the page. It asks the server
 * that it was loaded from, unless an element says otherwise with `api-base`. On a server the import
 * does nothing.
 */
import { moduleOrigin } from './module-origin.ts';
import { defineStationPlayer } from './station-player.tsx';

export {
  defineStationPlayer,
  StationPlayerElement,
  type StationPlayerEventMap,
} from './station-player.tsx';

defineStationPlayer(moduleOrigin(import.meta.url));
