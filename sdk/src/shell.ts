/**
 * Exports for the hosted pages (player-shell). Only for this repository: not part of the published package.
 */
export { BRAND } from '@stationhouse/platform-api/contract/site/brand';
export {
  chipOf,
  isWordmark,
  onDark,
  mix,
  paletteOf,
  type Look,
} from '@stationhouse/platform-api/contract/site/colours';
export {
  DEMO_STATION_SLUG,
  EMBED_DEFAULTS,
  UNKNOWN_TITLE,
} from '@stationhouse/platform-api/contract/stations/values';
export {
  LISTENER_START_SECONDS,
  RESERVE_PIECE_UNITS,
  STREAM_UNIT_BYTES,
  STREAM_UNIT_MS,
} from '@stationhouse/platform-api/contract/broadcast/values';
export {
  MAX_REPORTED_CHANGES,
  PAIRING_POLL_SECONDS,
  PLAYER_REPORT_SECONDS,
  REPORTED_HOURS,
  type PlayerStatus,
} from '@stationhouse/platform-api/contract/locations/values';
export { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
export { isSlug } from '@stationhouse/platform-api/contract/stations/slug';
export { languageOf, type Language } from '@stationhouse/platform-api/contract/site/languages';
export type {
  NowPlaying,
  PublicStation,
  Track,
  WallMessage,
} from './client/generated/types.gen.ts';
export {
  beginPairing,
  leaveLocation,
  reportPlayer,
  type PlayerLocation,
  type PlayerReport,
  type ReportPlayerResponse,
} from './client/location-players.ts';
export { readReservePiece, readReserveProgramme, type StreamAddress } from './client/reserve.ts';
export { RequestFailed } from './client/http.ts';
export { listPlayedTracks } from './client/stations.ts';
export {
  FRAME_PROTOCOL,
  type FrameMessage,
  type FrameRefusal,
  type FrameRequest,
  type FrameSnapshot,
} from './frame-protocol.ts';
export {
  colourDeclarations,
  onGround,
  OPTION_NAMES,
  readOptions,
  type EmbedOptions,
  type OptionName,
} from './options.ts';
export { PLAYS } from './player/audio-engine.ts';
export { createPlayer } from './player/create-player.ts';
export { isOwnStream, liveSource, type LiveSource } from './player/live-source.ts';
export { playerError } from './player/player-errors.ts';
export { isOn, type Player, type PlayerSnapshot } from './player/player.ts';
export { createServerClock, type ServerClock } from './player/server-clock.ts';
export { stationInfo } from './station-info.ts';
export { Embed } from './views/embed.tsx';
export {
  isFirst,
  type ComingStation,
  type PlayerControls,
  type ViewProps,
} from './views/view-props.ts';
export { PageLogo } from './views/parts/pictures.tsx';
export { ComingSoon, comingOf } from './views/parts/coming-soon.tsx';
export { faultText } from './views/parts/controls.tsx';
export { Full } from './views/full.tsx';
export { lookCss, lookDeclarations, wallLookCss } from './views/look.ts';
export { Play, type PlayScreen, type PlayViewProps, type PlayWords } from './views/play.tsx';
export { embedCss, fullCss, playCss, tvCss } from './views/styles.ts';
export { StaticTv } from './views/tv-static.tsx';
export { Tv, type TvWords } from './views/tv.tsx';
export type { Words } from './views/words.ts';
export { WORDS } from './views/words/all.ts';
