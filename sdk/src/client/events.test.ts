// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { startEventServer, type EventServer, type Visit } from '../../test/event-server.ts';
import { openEvents, type Events, type EventsOptions } from './events.ts';
import { RequestFailed } from './http.ts';

let server: EventServer;
let events: Events;
let heard: [name: string, data: unknown][];
let polls: AbortSignal[];
/** Requests sent. */
let asked: MockInstance<typeof fetch>;
/** Heads of answers that have arrived. */
let answered: number;
/** One is drawn for each delay, when a connection is lost. */
let random: MockInstance<() => number>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  asked = vi.spyOn(globalThis, 'fetch');
  server = await startEventServer();
  heard = [];
  polls = [];
  answered = 0;
});

afterEach(async () => {
  events.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

function open(options: Partial<EventsOptions> = {}): void {
  events = openEvents({
    url: server.url,
    onEvent: (name, data) => heard.push([name, data]),
    poll: (signal) => polls.push(signal),
    onServerTime: () => answered++,
    ...options,
  });
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

/** Waits for the network, which does not follow the fake clock. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** Breaks the connection, and waits until that is noticed. */
async function lose(how: () => unknown): Promise<void> {
  const before = random.mock.calls.length;
  how();
  await until(() => random.mock.calls.length > before);
}

const refuse = (visit: Visit, status = 500, headers = {}) =>
  lose(() => visit.response.writeHead(status, headers).end('{}'));

async function opened(options?: Partial<EventsOptions>): Promise<Visit> {
  open(options);
  const visit = await server.next();
  visit.open().write('id: 1\nevent: station\ndata: {"name":"Demo"}\n\n');
  await until(() => heard.length > 0);
  return visit;
}

describe('a connection', () => {
  it('delivers events by name, with their data', async () => {
    const visit = await opened();
    visit.write(':\n\nevent: now-playing\nda').write('ta: {"title":"Café"}\n\n');
    await until(() => heard.length > 1);
    expect(heard).toEqual([
      ['station', { name: 'Demo' }],
      ['now-playing', { title: 'Café' }],
    ]);
    expect(visit.request.headers.accept).toBe('text/event-stream');
    expect(visit.request.headers['last-event-id']).toBeUndefined();
    expect(polls).toHaveLength(0);
  });

  it('may be cut anywhere, even inside a character', async () => {
    const visit = await opened();
    const bytes = new TextEncoder().encode('data: 1\n\ndata: "Café"\n\n');
    const cut = bytes.length - 4;
    visit.response.write(bytes.subarray(0, cut));
    await until(() => heard.length > 1);
    visit.response.write(bytes.subarray(cut));
    await until(() => heard.length > 2);
    expect(heard[2]).toEqual(['message', 'Café']);
  });

  it('calls for its headers each time', async () => {
    let token = 'first';
    const visit = await opened({ headers: () => ({ Authorization: `Bearer ${token}` }) });
    expect(visit.request.headers.authorization).toBe('Bearer first');
    token = 'second';
    await lose(() => visit.response.end());
    await seconds(1);
    expect((await server.next()).request.headers.authorization).toBe('Bearer second');
  });

  it('waits for asynchronous headers', async () => {
    const visit = await opened({
      headers: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return { Authorization: 'Bearer renewed' };
      },
    });
    expect(visit.request.headers.authorization).toBe('Bearer renewed');
  });

  it('is retried when its headers fail', async () => {
    let renewals = 0;
    open({
      headers: async () => {
        if (renewals++ === 0) throw new RequestFailed(0, { code: 'unreachable' });
        return { Authorization: 'Bearer renewed' };
      },
    });
    await until(() => random.mock.calls.length > 0);
    expect(asked).not.toHaveBeenCalled();
    await seconds(1);
    expect((await server.next()).request.headers.authorization).toBe('Bearer renewed');
  });

  it('is closed on the server when it is closed, and never retried', async () => {
    const visit = await opened();
    events.close();
    await visit.gone;
    await seconds(120);
    expect(asked).toHaveBeenCalledOnce();
    expect(polls).toHaveLength(0);
  });

  it('reports the server’s time', async () => {
    const onServerTime = vi.fn<(time: number) => void>();
    const before = Date.now();
    await opened({ onServerTime });
    // The server is this machine, and its header has whole seconds.
    expect(onServerTime).toHaveBeenCalledOnce();
    expect(onServerTime.mock.calls[0]?.[0]).toBeGreaterThan(before - 60_000);
  });
});

describe('a lost connection', () => {
  it('resumes where it left off, a second later', async () => {
    const visit = await opened();
    await lose(() => visit.response.end());
    await seconds(0.999);
    expect(asked).toHaveBeenCalledTimes(1);
    await seconds(0.001);
    const again = await server.next();
    expect(again.request.headers['last-event-id']).toBe('1');
  });

  it.each([
    ['on average', 0.5],
    ['at the latest', 1],
  ])('is retried after 1, 2, 5, 10, 10 s, %s', async (_, drawn) => {
    random.mockReturnValue(drawn);
    open();
    for (const [index, delay] of [1, 2, 5, 10, 10].entries()) {
      await refuse(await server.next());
      await vi.advanceTimersByTimeAsync(delay * 2000 * drawn - 1);
      expect(asked).toHaveBeenCalledTimes(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toHaveBeenCalledTimes(index + 2);
    }
  });

  it('starts again with the shortest delay after ten stable seconds', async () => {
    open();
    for (const delay of [1, 2]) {
      await refuse(await server.next());
      await seconds(delay);
    }
    const visit = await server.next();
    visit.open().write('data: 1\n\n');
    await until(() => heard.length > 0);
    await seconds(11);
    await lose(() => visit.response.end());
    await seconds(1);
    expect(asked).toHaveBeenCalledTimes(4);
  });

  it('keeps its longer delays while it is unstable', async () => {
    const visit = await opened();
    await lose(() => visit.response.end());
    await seconds(1);
    const again = await server.next();
    again.open().write('data: 1\n\n');
    await until(() => heard.length > 1);
    await lose(() => again.response.end());
    await seconds(1);
    expect(asked).toHaveBeenCalledTimes(2);
    await seconds(1);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('is noticed after two and a half heartbeats of silence', async () => {
    const visit = await opened();
    for (let beat = 1; beat <= 4; beat++) {
      await seconds(25);
      visit.write(`:\n\ndata: ${beat}\n\n`);
      await until(() => heard.length > beat);
    }
    await seconds(62.4);
    expect(random).not.toHaveBeenCalled();
    await lose(() => vi.advanceTimersByTime(200));
    await visit.gone;
    await seconds(1);
    await server.next();
  });

  it('waits as long as the server asks, plus jitter', async () => {
    open();
    for (const [index, status] of [429, 503].entries()) {
      await refuse(await server.next(), status, { 'Retry-After': '30' });
      await seconds(29.9 + index + 1);
      expect(asked).toHaveBeenCalledTimes(index + 1);
      await seconds(0.2);
      expect(asked).toHaveBeenCalledTimes(index + 2);
    }
  });

  it('is retried at once when the network is back', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const visit = await opened();
    page.dispatchEvent(new Event('online'));
    await visit.gone;
    expect((await server.next()).request.headers['last-event-id']).toBe('1');
    events.close();
    page.dispatchEvent(new Event('online'));
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is also one whose event cannot be parsed', async () => {
    const visit = await opened();
    await lose(() => visit.write('data: {oops\n\n'));
    await visit.gone;
    await seconds(1);
    await server.next();
  });
});

describe('an address without a station (any more)', () => {
  it('ends the stream for good and reports it', async () => {
    const onEnd = vi.fn();
    open({ onEnd });
    const visit = await server.next();
    visit.response
      .writeHead(404, { 'Content-Type': 'application/problem+json' })
      .end('{"code":"station_not_found","detail":"Station not found or not active"}');
    await until(() => onEnd.mock.calls.length > 0);
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ status: 404, code: 'station_not_found' });
    await seconds(300);
    expect(asked).toHaveBeenCalledOnce();
    expect(polls).toHaveLength(0);
  });
});

describe('polling', () => {
  it('begins at once without a connection, every ten seconds, until there is one', async () => {
    open();
    await refuse(await server.next());
    await seconds(0);
    expect(polls).toHaveLength(1);

    await seconds(1);
    const silent = await server.next();
    await seconds(9);
    expect(polls).toHaveLength(2);
    await seconds(10);
    expect(polls).toHaveLength(3);
    expect(polls[0]?.aborted).toBe(false);

    silent.open().write('data: 1\n\n');
    await until(() => heard.length > 0);
    expect(polls[0]?.aborted).toBe(true);
    await seconds(40);
    expect(polls).toHaveLength(3);
  });

  it('begins after five seconds when a proxy buffers the events', async () => {
    open();
    (await server.next()).open();
    await until(() => answered > 0);
    await seconds(4.9);
    expect(polls).toHaveLength(0);
    await seconds(0.1);
    expect(polls).toHaveLength(1);
    await seconds(10);
    expect(polls).toHaveLength(2);
  });

  it('begins when the answer is not an event stream', async () => {
    open();
    await refuse(await server.next(), 200, { 'Content-Type': 'text/html' });
    await seconds(0);
    expect(polls).toHaveLength(1);
  });

  it('does not begin while a stable connection is being restored', async () => {
    const visit = await opened();
    await seconds(20);
    await lose(() => visit.response.end());
    await seconds(1);
    // No event: nothing has changed.
    (await server.next()).open();
    await until(() => answered > 1);
    await seconds(30);
    expect(polls).toHaveLength(0);
  });

  it('is the fallback when answers cannot be streamed', async () => {
    asked.mockImplementation(async () => {
      const headers = { 'Content-Type': 'text/event-stream' };
      return Object.defineProperty(new Response('data: 1\n\n', { headers }), 'body', {
        value: undefined,
      });
    });
    await lose(open);
    await seconds(0);
    expect(polls).toHaveLength(1);
    await seconds(10);
    expect(polls).toHaveLength(2);
    expect(heard).toHaveLength(0);
  });
});

describe('a hidden page', () => {
  let page: EventTarget & { hidden: boolean };

  beforeEach(() => {
    page = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal('document', page);
  });

  function setHidden(hidden: boolean): void {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  }

  it('holds no connection and makes no request', async () => {
    const visit = await opened();
    setHidden(true);
    await visit.gone;
    await seconds(120);
    expect(asked).toHaveBeenCalledOnce();
    expect(polls).toHaveLength(0);
  });

  it('polls while updates are still wanted', async () => {
    let isPlaying = true;
    const visit = await opened({ wanted: () => isPlaying });
    setHidden(true);
    await visit.gone;
    await seconds(30);
    expect(polls).toHaveLength(3);
    isPlaying = false;
    await seconds(30);
    expect(polls).toHaveLength(3);
  });

  it('reconnects as soon as it is visible', async () => {
    await opened({ wanted: () => true });
    setHidden(true);
    await seconds(30);
    setHidden(false);
    const again = await server.next();
    expect(again.request.headers['last-event-id']).toBe('1');
    again.open();
    await until(() => answered > 1);
    await seconds(30);
    expect(polls).toHaveLength(3);
  });

  it('does not connect before it is visible', async () => {
    page.hidden = true;
    open();
    await seconds(30);
    expect(asked).not.toHaveBeenCalled();
    setHidden(false);
    await server.next();
  });
});

describe('a closed stream leaves no timer behind', () => {
  const endless = () =>
    new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });

  it.each<[phase: string, answer: () => Promise<Response>, after: number]>([
    ['while it is being opened', () => new Promise(() => {}), 0],
    ['while it is open', async () => endless(), 1],
    ['while it polls', async () => endless(), 7],
    ['while it waits for the next try', () => Promise.reject(new TypeError('offline')), 0.1],
    [
      'once it has ended for good',
      async () => new Response('{"code":"station_not_found"}', { status: 404 }),
      1,
    ],
  ])('%s', async (_, answer, after) => {
    asked.mockImplementation(answer);
    const before = vi.getTimerCount();
    open();
    await seconds(after);
    events.close();
    expect(vi.getTimerCount()).toBe(before);
  });
});
