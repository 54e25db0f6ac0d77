import type { Player, PlayerSnapshot, PlayerState } from '@stationhouse/sdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { demoSnapshot, followDemo, openDemoPlayer } from './demo-player.ts';

/** States in which the next press means silence. */
const ON: readonly PlayerState[] = ['loading', 'playing', 'reconnecting'];

const none = () => null;

/** Called when the browser has nothing better to do; Safari has no such moment and takes the next one. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(request);
}

/** What a card shows of the demo station, and what its buttons do. */
export interface DemoPlayer {
  /** Null until the player has been fetched. */
  snapshot: PlayerSnapshot | null;
  isOn: boolean;
  /** Whether the player itself could not be fetched. */
  isUnreachable: boolean;
  toggle: () => void;
  retry: () => void;
  toggleMute: () => void;
}

/** The demo station in the SDK's own player, fetched once the page stands. */
export function useDemoPlayer(): DemoPlayer {
  const snapshot = useSyncExternalStore(followDemo, demoSnapshot, none);
  const [isWanted, setWanted] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);

  async function withPlayer(work: (player: Player) => unknown): Promise<void> {
    try {
      const player = await openDemoPlayer();
      setUnreachable(false);
      work(player);
    } catch {
      setUnreachable(true);
    }
    setWanted(false);
  }

  // Nobody has asked for it yet, so a failure is theirs to find out by pressing.
  useEffect(() => whenIdle(() => void openDemoPlayer().catch(none)), []);

  const isOn = snapshot ? ON.includes(snapshot.state) : isWanted;
  return {
    snapshot,
    isOn,
    isUnreachable,
    toggle() {
      if (!snapshot) setWanted(true);
      void withPlayer((player) => (isOn ? player.pause() : player.play()));
    },
    retry: () => void withPlayer((player) => player.retry()),
    toggleMute: () =>
      void withPlayer((player) => {
        player.muted = !player.muted;
      }),
  };
}
