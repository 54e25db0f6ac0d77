/**
 * Steers a player in a frame by messages. Importing this module has no side effects.
 */
import {
  FRAME_PROTOCOL,
  type FrameMessage,
  type FrameMethod,
  type FrameRefusal,
  type FrameSnapshot,
} from './frame-protocol.ts';

export type { FrameMessage, FrameRefusal, FrameRequest, FrameSnapshot } from './frame-protocol.ts';

/** How often a frame that has not answered is greeted, in ms: it may not have loaded yet. */
const GREET_MS = 500;

/** A player in a frame. */
export interface FramePlayer {
  /** Resolves when the frame answers. Rejects with a `FrameError` when it refuses this page. */
  ready: Promise<void>;
  /** Resolves when there is sound, or an error that `snapshot()` has. Rejects as `ready` does. */
  play(): Promise<void>;
  /** Pauses. The next play is live. */
  pause(): Promise<void>;
  /** Ends playback and closes the stream. */
  stop(): Promise<void>;
  /** Clears the error and plays again. */
  retry(): Promise<void>;
  /** From 0 to 1. */
  setVolume(volume: number): Promise<void>;
  /** Silences the player, or ends that. */
  setMuted(muted: boolean): Promise<void>;
  /** `state`, `muted`, `volume`, `error`, `station` and `tracks`; null until the frame has answered. */
  snapshot(): FrameSnapshot | null;
  /** Calls back after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void;
  /** Sends and receives nothing more. The frame plays on. */
  destroy(): void;
}

/** The frame has refused a request. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  readonly code: FrameRefusal;

  constructor(code: FrameRefusal) {
    super(`The player's frame has refused this page: ${code}`);
    this.code = code;
  }
}

/**
 * Steers the player in a frame. The address of the frame must name this page's origin in `origin`.
 *
 * @example
 * // <iframe src="https://radio.example.com/demo?embed=true&origin=https://shop.example" allow="autoplay">
 * const player = controlFrame(document.querySelector('iframe'));
 * button.onclick = () => player.play();
 * player.subscribe(() => show(player.snapshot()?.tracks?.current));
 */
export function controlFrame(frame: HTMLIFrameElement): FramePlayer {
  const { origin } = new URL(frame.src);
  const subscribers = new Set<() => void>();
  const open = new Map<number, { resolve(): void; reject(error: FrameError): void }>();
  let last = 0;
  let snapshot: FrameSnapshot | null = null;

  const send = (id: number, method: FrameMethod, value: number | boolean | undefined, to: string) =>
    frame.contentWindow?.postMessage({ stationhouse: FRAME_PROTOCOL, id, method, value }, to);

  const answerTo = (id: number) =>
    new Promise<void>((resolve, reject) => open.set(id, { resolve, reject }));

  // To any origin: for a frame that is still empty the browser would log an error.
  const greet = () => send(0, 'hello', undefined, '*');
  const ready = answerTo(0);
  // A page that only presses play gets the refusal there.
  ready.catch(() => undefined);
  const greeting = setInterval(greet, GREET_MS);

  function receive({ source, origin: from, data }: MessageEvent): void {
    if (source !== frame.contentWindow || from !== origin) return;
    const message = Object(data) as FrameMessage;
    if (message.stationhouse !== FRAME_PROTOCOL) return;
    if (message.id !== undefined) {
      clearInterval(greeting);
      const asked = open.get(message.id);
      open.delete(message.id);
      if (message.refusal) asked?.reject(new FrameError(message.refusal));
      else asked?.resolve();
    }
    if (!message.snapshot) return;
    ({ snapshot } = message);
    for (const changed of subscribers) changed();
  }

  async function ask(method: FrameMethod, value?: number | boolean): Promise<void> {
    await ready;
    const id = ++last;
    const answer = answerTo(id);
    send(id, method, value, origin);
    await answer;
  }

  addEventListener('message', receive);
  // A frame that goes to another page is a new player.
  frame.addEventListener('load', greet);
  greet();
  return {
    ready,
    play: () => ask('play'),
    pause: () => ask('pause'),
    stop: () => ask('stop'),
    retry: () => ask('retry'),
    setVolume: (volume) => ask('set_volume', volume),
    setMuted: (muted) => ask('set_muted', muted),
    snapshot: () => snapshot,
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
    destroy() {
      clearInterval(greeting);
      removeEventListener('message', receive);
      frame.removeEventListener('load', greet);
      subscribers.clear();
    },
  };
}
