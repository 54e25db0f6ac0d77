/**
 * Rates of sign-in, session refresh and an authenticated read, and the round trips that each makes
 * to the database. A refresh and an authenticated read may make two at most, the rate limiter's not
 * counted. The goals for the rates come from measurements.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Call, ClientOrder } from './accounts/clients.ts';
import type { HashOrder } from './accounts/hashing.ts';
import type { Load } from './accounts/load.ts';
import { addPlayers, reportOf } from './accounts/location-players.ts';
import {
  callsOf,
  compareAnswers,
  countTrips,
  plainRead,
  signUpMembers,
} from './accounts/members.ts';
import type { Started as PlainStarted } from './accounts/plain-server.ts';
import type { Started, Trips } from './accounts/server.ts';
import { compare, skipped, spread, type Figure } from './figure.ts';
import { cpuSeconds } from './process-cost.ts';
import {
  answerOf,
  makeFolder,
  missing,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';

const READ_TRIPS = 'GET /v1/me with an access token, round trips to the database';
const REFRESH_TRIPS = 'Refresh of a session, round trips to the database';
const READ = 'GET /v1/me with an access token, 50 connections, one core';
const REFRESH = 'Refresh of a session, 50 connections, one core';
const REPORT = 'Report of a location player, 50 connections, one core';
const SIGN_IN = 'Sign-in with a password, 8 connections, one core';

const CONNECTIONS = 50;
/** Twice the number of hashes that run in parallel, so that a request is always waiting. */
const SIGN_IN_CONNECTIONS = 8;

/** The JIT compiler is still at work until the second round is over, above all in the product. */
const WARM_UP_ROUNDS = 2;
const ROUNDS = 7;
const ROUND_MS = 3_000;

const MAX_TRIPS = 2;
/**
 * Beside plain node:http and pg that query the same database as often; Koa and its router alone
 * reach 0.43 of a plain server that queries nothing (both measured). Sign-in is measured beside
 * hashing alone.
 */
const MIN_READ_RATIO = 0.25;
const MIN_REFRESH_RATIO = 0.25;
const MIN_SIGN_IN_RATIO = 0.6;
/** Reports are answered from memory and written together, where the peer changes a row for each. */
const MIN_REPORT_RATIO = 0.5;

/** Shared with the database: the bench measures one core that does everything. */
const SERVER_CORE = 0;
const CLIENT_CORE = 1;

/** Measures for about three minutes, on 127.0.0.1 only. Linux only. */
export async function benchAccounts(): Promise<Figure[]> {
  const reason = missing('taskset') ?? (availableParallelism() < 2 ? 'it needs two cores' : null);
  if (reason !== null) {
    return [READ_TRIPS, REFRESH_TRIPS, READ, REFRESH, REPORT, SIGN_IN].map((name) =>
      skipped(name, reason),
    );
  }
  const running: Program[] = [];
  function keep(program: Program): Program {
    running.push(program);
    return program;
  }
  const dataDir = await makeFolder('accounts');
  try {
    const product = keep(startScript('server', SERVER_CORE, dataDir));
    const { port, databaseUrl } = await answerOf<Started>(product);
    const plain = keep(startScript('plain-server', SERVER_CORE, databaseUrl, String(CONNECTIONS)));
    const plainStarted = await answerOf<PlainStarted>(plain);
    const clients = keep(startScript('clients', CLIENT_CORE));
    const hashing = keep(startScript('hashing', SERVER_CORE));
    await answerOf(hashing);
    return await measure({
      product: { program: product, port },
      databaseUrl,
      plain: { program: plain, ...plainStarted },
      clients,
      hashing,
    });
  } finally {
    for (const program of running.toReversed()) await program.stop();
    await removeFolder(dataDir);
  }
}

function startScript(name: string, core: number, ...args: string[]): Program {
  const script = fileURLToPath(new URL(`accounts/${name}.ts`, import.meta.url));
  const nodeArgs = ['--import', 'tsx', '-C', 'source', script, ...args];
  return startProgram(process.execPath, nodeArgs, { core, ipc: true });
}

/** A server under load. */
interface Server {
  program: Program;
  port: number;
}

async function measure(started: {
  product: Server;
  databaseUrl: string;
  plain: Server & { tokens: string[] };
  clients: Program;
  hashing: Program;
}): Promise<Figure[]> {
  const { product, databaseUrl, plain, clients, hashing } = started;
  const url = `http://127.0.0.1:${product.port}`;
  const [counted, ...members] = await signUpMembers(url, 1 + CONNECTIONS);
  if (counted === undefined) throw new Error('no member has signed up');
  await compareAnswers(url, `http://127.0.0.1:${plain.port}`, counted);
  const trips = await countTrips(product.program, url, counted);

  const read = await rounds(
    await open(clients, product, members.map(callsOf.read)),
    await open(clients, plain, members.map(plainRead)),
  );
  const plainTokens = plain.tokens.map((refresh_token) => ({ refresh_token }));
  const refresh = await rounds(
    await open(clients, product, members.map(callsOf.refresh)),
    await open(clients, plain, plainTokens.map(callsOf.refresh)),
  );
  const players = (await addPlayers(databaseUrl, CONNECTIONS)).map(reportOf);
  const report = await rounds(
    await open(clients, product, players),
    await open(clients, plain, players),
  );
  const guests = members.slice(0, SIGN_IN_CONNECTIONS);
  const signIn = await rounds(await open(clients, product, guests.map(callsOf.signIn)), {
    pid: hashing.pid,
    run: () => askProgram(hashing, { clients: SIGN_IN_CONNECTIONS, ms: ROUND_MS }),
  });

  return [
    tripsFigure(READ_TRIPS, trips.read),
    tripsFigure(REFRESH_TRIPS, trips.refresh),
    rateFigure({
      name: READ,
      rates: read,
      peerName: 'plain node:http and pg, which without authentication: two selects',
      minRatio: MIN_READ_RATIO,
    }),
    rateFigure({
      name: REFRESH,
      rates: refresh,
      peerName: 'plain node:http and pg: one counted; a row changed and one added in one statement',
      minRatio: MIN_REFRESH_RATIO,
    }),
    rateFigure({
      name: REPORT,
      rates: report,
      peerName: 'plain node:http and pg: one row changed for each',
      minRatio: MIN_REPORT_RATIO,
    }),
    rateFigure({
      name: `${SIGN_IN} (round trips: ${tripsText(trips.signIn)})`,
      rates: signIn,
      peerName: 'argon2id alone, the same parallelism',
      minRatio: MIN_SIGN_IN_RATIO,
    }),
  ];
}

/** One side of a comparison, ready for its rounds. */
interface Side {
  /** The process whose CPU time counts. */
  pid: number;
  run(): Promise<Load>;
}

async function open(clients: Program, { program, port }: Server, calls: Call[]): Promise<Side> {
  const { pid } = program;
  const group = `${pid} ${calls[0]?.path} ${calls.length}`;
  await askProgram(clients, { order: 'open', group, port, calls });
  return { pid, run: () => askProgram(clients, { order: 'run', group, ms: ROUND_MS }) };
}

function askProgram<T>(program: Program, order: ClientOrder | HashOrder): Promise<T> {
  program.child.send(order);
  return answerOf(program);
}

/** The result of one round. */
interface Rate {
  perSecond: number;
  /** Per second of the server's own CPU time, the database's not counted. */
  perCpuSecond: number;
  p99Ms: number;
}

interface Rates {
  ours: Rate[];
  peers: Rate[];
}

async function rounds(ours: Side, peer: Side): Promise<Rates> {
  const rates: Rates = { ours: [], peers: [] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const our = await rateOf(ours);
    const peers = await rateOf(peer);
    if (round < 0) continue;
    rates.ours.push(our);
    rates.peers.push(peers);
  }
  return rates;
}

async function rateOf({ pid, run }: Side): Promise<Rate> {
  const before = await cpuSeconds(pid);
  const { answers, seconds, p99Ms } = await run();
  const cpu = (await cpuSeconds(pid)) - before;
  return { perSecond: answers / seconds, perCpuSecond: answers / cpu, p99Ms };
}

function tripsFigure(name: string, trips: Trips): Figure {
  return {
    name,
    ours: tripsText(trips),
    peer: 'none measured',
    ratio: '–',
    goal: `≤ ${MAX_TRIPS}, the rate limiter's not counted`,
    ok: trips.own > 0 && trips.own <= MAX_TRIPS,
  };
}

const tripsText = ({ own, limiter }: Trips): string =>
  limiter === 0 ? `${own}` : `${own}, and ${limiter} of the rate limiter`;

function rateFigure(measured: {
  name: string;
  rates: Rates;
  peerName: string;
  minRatio: number;
}): Figure {
  const { name, rates, peerName, minRatio } = measured;
  const { ours, peers } = rates;
  const { ratio, text } = compare(pick(ours, 'perSecond'), pick(peers, 'perSecond'));
  const byCpu = compare(pick(ours, 'perCpuSecond'), pick(peers, 'perCpuSecond'));
  const p99 = compare(pick(ours, 'p99Ms'), pick(peers, 'p99Ms'));
  return {
    name,
    ours: describe(ours),
    peer: `${peerName}: ${describe(peers)}`,
    ratio: `${text}; by CPU time ${byCpu.text}; p99 ${p99.text}`,
    goal: `≥ ${minRatio}`,
    ok: ratio >= minRatio,
  };
}

const pick = (rates: Rate[], what: keyof Rate): number[] => rates.map((rate) => rate[what]);

function describe(rates: Rate[]): string {
  return (
    `${spread(pick(rates, 'perSecond'), 0)} a second, p99 ${spread(pick(rates, 'p99Ms'), 0)} ms, ` +
    `${spread(pick(rates, 'perCpuSecond'), 0)} per CPU second`
  );
}
