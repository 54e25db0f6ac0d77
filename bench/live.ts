/**
 * How soon members see a change of their station: 1,000 event streams of as many members over two
 * replicas on one database, three of them dashboards in a browser; beside a plain `node:http` over
 * LISTEN that reads no row.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { getMyStationEvents } from '@stationhouse/platform-api/contract/stations/calls';
import { type Station } from '@stationhouse/platform-api/contract/stations/schemas';
import pg from 'pg';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { findBrowser } from './lighthouse.ts';
import { change, since } from './live/change.ts';
import { addListeners, addStations, type Owner } from './live/members.ts';
import type { PageOrder } from './live/pages.ts';
import type { Arrivals, ReaderOrder, Stream } from './live/readers.ts';
import { databaseUrl, startProduct, type Product } from './product.ts';
import { answerOf, missing, startProgram, type Program } from './programs.ts';

const TOGETHER = 'A station’s change to its member: 1,000 rows in one statement, two replicas';
const ONE_BY_ONE =
  'A station’s change to its member: 1,000 rows one by one, 100 a second, two replicas';
const PIXEL_TOGETHER = 'The same 1,000 rows in one statement, to the pixel of three dashboards';
const PIXEL_ONE_BY_ONE = 'The same 1,000 rows one by one, to the pixel of three dashboards';

const STREAMS = 1_000;
const PAGES = 3;

const WARM_UP_ROUNDS = 1;
const ROUNDS = 5;

/**
 * `ratio`: 99th percentile beside the plain server's, which reads no row. `painted`: a dashboard,
 * in ms.
 */
const TOGETHER_GOALS = { ratio: 15, painted: 1_000 };
const ONE_BY_ONE_GOALS = { ratio: 5, painted: 500 };

const SERVER_CORE = 0;
const CLIENT_CORE = 1;

/** Signs the tokens for both replicas. */
const SECRET = 'the secret of this bench is private to it';

/** Measures for about three minutes, on 127.0.0.1 only. Linux only. */
export async function benchLive(): Promise<Figure[]> {
  const browser = findBrowser();
  const reason = whyNot(browser);
  if (reason !== null || browser === undefined) {
    const names = [TOGETHER, ONE_BY_ONE, PIXEL_TOGETHER, PIXEL_ONE_BY_ONE];
    return names.map((name) => skipped(name, reason ?? ''));
  }
  const running: { stop(): Promise<void> }[] = [];
  function keep<T extends { stop(): Promise<void> }>(started: T): T {
    running.push(started);
    return started;
  }
  const start = (name: string, core: number, ...args: string[]): Program =>
    keep(startScript(name, core, ...args));
  try {
    const first = keep(await startReplica({}));
    const database = await databaseUrl(first);
    const second = keep(await startReplica({ DATABASE_URL: database, PUBLIC_URL: first.url }));
    const pages = start('pages', CLIENT_CORE);
    const sides = await openStreams({ database, replicas: [first, second], pages, browser, start });
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    keep({ stop: () => client.end() });
    return await measure({ ...sides, pages, client });
  } finally {
    for (const started of running.toReversed()) await started.stop();
  }
}

function whyNot(browser: string | undefined): string | null {
  if (availableParallelism() < 2) return 'it needs two cores';
  return missing('taskset') ?? (browser === undefined ? 'Chromium is not installed' : null);
}

/** @param env the environment that joins it to the other replica */
const startReplica = (env: Record<string, string>): Promise<Product> =>
  startProduct({ core: SERVER_CORE, env: { JWT_SECRET: SECRET, ...env } });

function startScript(name: string, core: number, ...args: string[]): Program {
  const script = fileURLToPath(new URL(`live/${name}.ts`, import.meta.url));
  const nodeArgs = ['--import', 'tsx', '-C', 'source', script, ...args];
  return startProgram(process.execPath, nodeArgs, { core, ipc: true });
}

function ask<T>(program: Program, order: ReaderOrder | PageOrder | string): Promise<T> {
  program.child.send(order);
  return answerOf(program);
}

/** Members, and the processes that read their streams. */
interface Side {
  /** In the order of the readers. */
  members: Owner[];
  readers: Program;
}

/**
 * Opens all streams: 1,000 to the plain server, and 1,000 to the product, of which three belong to
 * dashboards.
 */
async function openStreams(started: {
  database: string;
  replicas: [Product, Product];
  pages: Program;
  browser: string;
  start(name: string, core: number, ...args: string[]): Program;
}): Promise<{ ours: Side; peer: Side; plain: Program; atPages: Owner[] }> {
  const { database, replicas, pages, browser, start } = started;
  const publicUrl = replicas[0].url;
  const order = { order: 'sign up', browser, url: publicUrl, count: PAGES } as const;
  const atPages = (await ask<string[]>(pages, order)).map((user_id) => ({ user_id }));
  const db = connect(database, createLogger('warn'));
  const signing = { secret: SECRET, publicUrl };
  const listeners = await addListeners(db, STREAMS - PAGES, signing);
  const members = [...listeners, ...atPages];
  await addStations(db, members);
  await db.destroy();

  const ourReaders = start('readers', CLIENT_CORE);
  const streams = listeners.map(({ token }, place): Stream => {
    const { port } = replicas[place % 2 === 0 ? 0 : 1];
    return { port, path: getMyStationEvents.path, token };
  });
  await ask(ourReaders, { order: 'open', streams });
  await ask(pages, { order: 'open', text: 'In Progress' });

  const plain = start('plain-server', SERVER_CORE, database);
  const { port } = await answerOf<{ port: number }>(plain);
  const peerReaders = start('readers', CLIENT_CORE);
  const plainStreams = members.map(({ user_id }) => ({ port, path: `/${user_id}`, token: '' }));
  await ask(peerReaders, { order: 'open', streams: plainStreams });
  const ours = { members: listeners, readers: ourReaders };
  return { ours, peer: { members, readers: peerReaders }, plain, atPages };
}

/** How the rows are changed. */
interface Way {
  isTogether: boolean;
  status: Station['status'];
  words: string;
}

interface Bench {
  ours: Side;
  peer: Side;
  plain: Program;
  pages: Program;
  atPages: Owner[];
  /** The connection that changes the rows. */
  client: pg.Client;
}

/**
 * Times of one round of changes until they were received, and for the product until they were
 * painted, in ms.
 */
interface Round {
  heard: number[];
  painted: number[];
}

async function measure(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const isTogether of [true, false]) {
    const ours: Round[] = [];
    const peers: Round[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const words = `Bench ${isTogether ? 'A' : 'B'}${round + 2}.`;
      const our = await changeOurs(bench, { isTogether, status: 'active', words });
      await changeOurs(bench, { isTogether: true, status: 'setup_pending', words: 'Bench.' });
      const peer = await changePeers(bench, { isTogether, words, event: our.event });
      if (round < 0) continue;
      ours.push(our);
      peers.push(peer);
    }
    figures.push(...figuresOf(isTogether, ours, peers));
  }
  return figures;
}

async function changeOurs(bench: Bench, way: Way): Promise<Round & { event: string }> {
  const { ours, pages, atPages, client } = bench;
  await ask(ours.readers, { order: 'seek', words: way.words });
  await ask(pages, { order: 'seek', text: way.status === 'active' ? 'Live' : 'In Progress' });
  const changedAt = await change(client, [...ours.members, ...atPages], way.isTogether, {
    text: `update radio_stations set status = $1, station_name = $2
      where setup_notes = 'bench' and user_id = any($3)`,
    values: [way.status, way.words],
  });
  const { at, event } = await ask<Arrivals>(ours.readers, { order: 'arrivals' });
  const painted = await ask<number[]>(pages, { order: 'painted' });
  return {
    heard: since(changedAt, ours.members, at),
    painted: since(changedAt, atPages, painted),
    event,
  };
}

async function changePeers(
  { peer, plain, client }: Bench,
  { isTogether, words, event }: { isTogether: boolean; words: string; event: string },
): Promise<Round> {
  await ask(plain, event);
  await ask(peer.readers, { order: 'seek', words });
  const changedAt = await change(client, peer.members, isTogether, {
    text: 'update bench_stations set words = $1 where user_id = any($2)',
    values: [words],
  });
  const { at } = await ask<Arrivals>(peer.readers, { order: 'arrivals' });
  return { heard: since(changedAt, peer.members, at), painted: [] };
}

/** The 99th percentile. */
const p99 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN;

function figuresOf(isTogether: boolean, ours: Round[], peers: Round[]): Figure[] {
  const goals = isTogether ? TOGETHER_GOALS : ONE_BY_ONE_GOALS;
  const of = (rounds: Round[], figure: (values: number[]) => number): number[] =>
    rounds.map(({ heard }) => figure(heard));
  const describe = (rounds: Round[]): string =>
    `median ${spread(of(rounds, median), 0)} ms, p99 ${spread(of(rounds, p99), 0)} ms`;
  const middle = compare(of(ours, median), of(peers, median));
  const slowest = compare(of(ours, p99), of(peers, p99));
  const painted = ours.flatMap((round) => round.painted);
  return [
    {
      name: isTogether ? TOGETHER : ONE_BY_ONE,
      ours: describe(ours),
      peer: `plain node:http over LISTEN, the same bytes: ${describe(peers)}`,
      ratio: `median ${middle.text}; p99 ${slowest.text}`,
      goal: `p99 ≤ ${goals.ratio} times the plain server’s`,
      ok: slowest.ratio <= goals.ratio,
    },
    {
      name: isTogether ? PIXEL_TOGETHER : PIXEL_ONE_BY_ONE,
      ours: `${spread(painted, 0)} ms`,
      peer: 'none measured',
      ratio: '–',
      goal: `≤ ${goals.painted} ms`,
      ok: median(painted) <= goals.painted,
    },
  ];
}
