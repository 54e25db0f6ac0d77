import type { Player } from './player.ts';

/** The player that the system's own controls work: lock screens, headsets, media keys. */
let owner: Player | null = null;

/**
 * Shows the player in the system's controls, if it is the one that played last. They have no seeking,
 * for there is nothing to seek in.
 *
 * @param hold pauses it so that the controls stay a while: systems take them from who has no source
 */
export function showInMediaSession(player: Player, hold: () => void): void {
  const { state, station, tracks } = player.snapshot();
  if (state === 'playing') owner = player;
  if (owner !== player || !('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const isOver = state === 'stopped' || state === 'error';
  if (isOver) owner = null;
  const track = tracks?.current;
  const cover = track?.cover ?? station?.station_logo_url;
  const { play, stop } = player;
  const handlers = { play, pause: hold, stop };
  try {
    for (const action of ['play', 'pause', 'stop'] as const) {
      mediaSession.setActionHandler(action, isOver ? null : handlers[action]);
    }
    mediaSession.playbackState = isOver ? 'none' : state === 'paused' ? 'paused' : 'playing';
    mediaSession.metadata = isOver
      ? null
      : new MediaMetadata({
          title: track?.title ?? station?.station_name,
          artist: track?.artist,
          album: station?.station_name,
          // Neither its size nor its type is known to us, and none is better than a wrong one.
          artwork: cover ? [{ src: cover }] : [],
        });
  } catch {
    // A browser throws at an address that it does not take, and does without the titles.
  }
}
