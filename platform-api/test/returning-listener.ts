import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from '../src/broadcast/renditions.ts';
import { onCleanup } from './cleanup.ts';

/** How far back a listener joins who was cut off, in ms: the time it asks for is used from five seconds ago on. */
const REJOIN_MS = 8_000;

/** Without sound for so long it looks for another replica, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Listens to a stream in MP3 128 without an end: cut off, it continues at the same frame, at the next replica that is ready,
 * as our players do behind a load balancer. It notes each frame that was other the second time.
 */
export class ReturningListener {
  /** When its first frame airs, in ms since the epoch. */
  startsAt = NaN;
  /** How often it was cut off. */
  cuts = 0;
  /** Each stretch that no replica sent it. */
  readonly lost: string[] = [];
  /** Frames that two replicas sent differently, by their number from the first one. */
  readonly differing: number[] = [];
  /** The sound in a row, in pieces of whole frames but for the last one. */
  readonly #pieces: Buffer[] = [];
  #length = 0;
  readonly #addresses: readonly string[];
  #request: ReturnType<typeof get> | undefined;
  #hasStopped = false;

  /** @param addresses of the stream, at the replica that it prefers first */
  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
    onCleanup(() => this.stop());
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  get seconds(): number {
    return (this.#frames * MP3_FRAME_MS) / 1_000;
  }

  get #frames(): number {
    return Math.floor(this.#length / MP3_128_FRAME_BYTES);
  }

  stop(): void {
    this.#hasStopped = true;
    this.#request?.destroy();
  }

  /** Listens until `stop`. */
  async listen(): Promise<void> {
    for (let tries = 0; !this.#hasStopped; tries += 1) {
      const url = new URL(this.#addresses[tries % this.#addresses.length] ?? '');
      const heardUntil = this.startsAt + this.#frames * MP3_FRAME_MS;
      if (this.#length > 0) {
        url.searchParams.set('from', String(Math.floor(heardUntil - REJOIN_MS)));
      }
      const ready = await fetch(new URL('/v1/ready', url)).catch(() => null);
      const answer = ready?.ok ? await this.#open(url) : null;
      if (answer) {
        await this.#receive(answer);
        this.cuts += 1;
        tries = -1;
      }
      await sleep(200);
    }
  }

  #open(url: URL): Promise<IncomingMessage | null> {
    return new Promise((resolve) => {
      this.#request = get(url, { agent: false, timeout: PATIENCE_MS }, (answer) => {
        if (answer.statusCode === 200) return void resolve(answer);
        answer.resume();
        resolve(null);
      });
      this.#request.on('timeout', () => this.#request?.destroy());
      this.#request.on('error', () => resolve(null));
    });
  }

  async #receive(answer: IncomingMessage): Promise<void> {
    const joinsAt = Number(answer.headers['programme-start']);
    if (this.#length === 0) this.startsAt = joinsAt;
    // The end of a frame that was cut comes again.
    const whole = this.bytes.subarray(0, this.#frames * MP3_128_FRAME_BYTES);
    this.#pieces.splice(0, Infinity, whole);
    this.#length = whole.length;
    let at = Math.round((joinsAt - this.startsAt) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES;
    if (at > this.#length) {
      const missing = Buffer.alloc(at - this.#length);
      const seconds = ((missing.length / MP3_128_FRAME_BYTES) * MP3_FRAME_MS) / 1_000;
      this.lost.push(`${seconds} s before ${new Date(joinsAt).toISOString()}`);
      this.#pieces.push(missing);
      this.#length += missing.length;
    }
    try {
      for await (const chunk of answer) {
        const bytes: Buffer = chunk;
        const known = Math.max(0, Math.min(bytes.length, whole.length - at));
        this.#compare(whole.subarray(at, at + known), bytes.subarray(0, known), at);
        this.#pieces.push(bytes.subarray(known));
        this.#length += bytes.length - known;
        at += bytes.length;
      }
    } catch {
      // The replica has gone.
    }
  }

  #compare(one: Buffer, other: Buffer, at: number): void {
    if (one.equals(other)) return;
    const frame = Math.floor(at / MP3_128_FRAME_BYTES);
    if (this.differing.at(-1) !== frame) this.differing.push(frame);
  }
}
