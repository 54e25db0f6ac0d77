import { UNKNOWN_ARTIST, UNKNOWN_TITLE } from '@stationhouse/platform-api/contract/limits';
import type { PlayerErrorCode } from '../player/player-errors.ts';

/** All that a player says in somebody's page, in one language. What a station says stays as it is. */
export interface PlayerWords {
  loading_station: string;
  not_found_title: string;
  not_found_text: string;
  /** What a card says until its track is known. */
  loading_title: string;
  loading_artist: string;
  /** What a card says where the station cannot tell (specification §3). */
  unknown_title: string;
  unknown_artist: string;
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
  /** Each fault's sentence; one missing here is told as the engine tells it (player-errors.ts). */
  faults: Partial<Record<PlayerErrorCode, string>>;
}

/** What a player says that has a page of its own, and room for three cards. */
export interface Words extends PlayerWords {
  now_playing: string;
  previous_track: string;
  next_track: string;
}

/** A language of our own choice of words, which leaves nothing to the engine's English. */
export interface Translation extends Words {
  /** `play_failed` ends where the browser's own message goes on. */
  faults: Record<PlayerErrorCode, string>;
}

/** English: the specification's own words (§2, §8), letter for letter where it gives them. */
export const ENGLISH: PlayerWords = {
  loading_station: 'Loading station...',
  not_found_title: 'Station Not Found',
  not_found_text: 'The requested radio station could not be found or is not active.',
  loading_title: 'Loading...',
  loading_artist: 'Please wait',
  unknown_title: UNKNOWN_TITLE,
  unknown_artist: UNKNOWN_ARTIST,
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting...',
  live: 'LIVE',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  retry: 'Retry',
  enable_audio: 'Enable audio',
  faults: {},
};
