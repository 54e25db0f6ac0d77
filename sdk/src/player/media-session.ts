import type { Player } from './player.ts';

/** The player that the system's own controls work: lock screens, headsets, media keys. */
let owner: Player | null = null;

/** Shows the player in the system's controls, if it is the one that played last. */
export function showInMediaSession(player: Player): void {
  const { state, station, tracks } = player.snapshot();
  if (state === 'playing') owner = player;
  if (owner !== player || !('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const isOver = state === 'stopped' || state === 'error';
  if (isOver) owner = null;
  const track = tracks?.current;
  try {
    mediaSession.metadata = isOver
      ? null
      : new MediaMetadata({
          title: track?.title ?? station?.station_name,
          artist: track?.artist,
          album: station?.station_name,
          artwork: track ? [{ src: track.cover }] : [],
        });
    for (const action of ['play', 'pause', 'stop'] as const) {
      mediaSession.setActionHandler(action, isOver ? null : () => void player[action]());
    }
  } catch {
    // A browser throws at an address or an action that it does not take, and does without the rest.
  }
}
