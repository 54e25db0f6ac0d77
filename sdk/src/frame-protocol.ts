import type { PlayerError } from './player/player-errors.ts';
import type { PlayerSnapshot, PlayerState } from './player/player.ts';
import type { StationInfo } from './station-info.ts';

/** Version of the messages between a page and a player in its frame. Each message carries it as `stationhouse`. */
export const FRAME_PROTOCOL = 1;

/** The requests of a page to a frame. `hello` asks for a message after each change. */
export type FrameMethod =
  'hello' | 'play' | 'pause' | 'stop' | 'retry' | 'set_volume' | 'set_muted';

/** From the page to the frame. */
export interface FrameRequest {
  stationhouse: typeof FRAME_PROTOCOL;
  /** Comes back with the answer. */
  id: number;
  method: FrameMethod;
  /** The volume from 0 to 1, or whether it is muted. */
  value?: number | boolean;
}

/** Why a frame refuses a request. */
export type FrameRefusal = 'origin_not_allowed' | 'unsupported_version' | 'invalid_request';

/** From the frame to the page: an answer, with `id`, or a change. */
export interface FrameMessage {
  stationhouse: typeof FRAME_PROTOCOL;
  id?: number;
  refusal?: FrameRefusal;
  snapshot?: FrameSnapshot;
}

/** The player in the frame, at one moment. */
export interface FrameSnapshot {
  state: PlayerState;
  muted: boolean;
  volume: number;
  error: PlayerError | null;
  station: StationInfo | null;
  tracks: PlayerSnapshot['tracks'];
}
