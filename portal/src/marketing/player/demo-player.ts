import { DEMO_STATION_SLUG } from '@stationhouse/platform-api/contract/limits';
import type { Player, PlayerSnapshot } from '@stationhouse/sdk';

/**
 * The demo station for all cards that play it: one sound, whichever of them is pressed. It plays on from
 * one page to the next as long as that has a card to stop it with.
 */
const listeners = new Set<() => void>();
let opening: Promise<Player> | undefined;
let snapshot: PlayerSnapshot | null = null;

function tell(next: PlayerSnapshot | null): void {
  snapshot = next;
  for (const changed of listeners) changed();
}

/** Fetches the SDK's player, once. A failure is forgotten, so that the next press tries again. */
export function openDemoPlayer(): Promise<Player> {
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

/** For a card. @returns ends it */
export function followDemo(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    // The next page's card, if it has one, is there within this task.
    setTimeout(() => listeners.size > 0 || close());
  };
}

/** What it plays and how; null until the player is here. */
export const demoSnapshot = (): PlayerSnapshot | null => snapshot;
