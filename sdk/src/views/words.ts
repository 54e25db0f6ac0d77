import type { PlayerErrorCode } from '../player/player-errors.ts';

/** All that the player itself says, in one language. What a station says stays as it is. */
export interface Words {
  loading_station: string;
  not_found_title: string;
  not_found_text: string;
  /** What a card says until its track is known. */
  loading_title: string;
  loading_artist: string;
  connecting: string;
  reconnecting: string;
  live: string;
  play: string;
  pause: string;
  mute: string;
  unmute: string;
  retry: string;
  /** The way on where the browser wants a press before there is sound. */
  enable_audio: string;
  now_playing: string;
  previous_track: string;
  next_track: string;
  /** Each fault's sentence; one missing here is told as the engine tells it (player-errors.ts). */
  faults: Partial<Record<PlayerErrorCode, string>>;
}

/** English: the specification's own words (§2, §8), letter for letter where it gives them. */
export const ENGLISH: Words = {
  loading_station: 'Loading station...',
  not_found_title: 'Station Not Found',
  not_found_text: 'The requested radio station could not be found or is not active.',
  loading_title: 'Loading...',
  loading_artist: 'Please wait',
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting...',
  live: 'LIVE',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  retry: 'Retry',
  enable_audio: 'Enable audio',
  now_playing: 'Now playing',
  previous_track: 'Previous track',
  next_track: 'Next track',
  faults: {},
};
