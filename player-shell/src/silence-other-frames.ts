import { isOn, type Player } from '@stationhouse/sdk/shell';

const PLAYS = 'station-player plays';

/**
 * Lets one frame of ours play at a time in somebody's page, as one player plays at a time within a page:
 * whose music begins asks the frames beside it to pause.
 */
export function silenceOtherFrames(player: Pick<Player, 'snapshot' | 'subscribe' | 'pause'>): void {
  if (parent === window) return;
  let isHeard = false;
  player.subscribe(() => {
    const { state } = player.snapshot();
    if (state === 'playing' && !isHeard) tellSiblings();
    // Music that stumbles and goes on has not begun anew.
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

/** Others are not told at all: the browser would complain of each to the page around us. */
function isOurs(frame: Window): boolean {
  try {
    return frame.location.origin === location.origin;
  } catch {
    // Of another origin, as every other frame is to one in a sandbox.
    return false;
  }
}
