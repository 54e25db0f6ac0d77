import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AudioFrames } from '../../audio/audio-frames.ts';

/** No live stream is this far ahead of time: it is a file, sent as fast as possible. */
const MOST_AHEAD_SECONDS = 90;

/**
 * More than any live stream sends meanwhile, in bytes: twice as far ahead at 320 kbit/s. It bounds bodies
 * with other bytes between frames.
 */
const MOST_BYTES = 8 * 1024 * 1024;

/** Bytes of the beginning that identify content which is not audio. */
const START_BYTES = 4 * 1024;

/** The received audio. */
export interface Listening {
  frames: AudioFrames;
  isSlow: boolean;
  /** The first bytes. */
  start: Buffer;
  /** Why listening ended: time was up, enough was known, or the body ended or broke off. */
  end: 'time' | 'enough' | 'ended' | 'broken';
}

/**
 * Listens to a body, then destroys it.
 * @param within.firstMs until the first byte at the latest
 * @param within.seconds from the first byte on
 */
export async function listen(
  body: Readable,
  within: { firstMs: number; seconds: number },
): Promise<Listening> {
  const frames = new AudioFrames();
  const pace = new Pace();
  let start: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let isTimeUp = false;
  let until = 0;
  let timer: NodeJS.Timeout | undefined;

  function stopAfter(ms: number): void {
    clearTimeout(timer);
    const mine = setTimeout(async () => {
      // In a busy process timers fire before pending input is read, so let it be read first.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      if (timer !== mine) return;
      isTimeUp = true;
      body.destroy();
    }, ms);
    timer = mine;
  }

  function hear(piece: Buffer): 'enough' | undefined {
    const at = performance.now();
    if (until === 0) {
      until = at + within.seconds * 1000;
      stopAfter(within.seconds * 1000);
    }
    frames.add(piece);
    pace.add(at, frames.seconds);
    start = Buffer.concat([start, piece.subarray(0, START_BYTES - start.length)]);
    bytes += piece.length;
    const isAhead = frames.seconds > within.seconds + MOST_AHEAD_SECONDS || bytes > MOST_BYTES;
    return frames.isForeign || isAhead ? 'enough' : undefined;
  }

  stopAfter(Math.max(within.firstMs, 0));
  const ended = await readAll(body, hear);
  clearTimeout(timer);
  const end = isTimeUp ? 'time' : ended;
  return { frames, isSlow: pace.isSlow(until), start, end };
}

/** Reads until enough is known or the body ends. */
async function readAll(
  body: Readable,
  hear: (piece: Buffer) => 'enough' | undefined,
): Promise<'enough' | 'ended' | 'broken'> {
  try {
    for await (const piece of body) if (hear(piece) === 'enough') return 'enough';
    return 'ended';
  } catch {
    // Whatever the cause, listeners would hear nothing more.
    return 'broken';
  } finally {
    body.on('error', () => undefined).destroy();
  }
}

/** Servers send some seconds of sound at once at the start: the pace of this time is ignored, in ms. */
const BURST_MS = 1_000;

/** A stream below this share of real time is slow: gaps are near, and no clock is that wrong. */
const SLOW_BELOW = 0.8;

/** Measures the pace of a stream. Sound is in seconds, time in ms from any origin. */
export class Pace {
  #startedAt: number | null = null;
  #burst = 0;
  #total = 0;
  /** The largest piece after the burst: one as large may be in transit at the end. */
  #largest = 0;

  /** @param total the sound received by then */
  add(at: number, total: number): void {
    this.#startedAt ??= at;
    if (at - this.#startedAt < BURST_MS) this.#burst = total;
    else this.#largest = Math.max(this.#largest, total - this.#total);
    this.#total = total;
  }

  /** Whether less sound came than time passed, until then. */
  isSlow(until: number): boolean {
    if (this.#startedAt === null) return false;
    const seconds = (until - this.#startedAt - BURST_MS) / 1000;
    return this.#total - this.#burst + this.#largest < seconds * SLOW_BELOW;
  }
}
