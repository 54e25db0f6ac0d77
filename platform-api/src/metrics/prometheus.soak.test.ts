import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { DatabaseProxy } from '../../test/database-proxy.ts';
import { dataFolder, freePort, startProgram } from '../../test/program.ts';
import { pathOf } from '../../test/call.ts';

const database = testDatabase();

/** The most CPU that a scrape may take, in ms. */
const SCRAPE_MS = 5;
const SCRAPES = 200;
/** How long the idle program is measured. */
const IDLE_MS = 5_000;

/** Prometheus with our alert rules, which scrapes every three seconds. @returns its address */
async function startPrometheus(targets: string[]): Promise<string> {
  const [folder, port] = [await dataFolder(), await freePort()];
  await cp(
    new URL('../../../deploy/prometheus/alerts.yml', import.meta.url),
    join(folder, 'alerts.yml'),
  );
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '3s', evaluation_interval: '3s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'stationhouse', static_configs: [{ targets }] }],
    }),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return `http://127.0.0.1:${port}`;
}

/** The result of a query, as label sets with values. */
async function query(prometheus: string, promql: string) {
  const answer = await fetch(
    `${prometheus}/api/v1/query?${new URLSearchParams({ query: promql })}`,
  );
  const { data } = (await answer.json()) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  return data.result;
}

it('is scraped by Prometheus, whose alert fires while the database is away', async () => {
  const proxy = await DatabaseProxy.to(database.url);
  onTestFinished(() => proxy.close());
  const ports = [await freePort(), await freePort()];
  const replicas = await Promise.all(
    ports.map((port) => startProgram({ DATABASE_URL: proxy.url, METRICS_PORT: String(port) })),
  );
  for (const replica of replicas) await replica.ready();
  const prometheus = await startPrometheus(ports.map((port) => `127.0.0.1:${port}`));
  const [first] = replicas;
  for (let count = 0; count < 5; count += 1) await fetch(`${first?.url}/v1/packages`);

  const waiting = { timeout: 60_000, interval: 500 };
  await vi.waitFor(async () => {
    expect(await query(prometheus, 'up == 1')).toHaveLength(2);
    const counted = 'sum(stationhouse_http_requests_total{call="listPackages",status="200"})';
    expect((await query(prometheus, counted))[0]?.value[1]).toBe('5');
    expect(await query(prometheus, 'stationhouse_part_up{part="database"} == 1')).toHaveLength(2);
  }, waiting);

  const firing = 'ALERTS{alertname="StationhouseDatabaseDown",alertstate="firing"}';
  expect(await query(prometheus, firing)).toEqual([]);
  proxy.cut();
  // The rule waits for a minute.
  await vi.waitFor(async () => expect(await query(prometheus, firing)).toHaveLength(2), {
    ...waiting,
    timeout: 150_000,
  });
  proxy.repair();
  await vi.waitFor(async () => {
    expect(await query(prometheus, 'stationhouse_part_up{part="database"} == 1')).toHaveLength(2);
    expect(await query(prometheus, firing)).toEqual([]);
  }, waiting);
  for (const replica of replicas) {
    const { out } = replica.output();
    expect(out.split('"database lost"')).toHaveLength(2);
    expect(out.match(/"database is back after [\d.]+ s"/g)).toHaveLength(1);
  }
}, 400_000);

it(`costs less than ${SCRAPE_MS} ms a scrape, with every call in it`, async () => {
  const port = await freePort();
  const program = await startProgram({ DATABASE_URL: database.url, METRICS_PORT: String(port) });
  await program.ready();
  for (const call of CALLS) {
    if (call.path.endsWith('/events')) continue;
    await (
      await fetch(program.url + pathOf(call), { method: call.method.toUpperCase() })
    ).arrayBuffer();
  }
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const cpuSeconds = (text: string) =>
    Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec(text)?.[1]);
  /** CPU seconds of an act, beyond what the idle program takes in the same time. */
  async function costOf(act: () => Promise<void>): Promise<number> {
    const measured = async (run: () => Promise<void>) => {
      const [before, began] = [cpuSeconds(await scrape()), performance.now()];
      await run();
      return { cpu: cpuSeconds(await scrape()) - before, ms: performance.now() - began };
    };
    const idle = await measured(() => sleep(IDLE_MS));
    const busy = await measured(act);
    return busy.cpu - (idle.cpu * busy.ms) / idle.ms;
  }
  const scrapeAll = async () => {
    for (let count = 0; count < SCRAPES; count += 1) await scrape();
  };
  // In a program that has run for an hour, this code is compiled.
  await scrapeAll();
  const ms = ((await costOf(scrapeAll)) * 1_000) / SCRAPES;
  const after = await scrape();
  const series = after.split('\n').filter((line) => line && !line.startsWith('#')).length;
  process.stdout.write(`${series} series, ${ms.toFixed(2)} ms of CPU for each scrape\n`);
  expect(series).toBeGreaterThan(CALLS.length * 5);
  expect(ms).toBeLessThan(SCRAPE_MS);
}, 400_000);
