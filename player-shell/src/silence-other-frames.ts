import { isOn, type Player } from '@stationhouse/sdk/shell';

const PLAYS = 'station-player plays';

/** Lets only one of our frames in a page play at a time: a frame that starts asks the others to pause. */
export function silenceOtherFrames(player: Pick<Player, 'snapshot' | 'subscribe' | 'pause'>): void {
  if (parent === window) return;
  let isHeard = false;
  player.subscribe(() => {
    const { state } = player.snapshot();
    if (state === 'playing' && !isHeard) tellSiblings();
    // Playback that resumes after an interruption is not a new start.
    isHeard = state === 'playing' || (isHeard && isOn(state));
  });
  addEventListener('message', ({ data, origin }) => {
    if (data === PLAYS && origin === location.origin) player.pause();
  });
}

function tellSiblings(): void {
  for (let i = 0; i < parent.length; i++) {
    const frame = parent[i];
    if (frame && frame !== window && isOurs(frame)) frame.postMessage(PLAYS, location.origin);
  }
}

/** Frames of other origins get no message: the browser would log an error for each in the host page. */
function isOurs(frame: Window): boolean {
  try {
    return frame.location.origin === location.origin;
  } catch {
    // Another origin, which includes every other frame for a sandboxed one.
    return false;
  }
}
