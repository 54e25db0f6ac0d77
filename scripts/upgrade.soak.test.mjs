import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../platform-api/test/database.ts';
import { tellFigure } from '../platform-api/test/figures.ts';
import { startLoad } from '../platform-api/test/load.ts';
import { freePort } from '../platform-api/test/program.ts';
import { startProxy, startReplica } from '../platform-api/test/proxies.ts';
import { startS3Server } from '../platform-api/test/s3-server.ts';
import { checkOut, commitBeforeLastMigration, previousRelease } from './previous-release.mjs';

const database = testDatabase();

const ROUNDS = Number(process.env.ROUNDS ?? 20);

/** The pause before the next replica in the documents: HAProxy checks its replicas each second. */
const PAUSE_MS = 2_000;

/** An empty database: the previous release gives it its own schema, and the first upgrade migrates it. */
async function emptyDatabase() {
  const url = new URL(database.url);
  url.pathname = '/upgraded_under_load';
  await database.knex.raw('drop database if exists upgraded_under_load');
  await database.knex.raw('create database upgraded_under_load');
  onTestFinished(async () => {
    await database.knex.raw('drop database upgraded_under_load with (force)');
  });
  return url.href;
}

it(
  `loses no request in ${ROUNDS} upgrades and ${ROUNDS} rollbacks of two replicas behind HAProxy`,
  { timeout: 3_600_000 },
  async () => {
    const previous = process.env.PREVIOUS ?? previousRelease() ?? commitBeforeLastMigration();
    const { folder, remove } = await checkOut(previous);
    onTestFinished(remove);
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const databaseUrl = await emptyDatabase();

    const ports = [await freePort(), await freePort()];
    const startOld = (port) => startReplica({ databaseUrl, s3, port, folder });
    const startNew = (port) => startReplica({ databaseUrl, s3, port });
    // One after the other: the first creates the schema and its jobs.
    const replicas = [await startOld(ports[0]), await startOld(ports[1])];
    const proxy = await startProxy('haproxy', { replicas: ports });

    async function replaceBoth(start) {
      for (const [index, port] of ports.entries()) {
        const replica = replicas[index];
        replica.child.kill('SIGTERM');
        expect(await replica.exited).toBe(0);
        replicas[index] = await start(port);
        await sleep(PAUSE_MS);
      }
    }

    const totals = { upgrades: [0, 0, 0], rollbacks: [0, 0, 0] };
    const failures = [];
    async function underLoad(name, start) {
      const load = startLoad(proxy);
      await replaceBoth(start);
      const result = await load.stop();
      const [sent, failed, p99] = totals[name];
      totals[name] = [
        sent + result.sent,
        failed + result.failures.length,
        Math.max(p99, Math.round(result.p99)),
      ];
      failures.push(...result.failures.map((failure) => `${name}: ${failure}`));
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      await underLoad('upgrades', startNew);
      await underLoad('rollbacks', startOld);
      const lines = Object.entries(totals).map(
        ([name, [sent, failed, p99]]) =>
          `${round} ${name}: ${sent} requests, ${failed} failed, p99 at most ${p99} ms`,
      );
      process.stdout.write(`${previous.slice(0, 10)} and this commit, ${lines.join('; ')}\n`);
      if (failures.length > 0) process.stdout.write(`${failures.slice(-5).join('\n')}\n`);
    }
    expect(failures).toEqual([]);
    const [upgrades, rollbacks] = [totals.upgrades, totals.rollbacks];
    tellFigure(
      `${ROUNDS} upgrades and ${ROUNDS} rollbacks: ${upgrades[0] + rollbacks[0]} requests, none failed, p99 at most ` +
        `${Math.max(upgrades[2], rollbacks[2])} ms`,
    );
    expect(totals.upgrades[0]).toBeGreaterThan(ROUNDS * 100);
  },
);
