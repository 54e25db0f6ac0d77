import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_PIPELINED_REQUESTS } from '../../contract/values.ts';
import { freePort } from '../../test/program.ts';
import { rawRequest } from '../../test/raw-request.ts';
import { CannotListen, requireFreePort } from './listen.ts';
import { openServer, type HttpServer } from './server.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});

const NO_STREAMS = { open: () => 0, end: () => undefined };

async function open(
  handler: RequestListener = (_req, res) => res.end('ok'),
  stalledMs?: number,
): Promise<{ port: number; url: string; server: HttpServer }> {
  const port = await freePort();
  const server = await openServer('127.0.0.1', port, handler, { stalledMs });
  endings.push(() => server.close(NO_STREAMS).catch(() => undefined));
  return { port, url: `http://127.0.0.1:${port}`, server };
}

describe('the server', () => {
  it('reports in one line that its port is taken', async () => {
    const { port } = await open();
    const second = () => openServer('127.0.0.1', port, () => undefined);
    await expect(second()).rejects.toThrow(CannotListen);
    await expect(second()).rejects.toThrow(`Port ${port} is already in use`);
    await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(CannotListen);
  });

  it('disconnects clients that never finish their body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let onRequest: () => void;
    const asked = new Promise<void>((resolve) => (onRequest = resolve));
    const { port } = await open(() => onRequest());
    const half = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n{"id":';
    const answer = rawRequest(`http://127.0.0.1:${port}`, half);
    await asked;
    vi.advanceTimersByTime(30_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('refuses more than 100 headers and closes, whatever is hidden behind them', async () => {
    let handled = 0;
    const { url } = await open((_req, res) => {
      handled += 1;
      res.end('ok');
    });
    /** The status of a request with so many headers, its framing among the last ones. */
    async function statusOf(count: number, last: string, body: string): Promise<string> {
      const lines = ['Host: a', ...Array.from({ length: count - 3 }, (_, n) => `x${n}: 1`)];
      const head = [...lines, 'Connection: close', last].join('\r\n');
      const answer = await rawRequest(url, `POST / HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
      return answer.slice(0, 12);
    }
    expect(await statusOf(100, 'Content-Length: 2', 'ab')).toBe('HTTP/1.1 200');
    for (const count of [101, 102, 133, 2_000, 2_100]) {
      expect(await statusOf(count, 'Content-Length: 20', 'ab')).toBe('HTTP/1.1 431');
      expect(await statusOf(count, 'Transfer-Encoding: chunked', '5\r\nab')).toBe('HTTP/1.1 431');
    }
    expect(handled).toBe(1);
  });

  it('handles pipelined requests one after another, in their order', async () => {
    let running = 0;
    let mostAtOnce = 0;
    const { url } = await open((req, res) => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      setImmediate(() => {
        running -= 1;
        res.end(req.url);
      });
    });
    const head = 'Host: a\r\n\r\n';
    const requests = Array.from(
      { length: MAX_PIPELINED_REQUESTS },
      (_, n) => `GET /no-${n}. HTTP/1.1\r\n${head}`,
    );
    const last = `GET /no-${MAX_PIPELINED_REQUESTS}. HTTP/1.1\r\nConnection: close\r\n${head}`;
    const answer = await rawRequest(url, requests.join('') + last);
    expect(answer.match(/no-\d+\./g)).toEqual(
      Array.from({ length: 1 + MAX_PIPELINED_REQUESTS }, (_, n) => `no-${n}.`),
    );
    expect(mostAtOnce).toBe(1);
  });

  it('disconnects clients that pipeline thousands of requests, and handles only the first', async () => {
    let handled = 0;
    const { url } = await open(() => (handled += 1));
    await rawRequest(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10_000)).catch(() => '');
    expect(handled).toBe(1);
  });

  it('disconnects clients that stop reading their answer', async () => {
    const ended = vi.fn<() => void>();
    const { port } = await open((_req, res) => {
      res.once('close', ended);
      res.end(Buffer.alloc(20_000_000));
    }, 200);
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    endings.push(async () => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => ended.mock.calls.length, { timeout: 10_000 }).toBe(1);
  });

  it('closes at once without requests in flight, despite keep-alive connections', async () => {
    const { url, server } = await open();
    await (await fetch(url)).text();
    const began = performance.now();
    await server.close(NO_STREAMS);
    expect(performance.now() - began).toBeLessThan(1_000);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('tells clients to close their connection before it stops', async () => {
    const { url, server } = await open();
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    server.closeConnectionsAfterAnswer();
    expect((await fetch(url)).headers.get('connection')).toBe('close');
  });

  it('finishes a request in flight before it ends the streams', async () => {
    const order: string[] = [];
    const streams: ServerResponse[] = [];
    const slow: ServerResponse[] = [];
    const { url, server } = await open((req, res) => {
      if (req.url === '/slow') return void slow.push(res);
      res.writeHead(200).flushHeaders();
      streams.push(res);
    });
    const stream = (await fetch(`${url}/stream`)).text().then(() => order.push('stream ended'));
    const answer = fetch(`${url}/slow`).then(async (response) => {
      order.push(await response.text());
      return response.headers.get('connection');
    });
    await vi.waitFor(() => expect(slow).toHaveLength(1));
    server.closeConnectionsAfterAnswer();
    const closed = server.close({
      open: () => streams.length,
      end: () => streams.forEach((res) => res.end()),
    });
    for (const res of slow) res.end('answered');
    await Promise.all([stream, closed]);
    expect(await answer).toBe('close');
    expect(order).toEqual(['answered', 'stream ended']);
  });
});
