/**
 * A cache in front, nginx with the file of docs/operations/cdn.md, beside the same requests without it. The requests are those of visitors and players of a station.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { startNginx, type Cache } from './nginx.ts';
import { cpuSeconds } from './process-cost.ts';
import { startProduct, type Product } from './product.ts';
import { freePort, missing } from './programs.ts';

const NAME = 'requests of 2,500 players and visitors, 500 a second, behind nginx as the cache';

const PER_SECOND = 500;
const ROUND_SECONDS = 10;
const ROUNDS = 3;

/** The share of requests that may reach the program. */
const MAX_SHARE = 0.02;

/** Players ask for tracks; a visitor loads a page, the player and the station once. */
const PATHS = [
  ...Array<string>(14).fill('/v1/stations/demo/now-playing'),
  '/demo',
  '/demo',
  '/v1/stations/demo',
  '/sdk/player.js',
  '/',
  '/v1/packages',
];

/** Measures for about a minute, on 127.0.0.1 only. Linux only. */
export async function benchCdn(): Promise<Figure[]> {
  const reason = missing('nginx');
  if (reason !== null) return [skipped(NAME, reason)];
  const metricsPort = await freePort();
  const product = await startProduct({ env: { METRICS_PORT: String(metricsPort) } });
  try {
    const cache = await startCache(product);
    try {
      return await measure(product, { cache: cache.url, metrics: metricsPort });
    } finally {
      await cache.stop();
    }
  } finally {
    await product.stop();
  }
}

/** One round. */
interface Round {
  /** Requests that the program answered, as a share of those that were sent. */
  share: number;
  /** CPU of the program, in ms for each request that was sent. */
  cpuMs: number;
  medianMs: number;
  slowMs: number;
}

async function measure(
  product: Product,
  { cache, metrics }: { cache: string; metrics: number },
): Promise<Figure[]> {
  const withCache: Round[] = [];
  const without: Round[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const [one, other] = [await load(cache), await load(product.url)];
    // The first round warms up.
    if (round < 0) continue;
    withCache.push(one);
    without.push(other);
  }
  const of = (rounds: Round[], key: keyof Round) => rounds.map((round) => round[key]);
  const slow = compare(of(withCache, 'slowMs'), of(without, 'slowMs'));
  const cpu = compare(of(withCache, 'cpuMs'), of(without, 'cpuMs'));
  const share = median(of(withCache, 'share'));
  return [
    {
      name: NAME,
      ours: `${spread(
        of(withCache, 'share').map((part) => part * 100),
        2,
      )} % reach the program, ${spread(of(withCache, 'cpuMs'), 3)} ms of its CPU each`,
      peer: `without the cache: ${spread(
        of(without, 'share').map((part) => part * 100),
        1,
      )} %, ${spread(of(without, 'cpuMs'), 3)} ms`,
      ratio: `by CPU time ${cpu.text}`,
      goal: `< ${MAX_SHARE * 100} % reach the program`,
      ok: share < MAX_SHARE,
    },
    {
      name: 'time to the whole answer, the same requests',
      ours: `${spread(of(withCache, 'medianMs'), 2)} ms, 99 % within ${spread(of(withCache, 'slowMs'), 1)} ms`,
      peer: `without the cache: ${spread(of(without, 'medianMs'), 2)} ms, 99 % within ${spread(of(without, 'slowMs'), 1)} ms`,
      ratio: `99 %: ${slow.text}`,
      goal: 'no slower',
      ok: slow.ratio <= 1.1,
    },
  ];

  async function load(url: string): Promise<Round> {
    const before = { answered: await answeredBy(metrics), cpu: await cpuSeconds(product.pid) };
    const times = await sendSteadily(url);
    const cpuUsed = (await cpuSeconds(product.pid)) - before.cpu;
    times.sort((a, b) => a - b);
    return {
      share: ((await answeredBy(metrics)) - before.answered) / times.length,
      cpuMs: (cpuUsed * 1_000) / times.length,
      medianMs: median(times),
      slowMs: times[Math.floor(times.length * 0.99)] ?? NaN,
    };
  }
}

/** Requests that the program has answered so far. */
async function answeredBy(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = text.matchAll(/^stationhouse_http_requests_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Sends requests at their times, however slow the answers are. @returns the time of each, in ms */
async function sendSteadily(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < PER_SECOND * ROUND_SECONDS; count += 1) {
    const early = began + (count * 1_000) / PER_SECOND - performance.now();
    if (early > 1) await sleep(early);
    sent.push(time(url + (PATHS[count % PATHS.length] ?? '/'), agent, times));
  }
  await Promise.all(sent);
  agent.destroy();
  return times;
}

function time(url: string, agent: Agent, times: number[]): Promise<void> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { Host: 'localhost', 'Accept-Encoding': 'gzip' };
    request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answers ${answer.statusCode}`));
      answer.resume().once('end', () => {
        times.push(performance.now() - began);
        resolve();
      });
    })
      .once('error', reject)
      .end();
  });
}

/** nginx with the file of the documentation. */
async function startCache(product: Product): Promise<Cache> {
  const page = await readFile(new URL('../docs/operations/cdn.md', import.meta.url), 'utf8');
  const site = /```nginx\n([^`]+)```/.exec(page)?.[1] ?? '';
  return startNginx(
    ({ folder, port }) =>
      site
        .replace('/var/cache/nginx-public', `${folder}/public`)
        .replace('10.0.0.1:8000', new URL(product.url).host)
        .replace(/ +server 10\.0\.0\.2.*\n/, '')
        .replace('listen 8080', `listen 127.0.0.1:${port}`),
    '/v1/health',
  );
}
