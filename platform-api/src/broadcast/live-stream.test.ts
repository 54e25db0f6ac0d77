import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf } from '../../test/listener.ts';
import { numberedFrames } from '../../test/audio-folder.ts';
import { LiveStream, TICK_MS, type Feed } from './live-stream.ts';
import { RENDITIONS } from './renditions.ts';

/**
 * A connection of any speed. For a listener on the same machine the kernel buffers megabytes before
 * anything is queued in the process, so here the test controls what the socket sends.
 */
class Line extends Socket {
  #waiting: { bytes: number; done: () => void } | undefined;

  /** Lets this many bytes through. */
  pass(bytes: number): void {
    let left = bytes;
    while (this.#waiting !== undefined && left > 0) {
      const passed = Math.min(left, this.#waiting.bytes);
      left -= passed;
      this.#waiting.bytes -= passed;
      if (this.#waiting.bytes > 0) return;
      const { done } = this.#waiting;
      this.#waiting = undefined;
      done();
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#waiting = { bytes: chunk.length, done };
  }

  /** As with a real socket, queued chunks are one write, and count until all of it is sent. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
    this.#waiting = { bytes, done };
  }
}

const START = Date.UTC(2026, 0, 1);
const feed: Feed = {
  rendition: RENDITIONS.mp3_128,
  cut: async (from, to) => ({
    bytes: numberedFrames(from % 1_000_000, (to - from) * 8),
    isReplaced: false,
    isFinal: true,
  }),
  heardAt: () => 'Artist - Title',
  name: () => 'Station',
};

let clock = START;
let drops: string[] = [];
let live = newStream();

function newStream(): LiveStream {
  const onDrop = (reason: string) => drops.push(reason);
  return new LiveStream(feed, () => clock, { onDrop, onEmpty: () => undefined });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  clock = START;
  drops = [];
  live = newStream();
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

/** A listener who joins over such a connection, from the requested time. */
function join(from: number | null = null): { line: Line; res: ServerResponse } {
  const line = new Line();
  const res = new ServerResponse(new IncomingMessage(line));
  res.assignSocket(line);
  res.removeHeader('Transfer-Encoding');
  res.writeHead(200, { Connection: 'close' });
  live.join(res, live.startOf(from, false), false);
  return { line, res };
}

/** Advances the clock, the timer and the connection by a second. */
async function second(line: Line, bytesPerSecond: number): Promise<void> {
  clock += TICK_MS;
  vi.advanceTimersByTime(TICK_MS);
  // Node flushes corked writes after the current event loop turn.
  await new Promise((resolve) => setImmediate(resolve));
  line.pass(bytesPerSecond);
}

describe('A listener', () => {
  it('stays connected on a connection barely faster than the bitrate, even after a slow start', async () => {
    const { line, res } = join();
    for (let seconds = 0; seconds < 120; seconds += 1) await second(line, 16_500);
    expect(drops).toEqual([]);
    expect(res.writableLength).toBeLessThanOrEqual(bytesOf(5));
  });

  it('is dropped when its connection is slower than the bitrate, before much is buffered', async () => {
    const { line, res } = join();
    let most = 0;
    for (let seconds = 0; seconds < 300 && drops.length === 0; seconds += 1) {
      await second(line, 12_000);
      most = Math.max(most, res.writableLength);
    }
    expect(drops).toEqual(['too much queued']);
    expect(live.listeners).toBe(0);
    expect(most).toBeLessThan(300_000);
  });

  it('is dropped when it reads nothing', async () => {
    const { line } = join();
    for (let seconds = 0; seconds < 12; seconds += 1) await second(line, 0);
    expect(drops).toEqual(['too much queued']);
    expect(line.destroyed).toBe(true);
  });

  it('is dropped after 15 ticks without progress, even during its burst', async () => {
    const { line } = join(START - 30_000);
    for (let seconds = 0; seconds < 14; seconds += 1) await second(line, 0);
    expect(drops).toEqual([]);
    for (let seconds = 0; seconds < 2; seconds += 1) await second(line, 0);
    expect(drops).toEqual(['no progress']);
  });

  it('does not affect others when it is dropped', async () => {
    const stalled = join();
    const healthy = join();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      await second(healthy.line, 100_000);
    }
    expect(stalled.line.destroyed).toBe(true);
    expect(healthy.line.destroyed).toBe(false);
    expect(live.listeners).toBe(1);
  });

  it('shares the first sound with those who join within the same second', async () => {
    const cut = vi.spyOn(feed, 'cut');
    const { line } = join();
    for (let others = 0; others < 20; others += 1) join();
    await second(line, 100_000);
    // Besides it: what comes next for everyone.
    expect(cut.mock.calls.length).toBeLessThanOrEqual(3);
    cut.mockRestore();
  });

  it('who disconnects before the first byte leaves no timer running', async () => {
    const line = new Line();
    const res = new ServerResponse(new IncomingMessage(line));
    res.assignSocket(line);
    res.destroy();
    live.join(res, live.startOf(null, false), false);
    expect(live.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
