/**
 * Stations on air from here: what the timeline promises, how replicas agree, and what stations and listeners cost, beside
 * Liquidsoap and Icecast with as many.
 */
import type { ClientOrder, Heard } from './listeners/client.ts';
import { icecastVersion, startIcecast } from './listeners/icecast.ts';
import {
  ask,
  count,
  cpuRounds,
  openListeners,
  perThousandMinutes,
  rateOf,
  withProcesses,
  type Server,
} from './listeners.ts';
import { median, skipped, type Figure } from './figure.ts';
import { hlsFigures } from './on-air/hls.ts';
import { idleFigures } from './on-air/idle.ts';
import { publishFigures } from './on-air/publish.ts';
import { replicaFigures } from './on-air/replicas.ts';
import { timelineFigures } from './on-air/timeline.ts';

const STATIONS = 200;
const LISTENERS = 2_000;

const MAX_CPU_RATIO = 0.5;
const MIN_KBPS = 124;

/** Measures for about fifteen minutes, on 127.0.0.1 only. */
export async function benchOnAir(): Promise<Figure[]> {
  const figures = [...timelineFigures(), ...(await replicaFigures()), ...(await publishFigures())];
  if (process.platform !== 'linux') {
    const reason = 'the cost of a process is read from /proc';
    return [...figures, skipped('What stations and listeners cost', reason)];
  }
  return [
    ...figures,
    ...(await idleFigures()),
    ...(await hlsFigures()),
    ...(await listenerFigures()),
  ];
}

/** Takes about two minutes. */
async function listenerFigures(): Promise<Figure[]> {
  const name = `CPU of ${count(LISTENERS)} listeners over ${STATIONS} stations`;
  const version = await icecastVersion();
  const paths = Array.from({ length: STATIONS }, (_, index) => `/live${index}`);
  return withProcesses(async (ours, client) => {
    const icecast = version === null ? null : await startIcecast(LISTENERS + STATIONS + 10, paths);
    try {
      const servers: Server[] = [ours];
      if (icecast) servers.push({ name: 'Icecast', pid: icecast.pid, port: icecast.port, paths });
      const memory = [];
      for (const server of servers) memory.push(await openListeners(client, server, LISTENERS));
      const rounds = await cpuRounds(client, servers);
      const heard = [];
      for (const server of servers) {
        const order: ClientOrder = { order: 'report', group: server.name };
        heard.push(await ask<Heard>(client, order));
      }
      const [ourCpu = NaN, peerCpu] = servers.map((_, at) =>
        median(rounds.map((round) => round[at] ?? NaN)),
      );
      const ratio = peerCpu === undefined ? null : ourCpu / peerCpu;
      const [ourRate = NaN, peerRate] = heard.map((one) => rateOf(one));
      const peer = (text: (name: string) => string) =>
        version === null ? 'skipped: icecast2 is not installed' : text(version);
      return [
        {
          name,
          ours: perThousandMinutes(ourCpu / LISTENERS),
          peer: peer((found) => `${found}: ${perThousandMinutes((peerCpu ?? NaN) / LISTENERS)}`),
          ratio: ratio?.toFixed(2) ?? '–',
          goal: `≤ ${MAX_CPU_RATIO} of Icecast`,
          ok: ratio !== null && ratio <= MAX_CPU_RATIO,
        },
        {
          name: `Slowest of ${count(LISTENERS)} listeners over ${STATIONS} stations`,
          ours: `${ourRate.toFixed(1)} kbps (${((memory[0] ?? NaN) / 1024).toFixed(0)} KB each)`,
          peer: peer((found) => `${found}: ${(peerRate ?? NaN).toFixed(1)} kbps`),
          ratio: peerRate === undefined ? '–' : (ourRate / peerRate).toFixed(2),
          goal: `≥ ${MIN_KBPS} kbps`,
          ok: ourRate >= MIN_KBPS && heard[0]?.connected === LISTENERS,
        },
      ];
    } finally {
      await icecast?.stop();
    }
  }, STATIONS);
}
