import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { readEvents } from '../../test/read-events.ts';
import { serve } from '../../test/server.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../process/log.ts';
import { createEventStreams, eventFrame, prepare, StateEvents } from './sse.ts';
import { openServer } from './server.ts';

const log = createLogger('silent');

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  vi.useRealTimers();
});

const HELLO = eventFrame({ id: 'a', name: 'station', data: Buffer.from('{}') });

/** A server whose every answer but one is an open stream of one channel. */
async function startStreams() {
  const streams = createEventStreams({ maxStreams: 1_000, trustProxy: 0, log });
  const hooks = { onFirst: vi.fn<() => void>(), onEmpty: vi.fn<() => void>() };
  const channel = streams.channel(hooks);
  const { url } = await serve((req, res) => {
    if (req.url === '/first') setImmediate(() => res.end('The answer before.'));
    else channel.open(req, res, () => [HELLO]);
  });
  return { streams, channel, hooks, port: Number(new URL(url).port) };
}

/** Opens a stream and waits for its head; then reads on, or never again. */
async function openClient(
  port: number,
  reads: boolean,
): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  let heard = String((await once(socket, 'data'))[0]);
  if (reads) socket.on('data', (chunk) => (heard += String(chunk)));
  else socket.pause();
  return { socket, heard: () => heard };
}

describe('an event stream', () => {
  it('sends its headers first, even in a pipelined request', async () => {
    const { port, channel } = await startStreams();
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => heard).toContain('data: {}');
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK[^]*The answer before\.HTTP\/1\.1 200 OK\r\n/);
    expect(heard.indexOf('text/event-stream')).toBeLessThan(heard.indexOf('data: {}'));
    expect(channel.size).toBe(1);
  });

  it('sends a heartbeat every 25 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port } = await startStreams();
    const { heard } = await openClient(port, true);
    vi.advanceTimersByTime(24_999);
    expect(heard()).not.toContain('\n:\n\n');
    vi.advanceTimersByTime(25_001);
    await expect.poll(heard).toMatch(/{}\n\n:\n\n:\n\n$/);
  });

  it('stops its timer when the last client leaves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port, streams, hooks } = await startStreams();
    const { socket } = await openClient(port, true);
    expect(hooks.onFirst).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(1);
    socket.destroy();
    await expect.poll(() => streams.size).toBe(0);
    expect(hooks.onEmpty).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is closed for a client that stopped reading, and for no other', async () => {
    const { port, channel } = await startStreams();
    const stalled = 50;
    for (let client = 0; client < stalled; client++) await openClient(port, false);
    const { socket, heard } = await openClient(port, true);
    expect(channel.size).toBe(stalled + 1);

    const data = Buffer.from(JSON.stringify('x'.repeat(60_000)));
    // The kernel takes some megabytes for a reader that sleeps before Node has to keep any.
    for (let event = 0; channel.size > 1 && event < 1_000; event++) {
      const before = heard().length;
      channel.send(eventFrame({ id: String(event), name: 'station', data }));
      await expect.poll(() => heard().length, { interval: 1 }).toBeGreaterThan(before + 60_000);
    }
    expect(channel.size).toBe(1);
    expect(socket.destroyed).toBe(false);
  });

  it('of a client that left before it started is not counted', async () => {
    const { channel, streams } = await startStreams();
    const left = vi.fn<() => void>();
    const { url } = await serve((req, res) => {
      req.socket.destroy();
      req.socket.once('close', () => {
        channel.open(req, res, () => [HELLO]);
        left();
      });
    });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect([channel.size, streams.size]).toEqual([0, 0]);
  });

  it('ends with the time to reconnect', async () => {
    const { port, streams } = await startStreams();
    const { socket, heard } = await openClient(port, true);
    streams.close();
    await once(socket, 'close');
    expect(heard()).toContain('retry: 1000\n\n');
  });
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** The program's own server, whose every answer is an open stream; counts the requests that it handles. */
async function startServer({ slow = false } = {}) {
  const streams = createEventStreams({ maxStreams: 10, trustProxy: 0, log });
  const channel = streams.channel({});
  let handled = 0;
  const server = await openServer('127.0.0.1', 0, (req, res) => {
    handled += 1;
    if (slow) setImmediate(() => channel.open(req, res, () => [HELLO]));
    else channel.open(req, res, () => [HELLO]);
  });
  onTestFinished(() => server.close({ open: () => streams.size, end: streams.close }));
  const socket = connect(server.address.port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => undefined);
  return { socket, channel, handled: () => handled };
}

/** Resolves when the socket closes, also by a reset. */
const closing = (socket: Socket) =>
  new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

describe('the connection of an event stream', () => {
  it.each([1, 10_000])(
    'is closed when the client sends %d more requests, and none of them is handled',
    async (count) => {
      const { socket, channel, handled } = await startServer();
      socket.write(REQUEST);
      await once(socket, 'data');
      expect(channel.size).toBe(1);
      const closed = closing(socket);
      socket.write(REQUEST.repeat(count));
      await closed;
      await expect.poll(() => channel.size).toBe(0);
      expect(handled()).toBe(1);
    },
  );

  it.each([
    ['at once', false, 1],
    ['later', true, 17],
  ])(
    'is closed when requests come in the same packet and the stream begins %s',
    async (_when, slow, most) => {
      const { socket, channel, handled } = await startServer({ slow });
      const closed = closing(socket);
      socket.write(REQUEST.repeat(1_000));
      await closed;
      await expect.poll(() => channel.size).toBe(0);
      expect(handled()).toBeLessThanOrEqual(most);
    },
  );

  it('is closed when the client sends a single byte', async () => {
    const { socket, channel } = await startServer();
    socket.write(REQUEST);
    await once(socket, 'data');
    const closed = closing(socket);
    socket.write('G');
    const began = performance.now();
    await closed;
    // Not by the time limit for headers, which is 10 s.
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect.poll(() => channel.size).toBe(0);
  });

  it('is closed as soon as the client closes its half', async () => {
    const { socket, channel } = await startServer();
    socket.write(REQUEST);
    await once(socket, 'data');
    const closed = closing(socket);
    socket.end();
    await closed;
    await expect.poll(() => channel.size).toBe(0);
  });
});

describe('anonymous event streams', () => {
  it('are limited per address, an IPv6 /64 counts as one, and closing one frees its place', async () => {
    const streams = createEventStreams({ maxStreams: 10_000, trustProxy: 1, log });
    const channel = streams.channel({});
    const { url } = await serve((req, res) => {
      try {
        channel.open(req, res, () => [HELLO]);
      } catch (error) {
        res.end(error instanceof AppError ? error.kind : String(error));
      }
    });
    async function open(address: string): Promise<{ socket: Socket; heard: string }> {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      clients.push(socket);
      socket.on('error', () => undefined);
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      return { socket, heard: String((await once(socket, 'data'))[0]) };
    }
    const addresses = Array.from({ length: MAX_STREAMS_PER_ADDRESS }, (_, n) => `2001:db8::${n}`);
    const [first] = await Promise.all(addresses.map(open));
    expect(channel.size).toBe(MAX_STREAMS_PER_ADDRESS);
    expect((await open('2001:db8::f:1')).heard).toContain('too_many_streams');
    expect((await open('2001:db8:0:1::1')).heard).toContain('text/event-stream');
    first?.socket.destroy();
    await expect.poll(() => channel.size).toBe(MAX_STREAMS_PER_ADDRESS);
    expect((await open('2001:db8::f:1')).heard).toContain('text/event-stream');
  });
});

/** A server with two states, and a client that reads some events and then disconnects. */
async function startStates() {
  const streams = createEventStreams({ maxStreams: 10, trustProxy: 0, log });
  const events = new StateEvents(streams.channel({}));
  const { url } = await serve((req, res) => events.open(req, res));
  async function read(count: number, lastId = '') {
    const answer = await fetch(url, { headers: { 'Last-Event-ID': lastId } });
    const received = [];
    for await (const event of readEvents(answer)) {
      received.push(event);
      if (received.length === count) break;
    }
    return received;
  }
  return { events, read };
}

const states = (station: string, track: string) =>
  new Map([
    ['station', prepare({ station })],
    ['now-playing', prepare({ track })],
  ]);

describe('state events', () => {
  it('resume where the connection broke, even between two events', async () => {
    const { events, read } = await startStates();
    events.publish(states('Blue', 'One'));
    const [first] = await read(1);
    expect(first).toMatchObject({ event: 'station', data: { station: 'Blue' } });
    const [second] = await read(1, first?.id);
    expect(second).toMatchObject({ event: 'now-playing', data: { track: 'One' } });

    events.publish(states('Green', 'One'));
    const [third] = await read(1, second?.id);
    expect(third).toMatchObject({ event: 'station', data: { station: 'Green' } });

    events.publish(states('Green', 'Two'));
    const [fourth] = await read(1, third?.id);
    expect(fourth).toMatchObject({ event: 'now-playing', data: { track: 'Two' } });
  });
});
