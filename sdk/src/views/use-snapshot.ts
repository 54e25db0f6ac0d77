import { useSyncExternalStore } from 'react';
import type { Player, PlayerSnapshot } from '../player/player.ts';

/** The player's snapshot in a React or Preact component, drawn again whenever it changes. */
export function useSnapshot(player: Player): PlayerSnapshot {
  return useSyncExternalStore(
    (changed) => player.subscribe(changed),
    () => player.snapshot(),
  );
}
