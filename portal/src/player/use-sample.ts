import { useSyncExternalStore } from 'react';

/** The sample that is heard, of all on the page. */
interface Heard {
  url: string;
  /** `failed` until it is tried again. */
  phase: 'loading' | 'playing' | 'failed';
  /** From 0 to 1. */
  progress: number;
}

let heard: Heard | null = null;
let audio: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

function tell(next: Heard | null): void {
  heard = next;
  for (const changed of listeners) changed();
}

let stopOther: (() => void) | undefined;

/** Only one thing plays on a page: what begins stops what played before. */
export function takeOver(stop: () => void): void {
  if (stopOther !== stop) stopOther?.();
  stopOther = stop;
}

function stop(): void {
  audio?.pause();
  tell(null);
}

function open(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  const change = (part: Partial<Heard>) => heard && tell({ ...heard, ...part });
  made.addEventListener('playing', () => change({ phase: 'playing' }));
  made.addEventListener('timeupdate', () => {
    const { currentTime, duration } = made;
    if (duration > 0) change({ progress: currentTime / duration });
  });
  made.addEventListener('ended', () => tell(null));
  made.addEventListener('error', () => change({ phase: 'failed' }));
  audio = made;
  return made;
}

/** Plays a sample from its start, or stops it. */
function toggle(url: string): void {
  if (heard?.url === url && heard.phase !== 'failed') return stop();
  takeOver(stop);
  const player = open();
  player.src = url;
  tell({ url, phase: 'loading', progress: 0 });
  // An error event tells why it does not play; a newer sample has taken over otherwise.
  player.play().catch(() => undefined);
}

function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    // Leaving the page ends it.
    if (listeners.size === 0) stop();
  };
}

const none = () => null;

/** The sample that is heard now, and the press of a play button. */
export function useSample(): { heard: Heard | null; toggle: (url: string) => void } {
  return { heard: useSyncExternalStore(follow, () => heard, none), toggle };
}
