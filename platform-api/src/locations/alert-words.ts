import type { LocationStatus } from '../../contract/locations/values.ts';

/** The meaning of a status in a mail or text message, and how to mend it. */
export const STATUS_WORDS: Readonly<Record<LocationStatus, string>> = {
  playing: 'It plays.',
  reserve: 'Its line is cut, and it plays its reserve.',
  silent: 'The player is paused. Press play on its screen.',
  muted: 'The player is muted. Turn up the volume on its screen.',
  blocked: 'Its browser waits for a tap. Tap the screen once.',
  stalled: 'The music does not reach the player. Check the internet connection there.',
  closed: 'The player counts the location as closed. Check its opening hours.',
  offline: 'The player does not report. Check its power and the internet connection there.',
  unpaired: 'It has no player. Pair a screen under Locations.',
};

/** A time of day in a zone, with the day. */
export const localTime = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
