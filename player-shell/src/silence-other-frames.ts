import { isOn, PLAYS, type Player } from '@stationhouse/sdk/shell';

/**
 * Lets only one of our players in a page play at a time: a frame that starts asks the other frames and the page's own
 * players to pause. The player itself listens to other frames (audio-engine.ts).
 */
export function silenceOtherFrames(player: Pick<Player, 'snapshot' | 'subscribe' | 'pause'>): void {
  if (parent === window) return;
  let isHeard = false;
  player.subscribe(() => {
    const { state } = player.snapshot();
    if (state === 'playing' && !isHeard) tellOthers();
    // Playback that resumes after an interruption is not a new start.
    isHeard = state === 'playing' || (isHeard && isOn(state));
  });
  addEventListener('message', ({ data, source }) => {
    if (data === PLAYS && source === parent) player.pause();
  });
}

function tellOthers(): void {
  // The page around us may have any origin, and learns only that music plays.
  parent.postMessage(PLAYS, '*');
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
