/**
 * How many now-playing requests per second one core answers, beside nginx sending the same bytes
 * from a file. Every open player polls this address.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { compare, skipped, spread, type Figure } from './figure.ts';
import { cpuSeconds } from './process-cost.ts';
import { startNginx, type Nginx } from './now-playing/nginx.ts';
import { startProduct, type Product } from './product.ts';
import { missing } from './programs.ts';

const NAME = 'GET now-playing, 50 connections, one core';

const CONNECTIONS = 50;
const ROUNDS = 9;
const ROUND_SECONDS = 3;
/** Of nginx's rate for the same bytes. */
const MIN_RATIO = 0.8;

const SERVER_CORE = 0;
const CLIENT_CORE = 1;

/** Measures for about a minute, on 127.0.0.1 only. Linux only. */
export async function benchNowPlaying(): Promise<Figure[]> {
  const reason = missing('nginx', 'wrk', 'taskset');
  if (reason !== null) return [skipped(NAME, reason)];
  if (availableParallelism() < 2) return [skipped(NAME, 'it needs two cores')];
  const product = await startProduct({ core: SERVER_CORE });
  try {
    const nginx = await startNginx(SERVER_CORE);
    try {
      return [await measure(product, nginx)];
    } finally {
      await nginx.stop();
    }
  } finally {
    await product.stop();
  }
}

/** The result of one round. */
interface Rate {
  perSecond: number;
  /** Per second of the server's own CPU time: hardly affected by other processes on the core. */
  perCpuSecond: number;
}

async function measure(product: Product, nginx: Nginx): Promise<Figure> {
  const address = `${product.url}/v1/stations/demo/now-playing`;
  const ours: Rate[] = [];
  const peers: Rate[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    // The tracks change from time to time, and so do the bytes.
    await nginx.serve(Buffer.from(await (await fetch(address)).arrayBuffer()));
    const our = await load(address, product.pid);
    const peer = await load(nginx.url, nginx.workerPid);
    // The first round warms both up.
    if (round < 0) continue;
    ours.push(our);
    peers.push(peer);
  }
  const { ratio, text } = compare(perSecond(ours), perSecond(peers));
  const byCpu = compare(perCpuSecond(ours), perCpuSecond(peers));
  return {
    name: NAME,
    ours: `${spread(perSecond(ours), 0)} req/s, ${spread(perCpuSecond(ours), 0)} per CPU second`,
    peer:
      `${nginx.version}, the same bytes from a file: ${spread(perSecond(peers), 0)} req/s, ` +
      `${spread(perCpuSecond(peers), 0)} per CPU second`,
    ratio: `${text}; by CPU time ${byCpu.text}`,
    goal: `≥ ${MIN_RATIO}`,
    ok: ratio >= MIN_RATIO,
  };
}

const perSecond = (rates: Rate[]): number[] => rates.map((rate) => rate.perSecond);
const perCpuSecond = (rates: Rate[]): number[] => rates.map((rate) => rate.perCpuSecond);

/** @throws Error when any answer is not a success */
async function load(url: string, serverPid: number): Promise<Rate> {
  const before = await cpuSeconds(serverPid);
  const { stdout } = await promisify(execFile)('taskset', [
    '-c',
    String(CLIENT_CORE),
    'wrk',
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${ROUND_SECONDS}s`,
    url,
  ]);
  const cpu = (await cpuSeconds(serverPid)) - before;
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (requests === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk reports for ${url}:\n${stdout}`);
  }
  return { perSecond: Number(rate), perCpuSecond: Number(requests) / cpu };
}
