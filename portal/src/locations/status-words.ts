import type { Location } from '@stationhouse/sdk/client';

type Status = Location['status'];

interface StatusWords {
  name: string;
  kind: 'live' | 'waiting' | 'neutral' | 'attention';
}

/** Each status in words, and its colour. */
export const STATUS_WORDS: Record<Status, StatusWords> = {
  playing: { name: 'Playing', kind: 'live' },
  reserve: { name: 'Playing its reserve', kind: 'live' },
  silent: { name: 'Paused', kind: 'attention' },
  muted: { name: 'Muted', kind: 'attention' },
  blocked: { name: 'Waits for a tap', kind: 'attention' },
  stalled: { name: 'Music does not arrive', kind: 'attention' },
  closed: { name: 'Closed', kind: 'neutral' },
  offline: { name: 'Offline', kind: 'attention' },
  unpaired: { name: 'No player', kind: 'waiting' },
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
