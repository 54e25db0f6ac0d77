import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../test/program.ts';
import { rawRequest } from '../../test/raw-request.ts';
import { CannotListen, closeServer, openServer } from './server.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});

async function open(): Promise<{ port: number }> {
  const port = await freePort();
  const { server, answerWith } = await openServer('127.0.0.1', port);
  answerWith((_req, res) => res.end('ok'));
  endings.push(() => closeServer(server, 0));
  return { port };
}

describe('the server', () => {
  it('says to come back while it is starting', async () => {
    const port = await freePort();
    const { server } = await openServer('127.0.0.1', port);
    endings.push(() => closeServer(server, 0));
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('says in one line that its port is taken', async () => {
    const { port } = await open();
    await expect(openServer('127.0.0.1', port)).rejects.toThrow(CannotListen);
    await expect(openServer('127.0.0.1', port)).rejects.toThrow(`Port ${port} is already in use`);
  });

  it('lets go of clients that never finish their head, and answers others meanwhile', async () => {
    const { port } = await open();
    const began = performance.now();
    const gone: Promise<unknown>[] = [];
    for (let client = 0; client < (process.env['FULL'] ? 500 : 50); client++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      gone.push(once(socket.resume(), 'close'));
    }
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
    await Promise.all(gone);
    // Ten seconds for the head, two for the next look around (security, 'Any route').
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('lets go of clients that never finish their body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const port = await freePort();
    const { server, answerWith } = await openServer('127.0.0.1', port);
    endings.push(() => closeServer(server, 0));
    const asked = new Promise<void>((resolve) => answerWith(() => resolve()));
    const half = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n{"id":';
    const answer = rawRequest(`http://127.0.0.1:${port}`, half);
    await asked;
    vi.advanceTimersByTime(30_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes at once when nothing is under way', async () => {
    const port = await freePort();
    const { server, answerWith } = await openServer('127.0.0.1', port);
    answerWith((_req, res) => res.end('ok'));
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await closeServer(server, 20_000);
    expect(server.listening).toBe(false);
  });
});
