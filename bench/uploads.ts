/**
 * The cost of uploads: memory of the API during 20 parallel uploads of 20 MB, and their speed,
 * beside a plain `node:http` that only writes the files.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  deleteAsset,
  listAssets,
  uploadAsset,
} from '@stationhouse/platform-api/contract/assets/calls';
import type { AudioKind } from '@stationhouse/platform-api/contract/assets/values';
import type { Knex } from 'knex';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { signUpMembers, type Member } from './accounts/members.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import {
  COLLECT_ON_SIGNAL,
  cpuSeconds,
  forgetPeak,
  peakBytes,
  settledBytes,
} from './process-cost.ts';
import { databaseUrl, startProduct, type Product } from './product.ts';
import {
  answerOf,
  makeFolder,
  missing,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';
import type { Sent, UploadOrder } from './uploads/clients.ts';

const MEMORY = '20 parallel uploads of 20 MB, peak memory of the API above idle';
const SPEED = '20 parallel uploads of 20 MB, MB a second';

/** Twenty files that fit the quota of an Enterprise package. */
const KINDS: AudioKind[] = [
  ...Array<AudioKind>(8).fill('radio_id'),
  ...Array<AudioKind>(8).fill('jingle'),
  ...Array<AudioKind>(4).fill('commercial'),
];

/** Together with the first file, about as many as a member may upload within an hour. */
const ROUNDS = 5;

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 64;
/** Beside a server that inspects nothing and never waits for the disk; 0.25 was measured. */
const MIN_SPEED_RATIO = 0.15;

const SERVER_CORE = 0;
const CLIENT_CORE = 1;

/** Measures for about two minutes, on 127.0.0.1 only. Linux only. */
export async function benchUploads(): Promise<Figure[]> {
  const reason = missing('taskset') ?? (availableParallelism() < 2 ? 'it needs two cores' : null);
  if (reason !== null) return [skipped(MEMORY, reason), skipped(SPEED, reason)];
  const running: { stop(): Promise<void> }[] = [];
  function keep<T extends { stop(): Promise<void> }>(started: T): T {
    running.push(started);
    return started;
  }
  const folder = await makeFolder('uploads');
  try {
    const product = keep(await startProduct({ core: SERVER_CORE, nodeArgs: COLLECT_ON_SIGNAL }));
    const plain = keep(startScript('plain-server', SERVER_CORE, folder));
    const { port } = await answerOf<{ port: number }>(plain);
    const clients = keep(startScript('clients', CLIENT_CORE));
    const db = connect(await databaseUrl(product), createLogger('warn'));
    keep({ stop: () => db.destroy() });
    const ours = await ourSide(product, await addMember(product, db));
    const peer = {
      pid: plain.pid,
      order: { port, path: '/', headers: {} },
      clear: emptied(folder),
    };
    return figures(await rounds(clients, ours, peer));
  } finally {
    for (const started of running.toReversed()) await started.stop();
    await removeFolder(folder);
  }
}

function startScript(name: 'clients' | 'plain-server', core: number, ...args: string[]): Program {
  const script = fileURLToPath(new URL(`uploads/${name}.ts`, import.meta.url));
  return startProgram(
    process.execPath,
    [...COLLECT_ON_SIGNAL, '--import', 'tsx', '-C', 'source', script, ...args],
    { core, ipc: true },
  );
}

/** Adds a member with the largest package. */
async function addMember({ url }: Product, db: Knex): Promise<Member> {
  const [member] = await signUpMembers(url, 1);
  if (member === undefined) throw new Error('no member has signed up');
  await db('radio_stations').insert({
    id: member.user_id,
    user_id: member.user_id,
    station_slug: 'bench',
    status: 'setup_pending',
    package_name: 'Enterprise',
  });
  return member;
}

/** A server that takes uploads. */
interface Side {
  pid: number;
  order: Omit<UploadOrder, 'kinds'>;
  /** Deletes all files. @throws Error unless there were as many */
  clear(count: number): Promise<void>;
}

async function ourSide({ pid, port, url }: Product, { access_token }: Member): Promise<Side> {
  const headers = { Authorization: `Bearer ${access_token}` };
  async function clear(count: number): Promise<void> {
    const list = await fetch(url + listAssets.path, { headers });
    // The contract defines this shape.
    const { data } = (await list.json()) as { data: { id: string }[] };
    if (data.length !== count) throw new Error(`${data.length} files were stored`);
    for (const { id } of data) {
      const path = deleteAsset.path.replace('{id}', id);
      const { status } = await fetch(url + path, { method: 'DELETE', headers });
      if (status !== 204) throw new Error(`a file was not deleted, but ${status}`);
    }
  }
  return { pid, order: { port, path: uploadAsset.path, headers }, clear };
}

const emptied =
  (folder: string) =>
  async (count: number): Promise<void> => {
    const { length } = await readdir(folder);
    if (length !== count) throw new Error(`${length} files were written`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
  };

/** The result of twenty parallel uploads. */
interface Round {
  /** Peak above idle. */
  megabytes: number;
  megabytesPerSecond: number;
  /** CPU time of the server. */
  cpuSeconds: number;
}

interface Rounds {
  ours: Round[];
  peers: Round[];
}

async function rounds(clients: Program, ours: Side, peer: Side): Promise<Rounds> {
  const ourIdle = await idleBytes(clients, ours);
  const peerIdle = await idleBytes(clients, peer);
  const measured: Rounds = { ours: [], peers: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.ours.push(await measure(clients, ours, ourIdle));
    measured.peers.push(await measure(clients, peer, peerIdle));
  }
  return measured;
}

/** Memory of a server that has taken one file and so has loaded everything it needs. */
async function idleBytes(clients: Program, side: Side): Promise<number> {
  await sendFiles(clients, side, KINDS.slice(0, 1));
  await side.clear(1);
  return settledBytes(side.pid);
}

async function measure(clients: Program, side: Side, idle: number): Promise<Round> {
  const { pid, clear } = side;
  await settledBytes(pid);
  const before = await cpuSeconds(pid);
  await forgetPeak(pid);
  const { bytes, seconds } = await sendFiles(clients, side, KINDS);
  const peak = await peakBytes(pid);
  const cpu = (await cpuSeconds(pid)) - before;
  await clear(KINDS.length);
  return {
    megabytes: (peak - idle) / MEGABYTE,
    megabytesPerSecond: bytes / MEGABYTE / seconds,
    cpuSeconds: cpu,
  };
}

function sendFiles(clients: Program, { order }: Side, kinds: AudioKind[]): Promise<Sent> {
  clients.child.send({ ...order, kinds } satisfies UploadOrder);
  return answerOf<Sent>(clients);
}

const pick = (of: Round[], what: keyof Round): number[] => of.map((round) => round[what]);

function figures({ ours, peers }: Rounds): Figure[] {
  const peer = 'plain node:http and busboy into files';
  const speed = compare(pick(ours, 'megabytesPerSecond'), pick(peers, 'megabytesPerSecond'));
  const cpu = compare(pick(ours, 'cpuSeconds'), pick(peers, 'cpuSeconds'));
  const describe = (of: Round[]): string =>
    `${spread(pick(of, 'megabytesPerSecond'), 0)} MB a second, ` +
    `${spread(pick(of, 'cpuSeconds'), 1)} s of CPU`;
  return [
    {
      name: MEMORY,
      ours: `${spread(pick(ours, 'megabytes'), 0)} MB`,
      peer: `${peer}: ${spread(pick(peers, 'megabytes'), 0)} MB`,
      ratio: compare(pick(ours, 'megabytes'), pick(peers, 'megabytes')).text,
      goal: `≤ ${MAX_MEGABYTES} MB`,
      ok: median(pick(ours, 'megabytes')) <= MAX_MEGABYTES,
    },
    {
      name: SPEED,
      ours: describe(ours),
      peer: `${peer}: ${describe(peers)}`,
      ratio: `${speed.text}; CPU time ${cpu.text}`,
      goal: `≥ ${MIN_SPEED_RATIO}`,
      ok: speed.ratio >= MIN_SPEED_RATIO,
    },
  ];
}
