// How figures of listening are written.
import type { PlayerKind } from '@stationhouse/platform-api/contract/listening/values';

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits });

/** Listening time: '0 h', '24 min', '3.4 h', '1,204 h'. */
export function hoursInWords(seconds: number): string {
  if (seconds < 30) return '0 h';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = seconds / 3_600;
  return `${number(hours, hours < 100 ? 1 : 0)} h`;
}

/** Listening time to the second: '9 s', '12 min 5 s', '3 h 0 min 20 s'. */
export function lengthInWords(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const before =
    hours > 0 ? `${number(hours)} h ${minutes} min ` : minutes > 0 ? `${minutes} min ` : '';
  return `${before}${seconds % 60} s`;
}

/** The name of a country by its code; empty: not known. */
export function countryName(code: string): string {
  if (code === '') return 'Not known';
  return new Intl.DisplayNames('en-GB', { type: 'region' }).of(code) ?? code;
}

/** Hours without their unit, of a month beside its package: '1,204'. */
export const wholeHours = (seconds: number): string => number(Math.floor(seconds / 3_600));

/** Listeners on average: '2.5', '40'. */
export const averageInWords = (listeners: number): string =>
  number(listeners, listeners < 10 ? 1 : 0);

/** A part of a whole in per cent: 'under 1%', '62%'. */
export function shareInWords(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return percent > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
}

/** Where a station is listened to, by the kind of player. */
export const PLAYER_NAMES: Record<PlayerKind, string> = {
  page: 'On your page',
  embed: 'On websites',
  wall: 'On screens',
  app: 'In apps',
  stream: 'By stream address',
  hls: 'By HLS',
};
