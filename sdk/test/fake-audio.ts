import { vi } from 'vitest';

/**
 * A media element as the HTML standard describes it (§4.8.11), without sound. The test decides what the
 * network and the device do. Events and rejections are tasks in the standard's order, and `currentTime`
 * follows the fake clock.
 */
export class FakeAudio extends EventTarget {
  preload = '';
  muted = false;
  paused = true;
  ended = false;
  error: { code: number } | null = null;
  /** Whether any of the stream was decoded: 0 or 4. */
  readyState = 0;
  /** The server is unreachable: each connection fails at once. */
  isAway = false;
  /** Every requested address, in order. */
  readonly connections: string[] = [];
  /** The address of the open connection. */
  connectedTo: string | null = null;
  #volume = 1;
  #src: string | null = null;
  #pending: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  #tasks = new Set<ReturnType<typeof setTimeout>>();
  /** Pending plays that a queued task would reject; a new load rejects them at once. */
  #doomed: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  #heard = 0;
  #runningSince: number | null = null;

  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    if (!Number.isFinite(volume)) throw new TypeError('not a finite number');
    if (volume < 0 || volume > 1) throw new DOMException('out of range', 'IndexSizeError');
    this.#volume = volume;
    this.#queue(() => this.#fire('volumechange'));
  }

  get currentTime(): number {
    const running = this.#runningSince === null ? 0 : performance.now() - this.#runningSince;
    return this.#heard + running / 1000;
  }

  get src(): string {
    return this.#src ?? '';
  }
  set src(url: string) {
    this.#src = url;
    this.load();
  }
  removeAttribute(name: string): void {
    if (name === 'src') this.#src = null;
  }

  /** The media element load algorithm: aborts what was running and closes the connection. */
  load(): void {
    for (const task of this.#tasks) clearTimeout(task);
    this.#tasks.clear();
    this.#pending.push(...this.#doomed.splice(0));
    this.#settle((play) => play.reject(new DOMException('a new load', 'AbortError')));
    this.paused = true;
    this.ended = false;
    this.error = null;
    this.readyState = 0;
    this.#heard = 0;
    this.#runningSince = null;
    this.connectedTo = this.#src;
    if (this.#src !== null) this.connections.push(this.#src);
    this.#fire('emptied');
  }

  play(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      if (!this.paused) return;
      this.paused = false;
      this.#queue(() => this.#fire('play'));
      this.#queue(() => this.#runningSince ?? this.#fire('waiting'));
      if (this.isAway) this.#queue(() => this.break(4));
    });
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#stand();
    this.#doomed.push(...this.#pending.splice(0));
    this.#queue(() => {
      this.#fire('pause');
      for (const { reject } of this.#doomed.splice(0)) {
        reject(new DOMException('paused', 'AbortError'));
      }
    });
  }

  /** The system resumes what it had paused. */
  resume(): void {
    this.play().catch(() => undefined);
  }

  /** Sound is heard, for the first time or again after the buffer ran dry. */
  begin(): void {
    this.readyState = 4;
    this.#runningSince ??= performance.now();
    this.#settle((play) => play.resolve());
    this.#fire('playing');
  }

  /** Bytes arrived over the network. */
  receive(): void {
    this.#fire('progress');
  }

  /** The buffer is empty. */
  starve(): void {
    this.#stand();
    this.#fire('waiting');
  }

  /** The connection is dead and the browser does not report it. */
  fallSilent(): void {
    this.#stand();
  }

  /** Sound continues after that, also unreported. */
  resound(): void {
    this.#runningSince ??= performance.now();
  }

  /** The browser reports a MediaError and plays on from the buffer (Firefox). */
  complain(code: number): void {
    this.error = { code };
    this.#fire('error');
  }

  /** The server ends the stream, and all of it has been played. */
  finish(): void {
    this.#stand();
    this.ended = true;
    this.paused = true;
    this.connectedTo = null;
    this.#fire('pause');
    this.#fire('ended');
  }

  /** The stream fails with a MediaError. If it is unsupported, pending plays reject right after. */
  break(code: number): void {
    this.#stand();
    this.connectedTo = null;
    this.error = { code };
    this.#fire('error');
    if (code !== 4) return;
    this.#settle((play) => play.reject(new DOMException('no source', 'NotSupportedError')));
  }

  /** The browser refuses to play. */
  refuse(reason: unknown): void {
    this.paused = true;
    this.#settle((play) => play.reject(reason));
  }

  /** The listener or the system changes the device's volume. */
  turn(volume: number, muted: boolean): void {
    this.volume = volume;
    this.muted = muted;
  }

  #settle(how: (play: { resolve: () => void; reject: (reason: unknown) => void }) => void): void {
    this.#pending.splice(0).forEach(how);
  }

  #stand(): void {
    this.#heard = this.currentTime;
    this.#runningSince = null;
  }

  #fire(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  #queue(run: () => void): void {
    const task = setTimeout(() => {
      this.#tasks.delete(task);
      run();
    });
    this.#tasks.add(task);
  }
}

/** Replaces `<audio>` elements by fake ones until the end of the test, and collects them. */
export function installFakeAudio(): FakeAudio[] {
  const made: FakeAudio[] = [];
  const createElement = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    if (name !== 'audio') return createElement(name);
    const audio = new FakeAudio();
    made.push(audio);
    // It has the members that the engine uses, and is never put into a document.
    return audio as unknown as HTMLElement;
  });
  return made;
}
