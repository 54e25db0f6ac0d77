import type { Location } from '@stationhouse/sdk/client';

type Status = Location['status'];

interface StatusWords {
  name: string;
  kind: 'live' | 'waiting' | 'neutral' | 'attention';
  /** How to mend it; null: nothing needs mending. */
  advice: string | null;
}

/** Each status in words, its colour, and how to mend it. */
export const STATUS_WORDS: Record<Status, StatusWords> = {
  playing: { name: 'Playing', kind: 'live', advice: null },
  reserve: {
    name: 'Playing its reserve',
    kind: 'live',
    advice: 'Its internet line is cut. It plays the programme that it has kept.',
  },
  silent: { name: 'Paused', kind: 'attention', advice: 'Press play on its screen.' },
  muted: { name: 'Muted', kind: 'attention', advice: 'Turn up the volume on its screen.' },
  blocked: {
    name: 'Waits for a tap',
    kind: 'attention',
    advice: 'Its browser needs one tap before it may play. Tap the screen.',
  },
  stalled: {
    name: 'Music does not arrive',
    kind: 'attention',
    advice: 'Check the internet connection there.',
  },
  closed: { name: 'Closed', kind: 'neutral', advice: null },
  offline: {
    name: 'Offline',
    kind: 'attention',
    advice: 'Its player does not report. Check its power and the internet connection there.',
  },
  unpaired: { name: 'No player', kind: 'waiting', advice: null },
};

/** The status as it matters to the owner: a player that is off while the location is closed is fine. */
export const shownStatus = ({ status, is_open }: Pick<Location, 'status' | 'is_open'>): Status =>
  !is_open && status === 'offline' ? 'closed' : status;

/** How long ago a moment was, in words. */
export function agoInWords(since: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `for ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `for ${hours} h`;
  return `for ${Math.floor(hours / 24)} days`;
}
