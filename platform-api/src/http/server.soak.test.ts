import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freePort, startProgram } from '../../test/program.ts';
import { openServer } from './server.ts';

const database = testDatabase();

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

it('takes less than 10 MB more for 10,000 requests behind an open event stream', async () => {
  const program = await startProgram({ DATABASE_URL: database.url });
  await program.ready();
  const memory = async (of: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${program.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${of}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  };
  const events = 'GET /v1/stations/demo/events HTTP/1.1\r\nHost: localhost\r\n\r\n';
  async function attack(): Promise<void> {
    const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    // The cut may arrive as a reset.
    const closed = once(socket.resume(), 'close').catch(() => undefined);
    socket.write(events);
    await once(socket, 'data');
    socket.write(events.repeat(10_000));
    await closed;
  }
  // The first one compiles code, and the heap grows to its usual size.
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await attack();
  const before = Math.max(await memory('VmRSS'), await memory('VmHWM'));
  for (let times = 0; times < 20; times += 1) await attack();
  expect((await memory('VmHWM')) - before).toBeLessThan(10);
});
