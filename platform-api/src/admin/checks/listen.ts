import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AudioFrames } from '../../audio/audio-frames.ts';
import { Pace } from './pace.ts';

/** As far ahead of the time no live stream is: it is a file that comes as fast as it can. */
const MOST_AHEAD_SECONDS = 90;

/**
 * More than anything live sends meanwhile, in bytes: twice as far ahead at 320 kbit/s. Whatever else
 * lies between frames would come without an end.
 */
const MOST_BYTES = 8 * 1024 * 1024;

/** So much of the beginning tells what it is where it is no sound, in bytes. */
const START_BYTES = 4 * 1024;

/** What was heard of a body. */
export interface Listening {
  frames: AudioFrames;
  isSlow: boolean;
  /** How it begins, a few kB of it. */
  start: Buffer;
  /** Why one stopped: all of the time passed, nothing more had to be known, or the body was over or broke off. */
  end: 'time' | 'enough' | 'ended' | 'broken';
}

/**
 * Listens to a body, and then lets go of it.
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
      // A busy process comes to its timers before it reads what has come in time.
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
  const told = await readAll(body, hear);
  clearTimeout(timer);
  const end = isTimeUp ? 'time' : told;
  return { frames, isSlow: pace.isSlow(until), start, end };
}

/** Reads on until that is enough, or there is no more. */
async function readAll(
  body: Readable,
  hear: (piece: Buffer) => 'enough' | undefined,
): Promise<'enough' | 'ended' | 'broken'> {
  try {
    for await (const piece of body) if (hear(piece) === 'enough') return 'enough';
    return 'ended';
  } catch {
    // However it broke, listeners would hear no more of it.
    return 'broken';
  } finally {
    body.on('error', () => undefined).destroy();
  }
}
