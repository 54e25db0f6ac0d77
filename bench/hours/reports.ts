/** Reports of players of outside streams: requests for each CPU second, beside a plain program that writes each one. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { RadioStation } from '../../platform-api/src/stations/station.ts';
import { median, type Figure } from '../figure.ts';
import { cpuSeconds, pidOf } from '../process-cost.ts';

const ROUNDS = 5;
const REQUESTS = 4_000;
const CONNECTIONS = 50;
const SESSIONS = 1_000;

const MIN_RATIO = 0.5;

interface ReportServer {
  child: ChildProcess;
  port: number;
  tokens: string[];
}

/** Both servers in turn, so that a busy machine affects both. */
export async function reportFigure(databaseUrl: string, station: RadioStation): Promise<Figure> {
  const servers = [
    await start('ours', databaseUrl, station.id),
    await start('plain', databaseUrl, station.id),
  ];
  try {
    const rates: number[][] = servers.map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, server] of servers.entries()) {
        const rate = await load(server, round);
        // The first round warms up.
        if (round > 0) rates[at]?.push(rate);
      }
    }
    const [ours = NaN, plain = NaN] = rates.map(median);
    return {
      name: 'Reports of outside streams for each CPU second',
      ours: `${Math.round(ours)}`,
      peer: `node:http with pg, a row each: ${Math.round(plain)}`,
      ratio: (ours / plain).toFixed(2),
      goal: `≥ ${MIN_RATIO}`,
      ok: ours / plain >= MIN_RATIO,
    };
  } finally {
    for (const { child } of servers) if (child.connected) child.disconnect();
  }
}

async function start(kind: 'ours' | 'plain', url: string, station: string): Promise<ReportServer> {
  const child = fork(
    new URL('./report-server.ts', import.meta.url),
    [kind, url, station, String(SESSIONS)],
    { execArgv: ['--import', 'tsx', '-C', 'source'] },
  );
  const [ready] = await once(child, 'message');
  return { child, ...ready };
}

/** @returns requests for each CPU second of the server */
async function load({ child, port, tokens }: ReportServer, round: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = await cpuSeconds(pidOf(child));
  let next = 0;
  async function worker(): Promise<void> {
    for (let at = next++; at < REQUESTS; at = next++) {
      const session = at % tokens.length;
      const body = `${tokens[session] ?? ''} ${round + at / REQUESTS}`;
      await send(agent, port, { body, session });
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return REQUESTS / ((await cpuSeconds(pidOf(child))) - before);
}

function send(
  agent: Agent,
  port: number,
  { body, session }: { body: string; session: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Each from an address of its own, as one address has only so many listeners.
    const headers = { 'X-Forwarded-For': `10.0.${session >> 8}.${session & 255}` };
    const to = { host: '127.0.0.1', port, method: 'POST', path: '/listening/demo' };
    const options = { ...to, agent, headers };
    const asked = request(options, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 204) resolve();
        else reject(new Error(`a report was answered with ${answer.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
