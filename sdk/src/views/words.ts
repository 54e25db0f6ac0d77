import { UNKNOWN_ARTIST, UNKNOWN_TITLE } from '@stationhouse/platform-api/contract/stations/values';
import type { PlayerErrorCode } from '../player/player-errors.ts';

/** All texts of an embedded player, in one language. The station's own texts are not translated. */
export interface PlayerWords {
  loading_station: string;
  not_found_title: string;
  not_found_text: string;
  /** Shown on a card until its track is known. */
  loading_title: string;
  loading_artist: string;
  /** Shown on a card when the station does not provide the track (specification §3). */
  unknown_title: string;
  unknown_artist: string;
  /** Below the station's name while no song plays. Without it the API's own sentence is shown, in English. */
  back_soon?: string;
  /** Of a station that is closed. `{time}` is a day, or a day and a time. */
  closed_until: string;
  /** A BCP 47 tag, for dates. */
  locale: string;
  connecting: string;
  reconnecting: string;
  live: string;
  play: string;
  /** On a player that is one button. */
  listen_to: string;
  pause: string;
  mute: string;
  unmute: string;
  volume: string;
  retry: string;
  /** The button when the browser needs a press before there is sound. */
  enable_audio: string;
  /** The sentence of each error. A missing one is shown in English (player-errors.ts). */
  faults: Partial<Record<PlayerErrorCode, string>>;
}

/** The texts of a hosted page, with room for three cards. */
export interface Words extends PlayerWords {
  /** Below the name of a station that is being built. */
  coming_soon: string;
  /** Of a station before its first song. `{time}` is a time of the day. */
  first_song: string;
  now_playing: string;
  previous_track: string;
  next_track: string;
}

/** A complete translation, including every error. */
export interface Translation extends Words {
  back_soon: string;
  /** Ends where the browser's own message continues: `play_failed`. */
  faults: Record<PlayerErrorCode, string>;
}

/** English, with the specification's own words (§2, §8) exactly where it gives them. */
export const ENGLISH: PlayerWords = {
  loading_station: 'Loading station...',
  not_found_title: 'Station Not Found',
  not_found_text: 'The requested radio station could not be found or is not active.',
  loading_title: 'Loading...',
  loading_artist: 'Please wait',
  unknown_title: UNKNOWN_TITLE,
  unknown_artist: UNKNOWN_ARTIST,
  closed_until: 'Closed until {time}',
  locale: 'en-GB',
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting...',
  live: 'LIVE',
  play: 'Play',
  listen_to: 'Listen to {station}',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  retry: 'Retry',
  enable_audio: 'Enable audio',
  faults: {},
};

/** Shown until the words are loaded: the buttons have names, the texts stay empty. */
export const WITHOUT_TEXTS: PlayerWords = {
  ...ENGLISH,
  loading_station: '',
  loading_title: '',
  loading_artist: '',
};
