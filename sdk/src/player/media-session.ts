import type { Player } from './player.ts';

/** The player that the system's controls work on: lock screens, headsets, media keys. */
let owner: Player | null = null;

/**
 * Shows the player in the system's controls if it played last. A live stream has no seeking.
 *
 * @param hold pauses it and keeps its source, since systems remove the controls of an element without one
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
  const handlers: Partial<Record<MediaSessionAction, () => void>> = { play, pause: hold, stop };
  try {
    for (const action in handlers) {
      const named = action as MediaSessionAction;
      mediaSession.setActionHandler(named, isOver ? null : (handlers[named] ?? null));
    }
    mediaSession.playbackState = isOver ? 'none' : state === 'paused' ? 'paused' : 'playing';
    mediaSession.metadata = isOver
      ? null
      : new MediaMetadata({
          title: track?.title ?? station?.station_name,
          artist: track?.artist,
          album: station?.station_name,
          // Size and type are unknown, and leaving them out is better than wrong values.
          artwork: cover ? [{ src: cover }] : [],
        });
  } catch {
    // A browser throws at an invalid address. The player does without the metadata.
  }
}
