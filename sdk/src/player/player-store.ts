import { createPlayer } from './create-player.ts';
import type { PlayerOptions, PlayerSnapshot } from './player.ts';

/** Actions of one's own controls. Each can be passed on alone, for example as a handler. */
export interface PlayerActions {
  /** Resolves when sound begins. Never rejects: errors are in the snapshot. */
  play(): Promise<void>;
  /** Pauses. The next play is live, and not from the buffer. */
  pause(): void;
  /** Ends playback and closes the stream. */
  stop(): void;
  /** Clears the error and plays again. */
  retry(): Promise<void>;
  setMuted(muted: boolean): void;
  /** @param volume from 0 to 1 */
  setVolume(volume: number): void;
}

/** A player that lives as long as components subscribe to it. It keeps the contract of Svelte's stores. */
export interface PlayerStore extends PlayerActions {
  snapshot(): PlayerSnapshot;
  /** Calls back at once and after each change, until the returned function is called. */
  subscribe(run: (snapshot: PlayerSnapshot) => void): () => void;
  /** Moves to another station, which plays on if this one did; follows a changed `muted` or `volume`. */
  setOptions(options: PlayerOptions): void;
}

interface Subscriber {
  run: (snapshot: PlayerSnapshot) => void;
  /** Unsubscribes from the current player. */
  leave?: () => void;
}

/** Options that need a new player. */
const FIXED = ['station', 'apiBase', 'exclusive', 'persistent', 'placement'] as const;

/**
 * Creates a player for components: it is destroyed in the next task after its last subscriber left, and made anew for
 * the next one. So it plays on when a component is mounted twice (React's StrictMode) or replaced (hot reload).
 *
 * @example
 * const radio = playerStore({ station: 'demo', apiBase: 'https://radio.example.com' });
 * // In a Svelte template: {$radio.tracks?.current?.title}
 */
export function playerStore(options: PlayerOptions): PlayerStore {
  // One for all its stations: some browsers allow sound for each audio element on its own.
  const audio = globalThis.document?.createElement('audio');
  const subscribers = new Set<Subscriber>();
  let player = createPlayer(options, audio);
  let isDestroyed = false;

  function attach(subscriber: Subscriber): void {
    const changed = () => subscriber.run(player.snapshot());
    subscriber.leave = player.subscribe(changed);
    changed();
  }

  function destroy(): void {
    player.destroy();
    isDestroyed = true;
  }

  function replace(next: PlayerOptions): void {
    destroy();
    player = createPlayer(next, audio);
    isDestroyed = false;
    for (const subscriber of subscribers) attach(subscriber);
  }

  return {
    snapshot: () => player.snapshot(),
    subscribe(run) {
      if (isDestroyed) replace(options);
      const subscriber: Subscriber = { run };
      subscribers.add(subscriber);
      attach(subscriber);
      return () => {
        if (!subscribers.delete(subscriber)) return;
        subscriber.leave?.();
        setTimeout(() => subscribers.size || isDestroyed || destroy());
      };
    },
    setOptions(next) {
      const before = options;
      options = next;
      if (isDestroyed) return;
      if (FIXED.some((name) => before[name] !== next[name])) {
        const { paused, muted, volume } = player.snapshot();
        replace({ ...next, muted, volume });
        if (!paused) void player.play();
      }
      // A listener's own choice stays until the option changes.
      if (before.muted !== next.muted) player.muted = next.muted ?? false;
      if (before.volume !== next.volume) player.volume = next.volume ?? 1;
    },
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.stop(),
    retry: () => player.retry(),
    setMuted(muted) {
      player.muted = muted;
    },
    setVolume(volume) {
      player.volume = volume;
    },
  };
}
