import { LISTENER_FURTHEST_SECONDS } from '@stationhouse/platform-api/contract/limits';

/** More new sound than this since the last look, in s, is music that flows (ours). */
const FLOW_SECONDS = 0.5;

/**
 * Music that has not flowed for this long, in ms, is waited for (ours). Firefox tells neither that a
 * stream ran dry nor that it flows again (measured).
 */
const DRY_MS = 2_000;

/**
 * Music that has not flowed for this long, in ms, is lost. A browser may never say so: Chromium asks
 * again in silence and raises no error for at least 11 s (measured).
 */
const LOST_MS = 10_000;

/** A stream that has brought no sound within this time, in ms, brings none (ours). */
const START_MS = 15_000;

/** A listener this far behind, in ms, is not live any more: it is more than our own streams keep. */
const BEHIND_MS = LISTENER_FURTHEST_SECONDS * 1000;

/** How the sound of one connection does, as far as the browser does not tell. */
export interface SoundWatch {
  /** The browser says that sound is heard, or that it waits for more: what flows from here on is new. */
  restart(): void;
  /** To be asked about every second; hidden pages get fewer looks. Null: nothing to say. */
  look(): 'flows' | 'dry' | 'lost' | 'behind' | null;
}

/** Watches the sound of a connection that opens now. */
export function watchSound(audio: HTMLAudioElement): SoundWatch {
  // The wall clock goes on while a machine sleeps.
  const openedAt = Date.now();
  /** How far the sound had come when it last flowed, in s, and when that was. */
  let position = 0;
  let flowedAt = 0;

  function restart(): void {
    position = audio.currentTime;
    flowedAt = performance.now();
  }

  restart();
  return {
    restart,
    look() {
      const heard = audio.currentTime;
      const flows = heard > position + FLOW_SECONDS;
      if (flows) restart();
      const silence = performance.now() - flowedAt;
      if (silence > (audio.error ? DRY_MS : heard ? LOST_MS : START_MS)) return 'lost';
      if (Date.now() - openedAt - heard * 1000 > BEHIND_MS) return 'behind';
      if (silence > DRY_MS) return 'dry';
      return flows ? 'flows' : null;
    },
  };
}
