import { DEMO_STATION_SLUG } from '@stationhouse/platform-api/contract/limits';
import type { Player, PlayerSnapshot, PlayerState } from '@stationhouse/sdk';
import { useEffect, useState, useSyncExternalStore } from 'react';

// One player of the demo station for all cards. It keeps playing when the next page also has a card.
const listeners = new Set<() => void>();
let opening: Promise<Player> | undefined;
let snapshot: PlayerSnapshot | null = null;

function tell(next: PlayerSnapshot | null): void {
  snapshot = next;
  for (const changed of listeners) changed();
}

/** Fetches the SDK's player once. After a failure the next call tries again. */
function openDemoPlayer(): Promise<Player> {
  opening ??= import('./sdk.ts').then(
    ({ createPlayer }) => {
      const player = createPlayer({ station: DEMO_STATION_SLUG, apiBase: location.origin });
      player.subscribe(() => tell(player.snapshot()));
      tell(player.snapshot());
      return player;
    },
    (fault: unknown) => {
      opening = undefined;
      throw fault;
    },
  );
  return opening;
}

function close(): void {
  void opening?.then((player) => player.destroy());
  opening = undefined;
  snapshot = null;
}

/** Subscribes a card. @returns a function that unsubscribes */
function followDemo(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    // A card on the next page subscribes within the same task.
    setTimeout(() => listeners.size > 0 || close());
  };
}

/** The player's state; null until it has been fetched. */
const demoSnapshot = (): PlayerSnapshot | null => snapshot;

/** The states in which a press pauses. */
const ON: readonly PlayerState[] = ['loading', 'playing', 'reconnecting'];

const none = () => null;

/** Runs when the browser is idle. Safari has no `requestIdleCallback`, so there it runs after 200 ms. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(request);
}

/** The state and the actions of a card. */
export interface DemoPlayer {
  /** Null until the player has been fetched. */
  snapshot: PlayerSnapshot | null;
  isOn: boolean;
  /** Whether the player could not be fetched. */
  isUnreachable: boolean;
  toggle: () => void;
  retry: () => void;
  toggleMute: () => void;
}

/** The demo station in the SDK's player, fetched when the page is idle. */
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

  // A failed prefetch is not reported: pressing play tries again.
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
