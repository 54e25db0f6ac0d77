/**
 * The cost of an open event stream: memory of 10,000 on one process, and how long one event takes
 * to reach all, beside a plain `node:http` that does the same.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import type { Arrival, ReaderOrder } from './events/clients.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { COLLECT_ON_SIGNAL, cpuSeconds, settledBytes } from './process-cost.ts';
import { databaseUrl, startProduct } from './product.ts';
import { answerOf, missing, startProgram, type Program } from './programs.ts';

const STREAMS = 10_000;
const MEMORY = '10,000 event streams on one process, memory of each';
const SPREAD = '10,000 event streams, one event from the first client to the last';

const ROUNDS = 15;
const MAX_KB_PER_STREAM = 13;
const MAX_SPREAD_RATIO = 1.2;

const SERVER_CORE = 0;
const CLIENT_CORE = 1;
/** Measures for about a minute, on 127.0.0.1 only. Linux only. */
export async function benchEvents(): Promise<Figure[]> {
  const reason = await whyNot();
  if (reason !== null) return [skipped(MEMORY, reason), skipped(SPREAD, reason)];
  const running: { stop(): Promise<void> }[] = [];
  function keep<T extends { stop(): Promise<void> }>(started: T): T {
    running.push(started);
    return started;
  }
  try {
    const product = keep(await startProduct({ core: SERVER_CORE, nodeArgs: COLLECT_ON_SIGNAL }));
    const plain = keep(startScript('plain-server', SERVER_CORE));
    const { port } = await answerOf<{ port: number }>(plain);
    const ours = {
      pid: product.pid,
      port: product.port,
      path: '/v1/stations/demo/events',
      readers: keep(startScript('clients', CLIENT_CORE)),
    };
    const peer = {
      pid: plain.pid,
      port,
      path: '/',
      readers: keep(startScript('clients', CLIENT_CORE)),
    };
    const memory = memoryFigure(await openStreams(ours), await openStreams(peer));
    const db = connect(await databaseUrl(product), createLogger('warn'));
    keep({ stop: () => db.destroy() });
    const rename = async (name: string): Promise<void> => {
      await db('radio_stations').where({ station_slug: 'demo' }).update({ station_name: name });
    };
    const send = async (event: string): Promise<void> => {
      plain.child.send(event);
    };
    return [memory, await spreadFigure({ ours, peer, rename, send })];
  } finally {
    for (const started of running.toReversed()) await started.stop();
  }
}

async function whyNot(): Promise<string | null> {
  const reason = missing('taskset');
  if (reason !== null) return reason;
  if (availableParallelism() < 2) return 'it needs two cores';
  const limits = await readFile('/proc/self/limits', 'utf8');
  const [, most] = /^Max open files +\d+ +(\d+|unlimited)/m.exec(limits) ?? [];
  const isEnough = most === 'unlimited' || Number(most) > STREAMS + 100;
  return isEnough ? null : `a process may open only ${most} files here`;
}

function startScript(name: 'clients' | 'plain-server', core: number): Program {
  const script = fileURLToPath(new URL(`events/${name}.ts`, import.meta.url));
  return startProgram(
    process.execPath,
    [...COLLECT_ON_SIGNAL, '--import', 'tsx', '-C', 'source', script],
    { core, ipc: true },
  );
}

/** A server, and the process of its readers. */
interface Side {
  pid: number;
  port: number;
  path: string;
  readers: Program;
}

function ask<T>(readers: Program, order: ReaderOrder): Promise<T> {
  readers.child.send(order);
  return answerOf(readers);
}

/** Opens the streams. @returns bytes of the server's memory for each */
async function openStreams({ pid, port, path, readers }: Side): Promise<number> {
  const before = await settledBytes(pid);
  await ask(readers, { order: 'open', port, path, count: STREAMS });
  return ((await settledBytes(pid)) - before) / STREAMS;
}

function memoryFigure(ours: number, peer: number): Figure {
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
  return {
    name: MEMORY,
    ours: kilobytes(ours),
    peer: `plain node:http: ${kilobytes(peer)}`,
    ratio: (ours / peer).toFixed(2),
    goal: `≤ ${MAX_KB_PER_STREAM} KB`,
    ok: ours <= MAX_KB_PER_STREAM * 1024,
  };
}

/** Times of one broadcast. */
interface Broadcast extends Arrival {
  /** From the database update until the last reader received it, in ms. */
  totalMs: number;
  /** CPU time of the server, in ms. */
  cpuMs: number;
}

/**
 * Both servers send the same bytes, timed by their readers. Reading the changed row comes before
 * the first reader has the event, so it is not part of the broadcast.
 */
async function spreadFigure(sides: {
  ours: Side;
  peer: Side;
  rename: (name: string) => Promise<void>;
  send: (event: string) => Promise<void>;
}): Promise<Figure> {
  const ours: Broadcast[] = [];
  const peers: Broadcast[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const words = `Bench ${round + 2}`;
    const our = await broadcast(sides.ours, words, () => sides.rename(words));
    const peer = await broadcast(sides.peer, words, () => sides.send(our.event));
    // The first broadcast after opening takes up to twice as long.
    if (round < 0) continue;
    ours.push(our);
    peers.push(peer);
  }
  const { ratio, text } = compare(spreads(ours), spreads(peers));
  return {
    name: SPREAD,
    ours: describe(ours),
    peer: `plain node:http: ${describe(peers)}`,
    ratio: `${text}; by CPU time ${compare(cpu(ours), cpu(peers)).text}`,
    goal: `≤ ${MAX_SPREAD_RATIO}`,
    ok: ratio <= MAX_SPREAD_RATIO,
  };
}

const spreads = (broadcasts: Broadcast[]): number[] => broadcasts.map(({ spreadMs }) => spreadMs);
const cpu = (broadcasts: Broadcast[]): number[] => broadcasts.map(({ cpuMs }) => cpuMs);

function describe(broadcasts: Broadcast[]): string {
  const total = median(broadcasts.map(({ totalMs }) => totalMs));
  return (
    `${spread(spreads(broadcasts), 0)} ms, ${total.toFixed(0)} ms since the update, ` +
    `${spread(cpu(broadcasts), 0)} ms of CPU`
  );
}

async function broadcast(
  { pid, readers }: Side,
  words: string,
  trigger: () => Promise<void>,
): Promise<Broadcast> {
  await ask(readers, { order: 'seek', words });
  const before = await cpuSeconds(pid);
  const began = performance.now();
  await trigger();
  const arrival = await ask<Arrival>(readers, { order: 'arrival' });
  const totalMs = performance.now() - began;
  return { ...arrival, totalMs, cpuMs: ((await cpuSeconds(pid)) - before) * 1_000 };
}
