/**
 * The player as a module: the engine without a user interface, and helpers for embeds. Importing it has no
 * side effects, in browsers and on servers.
 */
export type { NowPlaying, PublicStation, Track } from './client/generated/types.gen.ts';
export {
  embedHeight,
  embedWidth,
  OPTION_NAMES,
  readOptions,
  type EmbedOptions,
  type OptionName,
  type Theme,
} from './options.ts';
export { isDistinct, isLegible } from '@stationhouse/platform-api/contract/site/colours';
export { createPlayer } from './player/create-player.ts';
export type {
  Player,
  PlayerOptions,
  PlayerSnapshot,
  PlayerState,
  StationLoad,
} from './player/player.ts';
export type { PlayerActions, PlayerStore } from './player/player-store.ts';
export type { PlayerError, PlayerErrorCode } from './player/player-errors.ts';
export type { StationPlayerGlobal, StationPlayerQueue } from './script-tag-global.ts';
