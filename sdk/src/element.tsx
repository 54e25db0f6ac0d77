/**
 * Importing this module defines `<station-player station="…">`. Its server is the one that the module was
 * loaded from, unless `api-base` names another. On a server the import does nothing.
 */
import { moduleOrigin } from './module-origin.ts';
import { defineStationPlayer } from './station-player.tsx';

export type { StationInfo } from './station-info.ts';
export type { StationPlayerAttributes } from './tag-attributes.ts';
export {
  defineStationPlayer,
  StationPlayerElement,
  type StationPlayerEventMap,
  type StationPlayerHandlers,
} from './station-player.tsx';

defineStationPlayer(moduleOrigin(import.meta.url));
