import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../test/program.ts';
import { openServer } from './server.ts';

it('closes connections that never finish their headers, and answers others meanwhile', async () => {
  const port = await freePort();
  const server = await openServer('127.0.0.1', port, (_req, res) => res.end('ok'));
  onTestFinished(() => server.close({ open: () => 0, end: () => undefined }));
  const began = performance.now();
  const closed: Promise<unknown>[] = [];
  for (let client = 0; client < 500; client++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    closed.push(once(socket.resume(), 'close'));
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  await Promise.all(closed);
  // Ten seconds for the headers, two until the next check.
  expect(performance.now() - began).toBeLessThan(15_000);
});
