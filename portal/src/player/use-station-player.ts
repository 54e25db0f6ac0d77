import type { Player, PlayerSnapshot, PlayerState } from '@stationhouse/sdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../ui/when-idle.ts';
import { takeOver } from './use-sample.ts';

// One player for all cards of a station. It keeps playing when the next page also has a card.
const listeners = new Set<() => void>();
let opened: { slug: string; player: Promise<Player> } | undefined;
let snapshot: PlayerSnapshot | null = null;

function tell(next: PlayerSnapshot | null): void {
  snapshot = next;
  for (const changed of listeners) changed();
}

/** Fetches the SDK's player once. After a failure the next call tries again. */
function openPlayer(slug: string): Promise<Player> {
  if (opened && opened.slug !== slug) close();
  opened ??= { slug, player: createPlayerOf(slug) };
  return opened.player;
}

async function createPlayerOf(slug: string): Promise<Player> {
  const isShown = () => opened?.slug === slug;
  try {
    const { createPlayer } = await import('./sdk.ts');
    const player = createPlayer({ station: slug, apiBase: location.origin, placement: 'page' });
    const show = () => {
      if (isShown()) tell(player.snapshot());
    };
    player.subscribe(show);
    show();
    return player;
  } catch (fault) {
    if (isShown()) opened = undefined;
    throw fault;
  }
}

function close(): void {
  void opened?.player.then((player) => player.destroy(), none);
  opened = undefined;
  tell(null);
}

const pauseOpened = (): void => void opened?.player.then((player) => player.pause(), none);

/** Subscribes a card. @returns a function that unsubscribes */
function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    // A card on the next page subscribes within the same task.
    setTimeout(() => listeners.size > 0 || close());
  };
}

/** The player's state; null until it has been fetched. */
const currentSnapshot = (): PlayerSnapshot | null => snapshot;

/** The states in which a press pauses. */
const ON: readonly PlayerState[] = ['loading', 'playing', 'reconnecting'];

const none = () => null;

/** The state and the actions of a card. */
export interface StationPlayer {
  /** Null until the player has been fetched. */
  snapshot: PlayerSnapshot | null;
  isOn: boolean;
  /** Whether the player could not be fetched. */
  isUnreachable: boolean;
  toggle: () => void;
  retry: () => void;
  toggleMute: () => void;
}

/**
 * A station in the SDK's player.
 *
 * @param isOpenedEarly when the page is idle, for cards that show the player's titles; else on the first press
 */
export function useStationPlayer(slug: string, { isOpenedEarly = false } = {}): StationPlayer {
  const snapshot = useSyncExternalStore(follow, currentSnapshot, none);
  const [isWanted, setWanted] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);

  async function withPlayer(work: (player: Player) => unknown): Promise<void> {
    try {
      const player = await openPlayer(slug);
      setUnreachable(false);
      work(player);
    } catch {
      setUnreachable(true);
    }
    setWanted(false);
  }

  // A failed prefetch is not reported: pressing play tries again.
  useEffect(
    () => (isOpenedEarly ? whenIdle(() => void openPlayer(slug).catch(none)) : undefined),
    [isOpenedEarly, slug],
  );

  const isOn = snapshot ? ON.includes(snapshot.state) : isWanted;
  return {
    snapshot,
    isOn,
    isUnreachable,
    toggle() {
      if (!snapshot) setWanted(true);
      void withPlayer((player) => {
        if (isOn) return player.pause();
        takeOver(pauseOpened);
        return player.play();
      });
    },
    retry: () => void withPlayer((player) => player.retry()),
    toggleMute: () =>
      void withPlayer((player) => {
        player.muted = !player.muted;
      }),
  };
}
