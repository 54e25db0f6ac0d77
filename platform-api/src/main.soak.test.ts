import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { startLoad } from '../test/load.ts';
import { freePort } from '../test/program.ts';
import { PROXIES, startProxy, startReplica } from '../test/proxies.ts';
import { startS3Server } from '../test/s3-server.ts';

const database = testDatabase();

const RESTARTS = 20;
const MAX_STOP_MS = 5_000;

/** The pause between two restarts in the documents: Caddy and HAProxy check their replicas each second. */
const PAUSE_MS = 2_000;

it.each(PROXIES)(
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
