import { useEffect, useRef, useState, type RefObject } from 'react';

/** A sound as it plays. */
export interface Preview {
  /** Belongs to the audio element that plays it. */
  element: RefObject<HTMLAudioElement | null>;
  isPlaying: boolean;
  hasFailed: boolean;
  /** Where it is, in seconds. */
  position: number;
  /** How long it is, in seconds, as soon as the browser knows; 0 before. */
  length: number;
  toggle(): void;
  seek(seconds: number): void;
}

/** The element's events that change what is shown. */
const FOLLOWED = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'error', 'emptied'];

const START = { isPlaying: false, hasFailed: false, position: 0, length: 0 };

/** Pauses the station's players on this page: two pieces of music at once are none. */
function pausePlayers(): void {
  for (const player of document.querySelectorAll('station-player')) {
    // One whose script has not been fetched yet is only a name.
    if ('pause' in player) player.pause();
  }
}

/** Plays a sound by an audio element, whose events say how it is, and lets one play at a time. */
export function usePreview(): Preview {
  const element = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState(START);
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    const follow = () => {
      setState({
        // One that has failed is not paused either.
        isPlaying: !audio.paused && !audio.ended && !audio.error,
        hasFailed: audio.error !== null,
        position: audio.currentTime,
        length: Number.isFinite(audio.duration) ? audio.duration : 0,
      });
    };
    // Previews by their native event, which is seen only on its way down; players by their own.
    const giveWay = ({ target }: Event) => {
      if (target === audio) pausePlayers();
      else audio.pause();
    };
    for (const name of FOLLOWED) audio.addEventListener(name, follow);
    document.addEventListener('play', giveWay, true);
    return () => {
      if (!audio.paused) audio.pause();
      for (const name of FOLLOWED) audio.removeEventListener(name, follow);
      document.removeEventListener('play', giveWay, true);
    };
  }, []);

  function toggle(): void {
    const audio = element.current;
    if (!audio) return;
    // What has failed is only asked for again when it is loaded anew.
    if (audio.error) audio.load();
    else if (!audio.paused) return audio.pause();
    // Why it could not, the element's own events tell as well.
    audio.play().catch(() => undefined);
  }

  function seek(seconds: number): void {
    if (element.current) element.current.currentTime = seconds;
    // Before it has loaded the element remembers the place without a word.
    setState((before) => ({ ...before, position: seconds }));
  }

  return { element, ...state, toggle, seek };
}
