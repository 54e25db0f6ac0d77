import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RESERVE_PIECE_UNITS, STREAM_UNIT_BYTES, STREAM_UNIT_MS } from '@stationhouse/sdk/shell';
import type { PieceStore } from './piece-store.ts';
import { createReserve } from './reserve.ts';
import { addressAt, streamOf } from './stream-of.ts';
import { STATION } from '../../../sdk/test/fake-player.ts';

const START = 50_000_000 * STREAM_UNIT_MS;
const HERE = { url: 'https://radio.example', stream: 'demo', location: null };

/** The programme that the server has: one song after the other, each of two pieces. */
const songs = (edition = 'A') =>
  Array.from({ length: 60 }, (_, at) => {
    const from = 50_000_000 - 300 + at * RESERVE_PIECE_UNITS * 2;
    return {
      starts_unit: from,
      ends_unit: from + RESERVE_PIECE_UNITS * 2,
      pieces: [`${edition}${at}-0`, `${edition}${at}-1`],
    };
  });

let isReached: boolean;
let edition: string;
let asked: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true });
  [isReached, edition, asked] = [true, 'A', []];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url);
    if (!isReached) throw new TypeError('cut');
    asked.push(pathname);
    if (!pathname.endsWith('/programme'))
      return new Response(new Uint8Array(RESERVE_PIECE_UNITS * STREAM_UNIT_BYTES));
    const isSame = searchParams.get('known') === edition;
    return Response.json({
      now: START + performance.now(),
      session: 'a-session',
      version: edition,
      programme: isSame ? null : { slots: songs(edition), tracks: [] },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function memoryStore(room = Infinity): PieceStore & { kept: Set<string> } {
  const kept = new Set<string>();
  return {
    kept,
    has: (name) => kept.has(name),
    read: async () => null,
    async keep(name) {
      if (kept.size >= room) throw new DOMException('', 'QuotaExceededError');
      kept.add(name);
    },
    async keepOnly(names) {
      for (const name of kept) if (!names.has(name)) kept.delete(name);
    },
  };
}

function open({
  store = memoryStore() as PieceStore | null,
  isOff = false,
  closesAt = null as number | null,
} = {}) {
  const reserve = createReserve({
    audio: document.createElement('audio'),
    store,
    isOff,
    stream: () => HERE,
    isWanted: () => true,
    closesAt: () => closesAt,
    restart: () => undefined,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      reserve.look();
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  return { reserve, pass };
}

const pieces = () => asked.filter((path) => path.endsWith('.mp3'));

describe('a reserve', () => {
  test('fetches each piece once, the next two minutes at once and the rest slowly', async () => {
    const { reserve, pass } = open();
    await pass(2);
    expect(reserve.isSettled()).toBe(true);
    expect(reserve.seconds()).toBeGreaterThan(90);
    expect(reserve.seconds()).toBeLessThan(200);
    await pass(280);
    expect(reserve.seconds()).toBeGreaterThan(2_700);
    expect(new Set(pieces()).size).toBe(pieces().length);
  });

  test('fetches what is new when the programme changes, and removes the rest', async () => {
    const store = memoryStore();
    const { pass } = open({ store });
    await pass(5);
    edition = 'B';
    asked = [];
    await pass(6);
    expect(pieces().length).toBeGreaterThan(3);
    expect([...store.kept].every((name) => name.startsWith('B'))).toBe(true);
  });

  test('fetches nothing that airs after the location has closed', async () => {
    const { reserve, pass } = open({ closesAt: START + 100_000 });
    await pass(20);
    expect(reserve.seconds()).toBeGreaterThan(60);
    expect(reserve.seconds()).toBeLessThan(120);
  });

  test('knows that the line is cut, and that it is back', async () => {
    const { reserve, pass } = open();
    await pass(3);
    isReached = false;
    await pass(6);
    expect([reserve.isCut(), reserve.seconds() > 60]).toEqual([true, true]);
    isReached = true;
    await pass(6);
    expect(reserve.isCut()).toBe(false);
  });

  test('is not cut any more when a piece that was under way fails after the line is back', async () => {
    const { reserve, pass } = open();
    await pass(60);
    let failPiece: () => void = () => undefined;
    const answered = fetch;
    vi.stubGlobal('fetch', (url: string) =>
      url.includes('.mp3')
        ? new Promise((_, reject) => (failPiece = () => reject(new TypeError('cut'))))
        : answered(url),
    );
    await pass(5);
    isReached = false;
    await pass(10);
    expect(reserve.isCut()).toBe(true);
    isReached = true;
    await pass(10);
    expect(reserve.isCut()).toBe(false);
    failPiece();
    await vi.advanceTimersByTimeAsync(1);
    expect(reserve.isCut()).toBe(false);
  });

  test('plays the stream where there is no room, no support or no wish for it', async () => {
    for (const [given, reason] of [
      [{ store: memoryStore(0) }, 'no_room'],
      [{ store: null }, 'not_supported'],
      [{ isOff: true }, 'off'],
    ] as const) {
      const { reserve, pass } = open(given);
      await pass(3);
      expect([reserve.reason(), reserve.source(), reserve.isSettled()]).toEqual([
        reason,
        null,
        true,
      ]);
    }
  });

  test('keeps as much as there is room for', async () => {
    const { reserve, pass } = open({ store: memoryStore(6) });
    await pass(30);
    expect(reserve.reason()).toBeNull();
    expect(reserve.seconds()).toBeGreaterThan(60);
  });
});

describe('the stream of a location', () => {
  const url = 'https://radio.example';
  const at = (stream_url: string) => streamOf({ ...STATION, stream_url }, url, 'loc_1');

  test('is that of its station, as it sounds there', () => {
    const stream = at(`${url}/stream/demo?quality=192`);
    expect(stream).toEqual({ url, stream: 'demo', location: 'loc_1' });
    expect(addressAt(`${url}/stream/demo`, stream)).toBe(`${url}/stream/demo?location=loc_1`);
  });

  test('may be that of another station here, which knows no such location', () => {
    const stream = at(`${url}/stream/lounge`);
    expect(stream).toEqual({ url, stream: 'lounge', location: null });
    expect(addressAt(`${url}/stream/lounge`, stream)).toBe(`${url}/stream/lounge`);
  });

  test('may come from another server', () => {
    expect(at('https://stream.example/live')).toBe('elsewhere');
  });
});
