/**
 * The cost of a listener: CPU of the broadcast with 1,000 listeners beside Icecast's with as many, measured at the same
 * time; the memory of each that is added to them; and whether 4,000 all receive the full rate.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientOrder, Heard } from './listeners/client.ts';
import { icecastVersion, startIcecast, type Icecast } from './listeners/icecast.ts';
import { median, skipped, type Figure } from './figure.ts';
import { cpuSeconds, pidOf, residentBytes } from './process-cost.ts';

const ROUNDS = 5;
const ROUND_MS = 10_000;
const SETTLE_MS = 4_000;
/** The garbage of opening connections is collected in this time, in ms: it is not the memory of a listener. */
export const COLLECTED_MS = 40_000;
const MANY = 4_000;
const SOME = 1_000;

const MAX_CPU_RATIO = 0.4;
const MAX_KB_PER_LISTENER = 12;
const FULL_KBPS = 128;
/** A measurement may start just after a tick and end just before one. */
const MIN_RATE = 0.97;
/** A listener's buffer before a gap is heard: the initial burst less one tick. */
const MAX_SILENCE_MS = 4_000;

/** Measures for about six minutes, on 127.0.0.1 only. Linux only. */
export async function benchListeners(): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    return [skipped('Listeners of one stream', 'the cost of a process is read from /proc')];
  }
  return [...(await costOfSome()), ...(await costOfMany())];
}

export interface Server {
  name: string;
  pid: number;
  port: number;
  paths: string[];
}

async function costOfSome(): Promise<Figure[]> {
  const version = await icecastVersion();
  return withProcesses(async (ours, client) => {
    const icecast = version === null ? null : await startIcecast(SOME + 10);
    try {
      const peer = icecast && icecastServer(icecast);
      await openListeners(client, ours, SOME);
      if (peer) await openListeners(client, peer, SOME);
      const cpu = await cpuRounds(client, peer ? [ours, peer] : [ours]);
      const peerName = version ?? 'Icecast';
      return [cpuFigure(cpu, peerName), await rateFigure(client, ours, peer, peerName)];
    } finally {
      await icecast?.stop();
    }
  });
}

async function costOfMany(): Promise<Figure[]> {
  const version = await icecastVersion();
  return withProcesses(async (ours, client) => {
    const icecast = version === null ? null : await startIcecast(MANY + 10);
    let peerBytes: number | null = null;
    try {
      if (icecast) peerBytes = await memoryOfOne(client, icecastServer(icecast));
    } finally {
      await icecast?.stop();
    }
    const bytes = await memoryOfOne(client, ours);
    const cpu = median((await cpuRounds(client, [ours])).map(([seconds = NaN]) => seconds)) / MANY;
    return [memoryFigure(bytes, peerBytes, version ?? 'Icecast'), await steadyFigure(client, cpu)];
  });
}

/** The groups of listeners whose memory is measured. */
const [FIRST, LATER] = ['first', 'later'];

/** Bytes of the server's memory for each listener that is added to SOME. */
async function memoryOfOne(client: ChildProcess, server: Server): Promise<number> {
  await openListeners(client, { ...server, name: FIRST }, SOME, COLLECTED_MS);
  return openListeners(client, { ...server, name: LATER }, MANY - SOME, COLLECTED_MS);
}

async function steadyFigure(client: ChildProcess, cpu: number): Promise<Figure> {
  const first = await ask<Heard>(client, { order: 'report', group: FIRST });
  const later = await ask<Heard>(client, { order: 'report', group: LATER });
  const kbps = Math.min(rateOf(first), rateOf(later));
  const silenceMs = Math.max(first.longestSilenceMs, later.longestSilenceMs);
  return {
    name: `Slowest of ${count(MANY)} listeners, longest silence`,
    ours: `${kbps.toFixed(1)} kbps, ${(silenceMs / 1_000).toFixed(2)} s (${perThousandMinutes(cpu)})`,
    peer: 'none measured',
    ratio: '–',
    goal: `≥ ${(FULL_KBPS * MIN_RATE).toFixed(0)} kbps, ≤ ${MAX_SILENCE_MS / 1_000} s`,
    ok:
      kbps >= FULL_KBPS * MIN_RATE &&
      silenceMs <= MAX_SILENCE_MS &&
      first.connected + later.connected === MANY,
  };
}

/**
 * Runs the product and a process of listeners until `work` is done.
 * @param stations so many stations from a storage instead of the demo
 */
export async function withProcesses<Result>(
  work: (ours: Server, client: ChildProcess) => Promise<Result>,
  stations = 0,
): Promise<Result> {
  const paths =
    stations === 0
      ? ['/stream/demo']
      : Array.from({ length: stations }, (_, index) => `/stream/station-${index}`);
  return withServers([[String(stations)]], async ([server], client) => {
    if (!server) throw new Error('the server is missing');
    return work({ ...server, paths }, client);
  });
}

/**
 * Runs several servers and a process of listeners until `work` is done.
 * @param args of each server: `listeners/server.ts`
 */
export async function withServers<Result>(
  args: string[][],
  work: (servers: Server[], client: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const processes = args.map((one) => startProcess('server', ...one));
  const client = startProcess('client');
  try {
    const servers: Server[] = [];
    for (const server of processes) {
      const { port } = await answerOf<{ port: number }>(server);
      servers.push({ name: 'ours', pid: pidOf(server), port, paths: ['/stream/demo'] });
    }
    return await work(servers, client);
  } finally {
    for (const child of [...processes, client]) if (child.connected) child.disconnect();
  }
}

function startProcess(name: 'server' | 'client', ...args: string[]): ChildProcess {
  return fork(new URL(`./listeners/${name}.ts`, import.meta.url), args, {
    execArgv: ['--import', 'tsx', '-C', 'source'],
  });
}

function icecastServer({ pid, port }: Icecast): Server {
  return { name: 'Icecast', pid, port, paths: ['/live'] };
}

/** The next message of a process, unless it ends first. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('a process of the bench broke down'))),
  ]);
  return answer;
}

export function ask<T>(client: ChildProcess, order: ClientOrder): Promise<T> {
  client.send(order);
  return answerOf(client);
}

/** Opens listeners. @returns bytes of the server's memory for each, once they have listened for `settleMs` */
export async function openListeners(
  client: ChildProcess,
  server: Server,
  howMany: number,
  settleMs = SETTLE_MS,
): Promise<number> {
  const { name, pid, port, paths } = server;
  const before = await residentBytes(pid);
  await ask(client, { order: 'open', group: name, port, paths, count: howMany / paths.length });
  await delay(settleMs);
  return ((await residentBytes(pid)) - before) / howMany;
}

/** CPU seconds of each server in each round; all servers are measured at the same time. */
export async function cpuRounds(
  client: ChildProcess,
  servers: Server[],
  roundMs = ROUND_MS,
): Promise<number[][]> {
  const read = () => Promise.all(servers.map(({ pid }) => cpuSeconds(pid)));
  const rounds: number[][] = [];
  await ask(client, { order: 'mark' });
  let before = await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    await delay(roundMs);
    const after = await read();
    rounds.push(after.map((seconds, index) => seconds - (before[index] ?? NaN)));
    before = after;
  }
  return rounds;
}

function cpuFigure(rounds: number[][], peerName: string): Figure {
  const ours = median(rounds.map(([seconds = NaN]) => seconds)) / SOME;
  const name = `CPU of ${count(SOME)} listeners`;
  const goal = `≤ ${MAX_CPU_RATIO} of Icecast`;
  if (rounds[0]?.[1] === undefined) {
    return {
      ...skipped(name, 'icecast2 is not installed'),
      ours: perThousandMinutes(ours),
    };
  }
  const peer = median(rounds.map(([, seconds = NaN]) => seconds)) / SOME;
  const ratio = median(rounds.map(([mine = NaN, theirs = NaN]) => mine / theirs));
  return {
    name,
    ours: perThousandMinutes(ours),
    peer: `${peerName}: ${perThousandMinutes(peer)}`,
    ratio: ratio.toFixed(2),
    goal,
    ok: ratio <= MAX_CPU_RATIO,
  };
}

function memoryFigure(ours: number, peer: number | null, peerName: string): Figure {
  return {
    name: `Memory of each listener beyond ${count(SOME)}, up to ${count(MANY)}`,
    ours: kilobytes(ours),
    peer: peer === null ? 'skipped: icecast2 is not installed' : `${peerName}: ${kilobytes(peer)}`,
    ratio: peer === null ? '–' : (ours / peer).toFixed(2),
    goal: `≤ ${MAX_KB_PER_LISTENER} KB`,
    ok: ours <= MAX_KB_PER_LISTENER * 1024,
  };
}

async function rateFigure(
  client: ChildProcess,
  ours: Server,
  peer: Server | null,
  peerName: string,
): Promise<Figure> {
  const heard = await ask<Heard>(client, { order: 'report', group: ours.name });
  const theirs = peer && (await ask<Heard>(client, { order: 'report', group: peer.name }));
  const kbps = rateOf(heard);
  return {
    name: `Slowest of ${count(SOME)} listeners`,
    ours: `${kbps.toFixed(1)} kbps`,
    peer: theirs
      ? `${peerName}: ${rateOf(theirs).toFixed(1)} kbps`
      : 'skipped: icecast2 is not installed',
    ratio: theirs ? (kbps / rateOf(theirs)).toFixed(2) : '–',
    goal: `≥ ${(FULL_KBPS * MIN_RATE).toFixed(0)} kbps`,
    ok: kbps >= FULL_KBPS * MIN_RATE && heard.connected === SOME,
  };
}

/** The slowest listener's rate over all rounds, in kbps. */
export function rateOf({ slowestBytes }: Heard): number {
  return (slowestBytes * 8) / (ROUNDS * ROUND_MS);
}

/** @param seconds CPU seconds of one listener in one round */
export function perThousandMinutes(seconds: number): string {
  const figure = seconds * 1_000 * (60_000 / ROUND_MS);
  return `${figure.toFixed(2)} CPU-s per 1,000 listeners and minute`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function count(howMany: number): string {
  return howMany.toLocaleString('en-GB');
}
