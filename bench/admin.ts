/**
 * The admin area with 100,000 customers: the database time of each query beside plain joins on the
 * same tables, the first page over HTTP, and the memory of a full export.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  exportCustomers,
  listCustomers,
} from '@stationhouse/platform-api/contract/admin/customers';
import type { Knex } from 'knex';
import pg from 'pg';
import { cursorAfter, Customer } from '../platform-api/src/admin/list-customers.ts';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { signUpMembers, stepUpToken } from './accounts/members.ts';
import type { Started } from './accounts/server.ts';
import { queriesOf, type AdminQuery } from './admin/queries.ts';
import { seedCustomers } from './admin/seed.ts';
import { percentiles, statementsOf, timed } from './database-time.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { COLLECT_ON_SIGNAL, forgetPeak, peakBytes, settledBytes } from './process-cost.ts';
import {
  answerOf,
  makeFolder,
  missing,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';

const CUSTOMERS = 100_000;
/** An offset far into the list. */
const DEEP = 80_000;

const TIMES = 100;
/** Plain queries take longer. */
const PLAIN_TIMES = 7;
const EXPORTS = 3;

/** In ms, at the median. */
const MAX_MS = 50;
/** Uncollected garbage of a few pages, whatever the number of customers; 72 was measured. */
const MAX_MEGABYTES = 128;
const MEGABYTE = 1024 * 1024;

const HTTP = `Admin area, ${CUSTOMERS} customers: first page over HTTP`;
const EXPORT = `Admin area, ${CUSTOMERS} customers: full export, peak memory of the API above idle`;

const HELD = `Admin area, ${CUSTOMERS} customers: memory of the API at a tenth and at nine tenths of an export`;
/**
 * Shares of the export at which memory is measured, and by how many MB the second measurement may
 * exceed the first.
 */
const SHARES = [0.1, 0.9];
const MAX_GROWTH = 8;

const SERVER_CORE = 0;

/** Measures for about three minutes, on 127.0.0.1 only. Linux only. */
export async function benchAdmin(): Promise<Figure[]> {
  const reason = missing('taskset') ?? (availableParallelism() < 2 ? 'it needs two cores' : null);
  if (reason !== null) return [skipped('Admin area', reason)];
  const running: { stop(): Promise<unknown> }[] = [];
  function keep<T extends { stop(): Promise<unknown> }>(started: T): T {
    running.push(started);
    return started;
  }
  const dataDir = await makeFolder('admin');
  try {
    const product = keep(startScript('accounts/server', dataDir));
    const { port, databaseUrl } = await answerOf<Started>(product);
    const url = `http://127.0.0.1:${port}`;
    const [admin] = await signUpMembers(url, 1);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    keep({ stop: () => client.end() });
    await client.query(`update user_roles set role = 'admin'`);
    await seedCustomers(client, CUSTOMERS);
    const db = connect(databaseUrl, createLogger('warn'));
    keep({ stop: () => db.destroy() });
    const plain = keep(startScript('admin/plain-server', databaseUrl));
    const plainPort = (await answerOf<{ port: number }>(plain)).port;
    const headers = { Authorization: `Bearer ${admin?.access_token}` };
    const proven = { ...headers, 'Step-Up': await stepUpToken(url, headers) };
    const our = { pid: product.pid, url: url + exportCustomers.path, headers: proven };
    const peer = { pid: plain.pid, url: `http://127.0.0.1:${plainPort}/`, headers: {} };
    return [
      ...(await queryFigures(db, client)),
      await pageFigure(url + listCustomers.path, headers),
      await exportFigure(our, peer),
      await heldFigure(our, peer),
    ];
  } finally {
    for (const started of running.toReversed()) await started.stop();
    await removeFolder(dataDir);
  }
}

function startScript(name: string, ...args: string[]): Program {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const nodeArgs = [...COLLECT_ON_SIGNAL, '--import', 'tsx', '-C', 'source', script, ...args];
  return startProgram(process.execPath, nodeArgs, { core: SERVER_CORE, ipc: true });
}

async function queryFigures(db: Knex, client: pg.Client): Promise<Figure[]> {
  const [customer, deep] = await Promise.all(
    [CUSTOMERS / 2, DEEP - 1].map((place) =>
      Customer.query(db)
        .orderBy('created_at', 'desc')
        .orderBy('user_id', 'desc')
        .offset(place)
        .limit(1)
        .first()
        .throwIfNotFound(),
    ),
  );
  if (customer === undefined || deep === undefined) throw new Error('there are no customers');
  const texts = {
    last_name: customer.last_name,
    company_name: String(customer.company_name),
    email: String(customer.email),
    station_slug: customer.station_slug ?? 'radio-nowhere',
  };
  const cursor = cursorAfter(deep, { sort: 'created_at', order: 'desc' });
  const figures: Figure[] = [];
  for (const query of queriesOf(texts, { cursor, rows: DEEP })) {
    figures.push(await queryFigure(db, client, query));
  }
  return figures;
}

async function queryFigure(db: Knex, client: pg.Client, query: AdminQuery): Promise<Figure> {
  const statements = await statementsOf(db, query.ask);
  const ours = await timed(client, statements, TIMES);
  const peers = await timed(client, [query.plain], PLAIN_TIMES);
  const ratio = median(ours.ms) / median(peers.ms);
  const isByIndex = !ours.nodes.includes('Seq Scan');
  return {
    name: `Admin area, ${CUSTOMERS} customers: ${query.name}, in the database`,
    ours: `${percentiles(ours.ms)}; ${ours.nodes.join(', ')}`,
    peer: `joins and ILIKE: ${percentiles(peers.ms)}; ${peers.nodes.join(', ')}`,
    ratio: ratio.toFixed(3),
    goal: query.isGoal ? `p50 ≤ ${MAX_MS} ms, by an index` : '–',
    ok: !query.isGoal || (median(ours.ms) <= MAX_MS && isByIndex),
  };
}

async function pageFigure(url: string, headers: Record<string, string>): Promise<Figure> {
  const ms: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    ms.push(performance.now() - began);
  }
  return { name: HTTP, ours: percentiles(ms), peer: '–', ratio: '–', goal: '–', ok: true };
}

/** A server that exports. */
interface Side {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

interface Exported {
  seconds: number;
  /** Size of the exported text. */
  megabytes: number;
  /** Peak above idle. */
  memory: number;
}

async function exportFigure(our: Side, peer: Side): Promise<Figure> {
  const ours: Exported[] = [];
  const peers: Exported[] = [];
  // Idle is measured after one export, when everything needed has been loaded.
  for (const side of [our, peer]) await exported(side, 0);
  const [ourIdle, peerIdle] = [await settledBytes(our.pid), await settledBytes(peer.pid)];
  for (let round = 0; round < EXPORTS; round += 1) {
    ours.push(await exported(our, ourIdle));
    peers.push(await exported(peer, peerIdle));
  }
  const pick = (of: Exported[], what: keyof Exported): number[] => of.map((one) => one[what]);
  const describe = (of: Exported[]): string =>
    `${spread(pick(of, 'memory'), 0)} MB; ${spread(pick(of, 'seconds'), 1)} s, ` +
    `${(median(pick(of, 'megabytes')) / median(pick(of, 'seconds'))).toFixed(1)} MB a second`;
  return {
    name: EXPORT,
    ours: describe(ours),
    peer: `plain node:http and pg, all rows at once: ${describe(peers)}`,
    ratio:
      `memory ${compare(pick(ours, 'memory'), pick(peers, 'memory')).text}; ` +
      `seconds ${compare(pick(ours, 'seconds'), pick(peers, 'seconds')).text}`,
    goal: `≤ ${MAX_MEGABYTES} MB`,
    ok: median(pick(ours, 'memory')) <= MAX_MEGABYTES,
  };
}

/**
 * Memory must not grow with the number of customers: the second measurement may not exceed the
 * first by much.
 */
async function heldFigure(our: Side, peer: Side): Promise<Figure> {
  const ours = await held(our);
  const [first = NaN, last = NaN] = ours;
  const describe = (megabytes: number[]) =>
    `${megabytes.map((one) => one.toFixed(1)).join(' and ')} MB above idle`;
  return {
    name: HELD,
    ours: describe(ours),
    peer: `plain node:http and pg, all rows at once: ${describe(await held(peer))}`,
    ratio: '–',
    goal: `grows by ≤ ${MAX_GROWTH} MB`,
    ok: last - first <= MAX_GROWTH,
  };
}

/**
 * In MB above idle, at each share of the export: the reader pauses there, and backpressure pauses
 * the server.
 */
async function held({ pid, url, headers }: Side): Promise<number[]> {
  const idle = await settledBytes(pid);
  const answer = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const found: number[] = [];
  let lines = 0;
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    const share = SHARES[found.length];
    if (share !== undefined && lines >= share * CUSTOMERS) {
      found.push(((await settledBytes(pid)) - idle) / MEGABYTE);
    }
  }
  return found;
}

async function exported({ pid, url, headers }: Side, idle: number): Promise<Exported> {
  await forgetPeak(pid);
  const began = performance.now();
  const answer = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  let bytes = 0;
  let lines = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  // Plus the admin's own row and the header.
  if (lines !== CUSTOMERS + 2) throw new Error(`an export of ${lines} lines`);
  return {
    seconds: (performance.now() - began) / 1_000,
    megabytes: bytes / MEGABYTE,
    memory: ((await peakBytes(pid)) - idle) / MEGABYTE,
  };
}
