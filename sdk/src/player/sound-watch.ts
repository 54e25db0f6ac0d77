import { LISTENER_FURTHEST_SECONDS } from '@stationhouse/platform-api/contract/broadcast/values';

/** Sound flows if it has advanced by more than this since the last check, in s. */
const FLOW_SECONDS = 0.5;

/**
 * After this long without progress, in ms, the sound has run dry. Firefox reports neither that a stream ran
 * dry nor that it flows again (measured).
 */
const DRY_MS = 2_000;

/**
 * After this long without progress, in ms, the connection is lost. Browsers may not report it: Chromium
 * retries silently and raises no error for at least 11 s (measured).
 */
const LOST_MS = 10_000;

/** A stream without sound after this long, in ms, has failed. */
const START_MS = 15_000;

/** A listener this far behind, in ms, is no longer live. It is more than our own streams buffer. */
const BEHIND_MS = LISTENER_FURTHEST_SECONDS * 1000;

/** Watches the sound of one connection, where browsers report too little. */
export interface SoundWatch {
  /** The browser reported `playing` or `waiting`: progress counts from here. */
  restart(): void;
  /** Called about every second, and less often on hidden pages. Null: nothing to report. */
  look(): 'flows' | 'dry' | 'lost' | 'behind' | null;
}

/** Watches the sound of a connection that opens now. */
export function watchSound(audio: HTMLAudioElement): SoundWatch {
  // The wall clock continues while a machine sleeps.
  const openedAt = Date.now();
  /** The position when sound last flowed, in s, and when that was. */
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
