import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import Koa from 'koa';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { audioFolder, smallBroadcast } from '../../test/audio-folder.ts';
import { framesOf, testBroadcast } from '../../test/broadcast.ts';
import { bytesOf, listenTo } from '../../test/listener.ts';
import { rawRequest } from '../../test/raw-request.ts';
import { parseIcy } from '../../test/parse-icy.ts';
import { timeOfUnit, unitAt } from '../timeline/airing.ts';
import { Problem } from '../../contract/problem.ts';
import { AddressCap } from '../http/client-address.ts';
import { problemAnswers } from '../http/problem-answers.ts';
import { broadcastRoutes } from './feature.ts';
import { TICK_MS } from './live-stream.ts';
import { loadOwnStations } from './own-stations.ts';
import { MP3_128_FRAME_BYTES as FRAME_BYTES, MP3_FRAME_MS } from './renditions.ts';
import { sleevesFeature } from '../sleeves/feature.ts';
import { airingAt } from './titles.ts';

const PUBLIC_URL = 'https://radio.example.com';
/** Not at the start of a frame, so that rounding errors show. */
const START = Date.UTC(2026, 0, 1, 12) + 7;

const frameAt = (ms: number): number => Math.floor(ms / MP3_FRAME_MS);

/** The first frame after the block that is being heard. */
const edgeAt = (ms: number): number => ((Math.floor(ms / TICK_MS) + 1) * TICK_MS) / MP3_FRAME_MS;

const silentLog = pino({ level: 'silent' }, new Writable());

/** The stations over real HTTP, with a clock that the test controls by default. */
async function onAir({
  now,
  maxListeners = 50,
  maxPerAddress = 50,
}: { now?: () => number; maxListeners?: number; maxPerAddress?: number } = {}) {
  let clock = START;
  const folder = await audioFolder(smallBroadcast());
  const broadcast = await testBroadcast({
    audioFolder: folder,
    publicUrl: PUBLIC_URL,
    now: now ?? (() => clock),
    maxListeners,
    addressCap: new AddressCap(maxPerAddress, silentLog),
    trustProxy: 1,
    log: silentLog,
  });
  const own = await loadOwnStations(folder, true);
  const app = new Koa();
  // Otherwise Koa prints an error for each listener that disconnects.
  app.silent = true;
  app.use(problemAnswers(silentLog, PUBLIC_URL));
  app.use(
    broadcastRoutes({
      broadcast,
      publicUrl: PUBLIC_URL,
      sleeves: sleevesFeature({ secrets: ['a secret'], publicUrl: PUBLIC_URL }),
    }).routes(),
  );
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    broadcast.close();
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    broadcast,
    url,
    stream: `${url}/stream/demo`,
    own,
    programme: { bytes: framesOf(own, 'demo') },
    tones: { bytes: framesOf(own, 'tones') },
    clock: () => clock,
    /** Advances the clock in steps of one tick, as fast as possible. */
    async pass(seconds: number, step = TICK_MS) {
      for (let passed = 0; passed < seconds * 1_000; passed += step) {
        clock += step;
        vi.advanceTimersByTime(TICK_MS);
        // Written data leaves the process after the current event loop turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    /** Moves the clock without running the timers. */
    leap(ms: number) {
      clock += ms;
    },
  };
}

beforeEach(() => {
  // Fakes only the broadcast's own timer, not those of sockets and of the tests.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('A live stream', () => {
  it('starts five seconds back and continues in real time', async () => {
    const { stream, programme, clock, pass } = await onAir();
    const listener = await listenTo(stream);
    expect(listener.startFrame).toBe(frameAt(START - 5_000));
    await listener.hears(bytesOf(5));
    for (const seconds of [1, 2, 10, 60]) {
      await pass(seconds);
      const due = programme.bytes(listener.startFrame, edgeAt(clock()));
      expect((await listener.hears(due.length)).equals(due)).toBe(true);
      expect(listener.heard().length).toBe(due.length);
    }
  });

  it('keeps pace with a real clock', async () => {
    vi.useRealTimers();
    const began = Date.now();
    const { stream } = await onAir({ now: Date.now });
    const listener = await listenTo(stream);
    await listener.hears(bytesOf(5) + bytesOf(2));
    const seconds = (Date.now() - began) / 1_000;
    expect(seconds).toBeGreaterThan(1.9);
    // The next tick would be a second later; the rest is for a busy machine.
    expect(seconds).toBeLessThan(8);
  });

  it('is the same for all listeners at the same moment', async () => {
    const { stream, programme, pass, leap, clock } = await onAir();
    const early = await listenTo(stream);
    await pass(7);
    leap(640);
    const late = await listenTo(stream);
    await pass(20);
    expect(late.startFrame).toBeGreaterThan(early.startFrame);
    for (const listener of [early, late]) {
      const due = programme.bytes(listener.startFrame, edgeAt(clock()));
      expect((await listener.hears(due.length)).equals(due)).toBe(true);
    }
  });

  it('starts exactly at the requested frame, from 30 to 5 seconds back', async () => {
    const { stream, programme } = await onAir();
    const back = fc.integer({ min: 5_000, max: 30_000 });
    await fc.assert(
      fc.asyncProperty(back, async (ms) => {
        const listener = await listenTo(`${stream}?from=${START - ms}`);
        expect(listener.startFrame).toBe(frameAt(START - ms));
        const due = programme.bytes(listener.startFrame, edgeAt(START));
        expect((await listener.hears(due.length)).equals(due)).toBe(true);
        listener.leave();
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['a minute ago', START - 60_000, START - 30_000],
    ['at the epoch', 0, START - 30_000],
    ['now', START, START - 5_000],
    ['in an hour', START + 3_600_000, START - 5_000],
  ])('clamps a start %s to that span', async (_when, from, moved) => {
    const { stream } = await onAir();
    const listener = await listenTo(`${stream}?from=${from}`);
    expect(listener.startFrame).toBe(frameAt(moved));
  });

  it('rejects a start that is not a number', async () => {
    const { stream } = await onAir();
    for (const from of ['yesterday', 'NaN', 'Infinity']) {
      const answer = await fetch(`${stream}?from=${from}`);
      expect(answer.status).toBe(400);
      expect(Problem.parse(await answer.json()).code).toBe('bad_request');
    }
  });

  it('has the headers of a live stream, without length or chunks', async () => {
    const { stream } = await onAir();
    const { status, headers } = await listenTo(stream);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'none',
      connection: 'close',
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('icy-metaint');
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { stream, broadcast } = await onAir();
    const answer = await fetch(stream, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
    expect(broadcast.listeners('demo')).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['bytes=1-', 'bytes=500-1000', 'bytes=-500'])(
    'answers 416 to a resumed range: %s',
    async (range) => {
      const { stream, broadcast } = await onAir();
      const answer = await fetch(stream, { headers: { Range: range } });
      expect(answer.status).toBe(416);
      expect((await answer.arrayBuffer()).byteLength).toBe(0);
      expect(broadcast.listeners('demo')).toBe(0);
    },
  );

  it.each(['bytes=0-', 'bytes=0-1', 'frames=7-', 'nonsense'])(
    'starts as usual when the range starts at 0 or is invalid: %s',
    async (range) => {
      const { stream } = await onAir();
      const listener = await listenTo(stream, { Range: range });
      expect(listener.status).toBe(200);
      await listener.hears(bytesOf(5));
    },
  );

  it('is closed when it is pipelined behind an open request', async () => {
    const { url, broadcast } = await onAir();
    const answer = await rawRequest(
      url,
      'GET /stream/demo/tracks/next HTTP/1.1\r\nHost: a\r\n\r\n' +
        'GET /stream/demo HTTP/1.1\r\nHost: a\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).not.toContain('audio/mpeg');
    expect(broadcast.listeners('demo')).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns 404 for an unknown station', async () => {
    const { url } = await onAir();
    for (const path of [
      '/stream/other',
      '/stream/other/tracks/current',
      '/stream/other/covers/a',
    ]) {
      const answer = await fetch(url + path);
      expect(answer.status).toBe(404);
      expect(Problem.parse(await answer.json()).code).toBe('station_not_found');
    }
  });

  it('has a case-insensitive slug', async () => {
    const { url } = await onAir();
    expect((await listenTo(`${url}/stream/DEMO`)).status).toBe(200);
  });

  it.each([
    '/stream/demo/;',
    '/stream/demo/;stream.nsv',
    '/stream/demo/;?t=1',
    '/stream/demo;stream.nsv',
    '/stream/demo;',
    '/stream/demo%3B',
    '/stream/demo.mp3;stream.mp3',
    '/stream/demo.MP3',
    '/stream/Demo.Mp3',
  ])('plays at %s, as players for Shoutcast write it', async (path) => {
    const { url } = await onAir();
    const { status, headers } = await listenTo(url + path);
    expect([status, headers['content-type']]).toEqual([200, 'audio/mpeg']);
  });

  it.each(['/stream/demo/other', '/stream/;', '/stream/other/;', '/stream/demo.ogg'])(
    'returns 404 at %s',
    async (path) => {
      const { url } = await onAir();
      expect((await fetch(url + path)).status).toBe(404);
    },
  );
});

describe('A stream with ICY titles', () => {
  const icy = { 'Icy-MetaData': '1' };

  it('has the ICY headers', async () => {
    const { stream } = await onAir();
    const { headers } = await listenTo(stream, icy);
    expect(headers).toMatchObject({
      'icy-name': 'Stationhouse Demo',
      'icy-url': `${PUBLIC_URL}/radio/demo`,
      'icy-br': '128',
      'icy-metaint': '15360',
      'content-type': 'audio/mpeg',
    });
  });

  it('contains the plain stream between its titles', async () => {
    const { url, tones, pass } = await onAir();
    const listener = await listenTo(`${url}/stream/tones`, icy);
    await pass(40);
    const metaint = Number(listener.headers['icy-metaint']);
    await listener.hears(bytesOf(40));
    const { audio, texts } = parseIcy(listener.heard(), metaint);
    const end = listener.startFrame + audio.length / FRAME_BYTES;
    expect(audio.equals(tones.bytes(listener.startFrame, end))).toBe(true);
    expect(texts[0]).toMatch(/^StreamTitle='Test tone - (500|875) Hz';$/);
    const told = texts.filter((text) => text !== '');
    // Tracks of 8 s: in 40 s and a burst of 5 to 6 s the title changes five or six times.
    expect(told.length).toBeGreaterThanOrEqual(6);
    expect(told.length).toBeLessThanOrEqual(7);
    told.slice(1).forEach((text, index) => expect(text).not.toBe(told[index]));
  });

  it('is the same for all ICY listeners, except for the first title', async () => {
    const { stream, pass, leap } = await onAir();
    const early = await listenTo(stream, icy);
    await pass(3);
    leap(500);
    const late = await listenTo(stream, icy);
    await pass(30);
    await early.hears(bytesOf(33));
    await late.hears(bytesOf(33));
    const blockFrames = 15_360 / FRAME_BYTES;
    expect(late.startFrame % blockFrames).toBe(0);
    const offset = (late.startFrame - early.startFrame) / blockFrames;
    const earlyBlocks = parseIcy(early.heard(), 15_360);
    const lateBlocks = parseIcy(late.heard(), 15_360);
    expect(earlyBlocks.texts.slice(offset + 1)).toEqual(lateBlocks.texts.slice(1));
    expect(earlyBlocks.audio.subarray(offset * 15_360).equals(lateBlocks.audio)).toBe(true);
  });
});

describe('A broadcast', () => {
  it('runs no timer without listeners', async () => {
    const { url, broadcast, pass } = await onAir();
    expect(vi.getTimerCount()).toBe(0);
    const listeners = [
      await listenTo(`${url}/stream/demo`),
      await listenTo(`${url}/stream/demo`),
      await listenTo(`${url}/stream/tones`, { 'Icy-MetaData': '1' }),
    ];
    expect(broadcast.listeners('demo')).toBe(2);
    expect(broadcast.listeners('tones')).toBe(1);
    expect(vi.getTimerCount()).toBe(2);
    await pass(2);
    for (const listener of listeners) listener.leave();
    await vi.waitFor(() => {
      expect(broadcast.listeners('demo') + broadcast.listeners('tones')).toBe(0);
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('limits the listeners of an address, over all streams', async () => {
    const { url, stream, broadcast } = await onAir({ maxPerAddress: 2 });
    const first = await listenTo(stream);
    await listenTo(`${url}/stream/tones`);
    const refused = await fetch(stream);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(Problem.parse(await refused.json()).code).toBe('too_many_streams');
    expect((await listenTo(stream, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(200);
    first.leave();
    await vi.waitFor(() => expect(broadcast.listeners('demo')).toBe(1));
    expect((await listenTo(stream)).status).toBe(200);
  });

  it('drops a listener that sends more requests', async () => {
    const { url, broadcast } = await onAir();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {
      // This listener expects to be disconnected.
    });
    socket.write('GET /stream/demo HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitFor(() => expect(broadcast.listeners('demo')).toBe(1));
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write('GET /stream/demo HTTP/1.1\r\nHost: a\r\n\r\n');
    await closed;
    await vi.waitFor(() => expect(broadcast.listeners('demo')).toBe(0));
  });

  it('drops only a listener that stops reading', async () => {
    const { url, stream, broadcast, pass } = await onAir();
    const healthy = await listenTo(stream);
    const { hostname, port } = new URL(url);
    const stalled = connect(Number(port), hostname);
    stalled.pause();
    stalled.on('error', () => {
      // This listener expects to be disconnected.
    });
    stalled.write('GET /stream/demo HTTP/1.1\r\nHost: radio.example.com\r\n\r\n');
    await vi.waitFor(() => expect(broadcast.listeners('demo')).toBe(2));
    let heard = bytesOf(5);
    // The kernel takes some megabytes first: at 20 s a tick, 320 KB each.
    for (let ticks = 0; ticks < 100 && broadcast.listeners('demo') === 2; ticks += 1) {
      await pass(20, 20_000);
      heard += bytesOf(20);
      await healthy.hears(heard - FRAME_BYTES);
    }
    expect(broadcast.listeners('demo')).toBe(1);
    stalled.destroy();
    await pass(5);
    await healthy.hears(heard + bytesOf(5) - FRAME_BYTES);
  });

  it('answers 503 with Retry-After at its limit, until a listener leaves', async () => {
    const { stream, url, broadcast } = await onAir({ maxListeners: 2 });
    const first = await listenTo(stream);
    await listenTo(`${url}/stream/tones`);
    const refused = await fetch(stream);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Problem.parse(await refused.json()).code).toBe('unavailable');
    first.leave();
    await vi.waitFor(() => expect(broadcast.listeners('demo')).toBe(0));
    expect((await listenTo(stream)).status).toBe(200);
  });

  it('ends every stream cleanly when it closes, and accepts no new listener', async () => {
    const { stream, broadcast, pass } = await onAir();
    const plain = await listenTo(stream);
    const icy = await listenTo(stream, { 'Icy-MetaData': '1' });
    await plain.hears(bytesOf(5));
    await pass(3);
    broadcast.close();
    expect(await plain.ended()).toBe(true);
    expect(await icy.ended()).toBe(true);
    expect(plain.heard().length).toBeGreaterThanOrEqual(bytesOf(8) - FRAME_BYTES);
    expect(vi.getTimerCount()).toBe(0);
    expect((await fetch(stream)).status).toBe(503);
  });

  it('continues after a short pause of this machine', async () => {
    const { stream, programme, pass, clock } = await onAir();
    const listener = await listenTo(stream);
    await pass(25, 25_000);
    await pass(2);
    const due = programme.bytes(listener.startFrame, edgeAt(clock()));
    expect((await listener.hears(due.length)).equals(due)).toBe(true);
  });

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('ends its streams when the clock jumps %s, so that players reconnect', async (_way, ms) => {
    const { stream, programme, pass, leap, clock } = await onAir();
    const listener = await listenTo(stream);
    leap(ms);
    await pass(1);
    expect(await listener.ended()).toBe(true);
    const again = await listenTo(stream);
    const due = programme.bytes(frameAt(clock() - 5_000), edgeAt(clock()));
    expect((await again.hears(due.length)).equals(due)).toBe(true);
  });

  it('is correct for a listener who joins between a clock jump and the next tick', async () => {
    const { stream, programme, leap, clock } = await onAir();
    await listenTo(stream);
    leap(-3_600_000);
    const listener = await listenTo(stream);
    const due = programme.bytes(frameAt(clock() - 5_000), edgeAt(clock()));
    expect((await listener.hears(due.length)).equals(due)).toBe(true);
    expect(listener.heard().length).toBe(due.length);
  });

  it('waits when the clock is set back by a second, as after a leap second', async () => {
    const { stream, programme, pass, leap, clock } = await onAir();
    const listener = await listenTo(stream);
    await pass(3);
    leap(-1_000);
    await pass(4);
    const due = programme.bytes(listener.startFrame, edgeAt(clock()));
    expect((await listener.hears(due.length)).equals(due)).toBe(true);
    expect(listener.heard().length).toBe(due.length);
  });
});

describe('The tracks of a stream', () => {
  it('are the current, previous and next tracks of the programme with their times', async () => {
    const { url, broadcast, clock, pass } = await onAir();
    for (let step = 0; step < 5; step += 1) {
      await pass(17);
      const { timeline } = await broadcast.find('demo');
      const current = airingAt(timeline, unitAt(clock()));
      const around = {
        previous: airingAt(timeline, (current?.starts_unit ?? 0) - 1),
        current,
        next: airingAt(timeline, current?.ends_unit ?? 0),
      };
      for (const slot of ['previous', 'current', 'next'] as const) {
        const answer = await fetch(`${url}/stream/demo/tracks/${slot}`);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(await answer.json()).toMatchObject({
          title: around[slot]?.item.title,
          artist: around[slot]?.item.artist ?? 'Unknown Artist',
          started_at: new Date(timeOfUnit(around[slot]?.starts_unit ?? 0)).toISOString(),
        });
      }
    }
  });

  it('have covers that are cached for ever, or the placeholder', async () => {
    const { broadcast, url } = await onAir();
    const { previous, current } = await broadcast.tracks('demo');
    const [full, bare] =
      current?.title === "Don't Hurry; Walk" ? [current, previous] : [previous, current];
    expect(bare).toMatchObject({
      title: 'Unknown Title',
      artist: 'Unknown Artist',
      cover: `${PUBLIC_URL}/sdk/placeholder-cover.svg`,
    });
    expect(full?.album).toBe('Open at Seven');
    expect(full?.cover.startsWith(`${PUBLIC_URL}/stream/demo/covers/`)).toBe(true);
    const answer = await fetch(url + new URL(full?.cover ?? '').pathname);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([...new Uint8Array(await answer.arrayBuffer())].slice(0, 2)).toEqual([0xff, 0xd8]);
    expect((await fetch(`${url}/stream/demo/covers/other.jpg`)).status).toBe(404);
    expect((await fetch(`${url}/stream/demo/tracks/last`)).status).toBe(404);
  });

  it('are valid until the announced time', async () => {
    const { broadcast, clock, leap } = await onAir();
    const before = await broadcast.tracks('tones');
    leap(before.valid_until - clock() - 1);
    expect(await broadcast.tracks('tones')).toEqual(before);
    leap(1);
    const after = await broadcast.tracks('tones');
    expect(after.previous).toEqual(before.current);
    expect(after.current).toEqual(before.next);
  });

  it('are read in the process for our own URLs only', async () => {
    const { broadcast } = await onAir();
    const { current, valid_until } = await broadcast.tracks('tones');
    const own = (path: string) => broadcast.readOwnTrack(new URL(path, PUBLIC_URL));
    expect(await own('/stream/tones/tracks/current')).toEqual({ track: current, valid_until });
    expect(await own('/stream/TONES/tracks/current')).toEqual({ track: current, valid_until });
    expect(await own('/stream/other/tracks/current')).toMatchObject({ track: null });
    expect(await own('/stream/tones/tracks/last')).toMatchObject({ track: null });
    expect(await own('/v1/stations/tones')).toBeNull();
    expect(await own('https://elsewhere.example/stream/tones/tracks/current')).toBeNull();
  });
});
