import { useEffect, useRef, useState, type RefObject } from 'react';

/** The state and the controls of a sound. */
export interface Preview {
  /** The ref of the audio element. */
  element: RefObject<HTMLAudioElement | null>;
  isPlaying: boolean;
  hasFailed: boolean;
  /** In seconds. */
  position: number;
  /** In seconds; 0 until the browser knows it. */
  length: number;
  toggle(): void;
  seek(seconds: number): void;
}

/** The events that change the state. */
const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'error', 'emptied'];

const START = { isPlaying: false, hasFailed: false, position: 0, length: 0 };

/** Pauses the station's players on this page. */
function pausePlayers(): void {
  for (const player of document.querySelectorAll('station-player')) {
    // An element whose script is not loaded has no methods.
    if ('pause' in player) player.pause();
  }
}

/** Plays a sound through an audio element, one at a time on the page. The state follows its events. */
export function usePreview(): Preview {
  const element = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState(START);
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    const update = () => {
      setState({
        // A failed element is not paused.
        isPlaying: !audio.paused && !audio.ended && !audio.error,
        hasFailed: audio.error !== null,
        position: audio.currentTime,
        length: Number.isFinite(audio.duration) ? audio.duration : 0,
      });
    };
    // In the capture phase: the native `play` event of other previews does not bubble.
    const pauseOthers = ({ target }: Event) => {
      if (target === audio) pausePlayers();
      else audio.pause();
    };
    for (const name of EVENTS) audio.addEventListener(name, update);
    document.addEventListener('play', pauseOthers, true);
    return () => {
      if (!audio.paused) audio.pause();
      for (const name of EVENTS) audio.removeEventListener(name, update);
      document.removeEventListener('play', pauseOthers, true);
    };
  }, []);

  function toggle(): void {
    const audio = element.current;
    if (!audio) return;
    // A failed element must be loaded again.
    if (audio.error) audio.load();
    else if (!audio.paused) return audio.pause();
    // The `error` event reports the reason.
    audio.play().catch(() => undefined);
  }

  function seek(seconds: number): void {
    if (element.current) element.current.currentTime = seconds;
    // Before it is loaded the element fires no event for this.
    setState((before) => ({ ...before, position: seconds }));
  }

  return { element, ...state, toggle, seek };
}
