/** A player whose state the test sets, and which records the calls. */
import type { PlayerSnapshot } from '../src/player/player.ts';
import type { PlayerControls } from '../src/views/view-props.ts';

export const STATION = {
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  station_slug: 'demo',
  station_name: 'Demo Radio',
  station_logo_url: 'https://radio.example/logo.png',
  station_url: 'https://radio.example/demo',
  stream_url: 'https://radio.example/stream/demo',
};

const track = (title: string, artist: string) => ({
  title,
  artist,
  cover: `https://radio.example/${title.length}.jpg`,
});

export const TRACKS = {
  previous: track('Paper Lanterns', 'Hollow Coast'),
  current: track('Morning Counter', 'Stationhouse Ensemble'),
  next: track('Second Cup', 'Ada & the Windows'),
};

export const NOW_PLAYING = { ...TRACKS, updated_at: '2026-11-21T12:00:00Z', stale: false };

export const PLACEHOLDER = '/sdk/placeholder-cover.svg';

export function snapshotWith(changes: Partial<PlayerSnapshot> = {}): PlayerSnapshot {
  return {
    state: 'idle',
    paused: true,
    muted: false,
    volume: 1,
    error: null,
    cause: null,
    load: 'loaded',
    station: STATION,
    tracks: TRACKS,
    ...changes,
  };
}

/** Controls that record each press. */
export function fakePlayer(): PlayerControls & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    play: async () => void asked.push('play'),
    pause: () => void asked.push('pause'),
    retry: async () => void asked.push('retry'),
    get muted() {
      return asked.includes('mute');
    },
    set muted(muted) {
      asked.push(muted ? 'mute' : 'unmute');
    },
    volume: 1,
  };
}

/** The one button with this accessible name. */
export function button(within: ParentNode, name: string): HTMLButtonElement {
  const found = [...within.querySelectorAll('button')].filter(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} buttons named ${name}`);
  return only;
}

/** The texts of the elements with this role. */
export const textsOf = (within: ParentNode, role: string): (string | null)[] =>
  [...within.querySelectorAll(`[role=${role}]`)].map(({ textContent }) => textContent);
