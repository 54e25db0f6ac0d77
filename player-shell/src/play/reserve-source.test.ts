import { RESERVE_PIECE_UNITS, STREAM_UNIT_BYTES, STREAM_UNIT_MS } from '@stationhouse/sdk/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PieceStore } from './piece-store.ts';
import { createReserveSource } from './reserve-source.ts';

/** The part of the browser's MediaSource that is used: it takes all sound at once. */
class FakeMediaSource extends EventTarget {
  static isTypeSupported = () => true;
  static appended: number[] = [];
  readyState = 'open';
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('sourceopen')));
  }
  addSourceBuffer() {
    const buffer = new EventTarget();
    const done = () => queueMicrotask(() => buffer.dispatchEvent(new Event('updateend')));
    return Object.assign(buffer, {
      mode: '',
      remove: done,
      appendBuffer(bytes: Uint8Array) {
        FakeMediaSource.appended.push(bytes.length);
        done();
      },
    });
  }
}

beforeEach(() => {
  FakeMediaSource.appended = [];
  vi.stubGlobal('MediaSource', FakeMediaSource);
  URL.createObjectURL = () => 'blob:reserve';
});
afterEach(() => vi.unstubAllGlobals());

test('reads each piece from the store once, and the next one while the present one plays', async () => {
  const reads: string[] = [];
  const store: PieceStore = {
    has: () => true,
    async read(name) {
      reads.push(name);
      return new Uint8Array(RESERVE_PIECE_UNITS * STREAM_UNIT_BYTES);
    },
    keep: async () => undefined,
    keepOnly: async () => undefined,
  };
  const pieces = ['one', 'two', 'three', 'four'];
  const slots = [{ starts_unit: 0, ends_unit: pieces.length * RESERVE_PIECE_UNITS, pieces }];
  let position = 0;
  const audio = {
    src: 'blob:reserve',
    get currentTime() {
      return position;
    },
  };
  const source = createReserveSource({
    audio: audio as HTMLAudioElement,
    store,
    from: 0,
    programme: () => ({ slots, tracks: [] }),
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      position += 1;
      source.feed();
      await new Promise((fed) => setTimeout(fed));
    }
  };
  await pass(10);
  expect(reads).toEqual(['one', 'two']);
  await pass(50);
  expect(reads).toEqual(['one', 'two', 'three', 'four']);
  const units = FakeMediaSource.appended.reduce((sum, bytes) => sum + bytes, 0) / STREAM_UNIT_BYTES;
  expect(units * STREAM_UNIT_MS).toBeGreaterThan(60_000);
  // Never more than is given ahead.
  expect(units * STREAM_UNIT_MS).toBeLessThan(70_000);
});
