import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { freePort } from '../test/program.ts';
import { startProxy, startReplica, type Proxy } from '../test/proxies.ts';
import { startS3Server } from '../test/s3-server.ts';

const database = testDatabase();

const RESTARTS = 20;
const CLIENTS = 16;
const MAX_STOP_MS = 5_000;

/** The pause between two restarts in docs/deployment.md: Caddy checks its replicas each second. */
const PAUSE_MS = 2_000;

/** Requests that need the database, one that writes, and the three that listeners send most. */
const REQUESTS = [
  { method: 'GET', path: '/v1/stations/demo/now-playing', expected: [200] },
  { method: 'GET', path: '/v1/stations/no-such-station', expected: [404] },
  { method: 'GET', path: '/demo', expected: [200] },
  { method: 'GET', path: '/v1/packages', expected: [200] },
  { method: 'POST', path: '/v1/quotes', expected: [200, 429] },
];
const QUOTE = JSON.stringify({ package_name: 'Starter', country: 'Germany' });

/** Sends requests one after the other, until told to stop. */
function startLoad(proxy: Proxy) {
  const failures: string[] = [];
  let sent = 0;
  const over = new AbortController();

  function send({ method, path, expected }: (typeof REQUESTS)[number]): Promise<void> {
    return new Promise((resolve) => {
      function fail(why: unknown): void {
        failures.push(`${method} ${path}: ${String(why)}`);
        resolve();
      }
      const headers = method === 'POST' ? { 'Content-Type': 'application/json' } : {};
      const one = proxy.request({ method, path, headers }, (answer) => {
        answer.on('error', fail).resume();
        answer.on('end', () => {
          if (expected.includes(answer.statusCode ?? 0)) resolve();
          else fail(answer.statusCode);
        });
      });
      one.on('error', fail);
      one.end(method === 'POST' ? QUOTE : undefined);
    });
  }

  async function client(first: number): Promise<void> {
    for (let turn = first; !over.signal.aborted; turn += 1) {
      const one = REQUESTS[turn % REQUESTS.length];
      if (one) await send(one);
      sent += 1;
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    async stop() {
      over.abort();
      await Promise.all(clients);
      return { sent, failures };
    },
  };
}

it.each(['nginx', 'caddy'] as const)(
  `loses no request in ${RESTARTS} rolling restarts of two replicas behind %s`,
  { timeout: 600_000 },
  async (name) => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startReplica({ databaseUrl: database.url, s3, port });
    const replicas = await Promise.all(ports.map(start));
    const load = startLoad(await startProxy(name, { replicas: ports }));

    const stops: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const index = restart % replicas.length;
      const [port, replica] = [ports[index], replicas[index]];
      if (port === undefined || !replica) throw new Error('There are two replicas.');
      const began = performance.now();
      replica.child.kill('SIGTERM');
      expect(await replica.exited).toBe(0);
      stops.push(performance.now() - began);
      expect(replica.output().out).not.toContain('did not stop cleanly');
      replicas[index] = await start(port);
      await sleep(PAUSE_MS);
    }
    const { sent, failures } = await load.stop();
    const slowest = Math.round(Math.max(...stops));
    process.stdout.write(
      `${name}: ${sent} requests, ${failures.length} failed, slowest stop ${slowest} ms\n`,
    );
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(RESTARTS * 100);
    expect(slowest).toBeLessThan(MAX_STOP_MS);
  },
);
