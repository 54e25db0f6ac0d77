// Only one Stationhouse may use a data folder. It holds an advisory lock on a connection of its own,
// which PostgreSQL releases when that process ends, however it ends.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresFailed, messageOf } from './embedded-postgres-failed.ts';
import { readPassword, SUPERUSER, type DataFolder } from './data-folder.ts';
import { mayServe, readLockFile, removeLockFile, type LockFile } from './lock-file.ts';
import {
  dropServer,
  endWithProcess,
  foundServer,
  launchServer,
  leaveToItself,
  type LaunchOptions,
  type RunningServer,
} from './server.ts';

/** A server whose lock we hold. */
export interface HeldServer {
  server: RunningServer;
  hold: Hold;
}

/** The connection that holds the lock, and its socket. */
export interface Hold {
  client: pg.Client;
  socket: Socket;
}

/** How long to wait for a server that starts, stops or was just killed, in ms. */
const PATIENCE_MS = 10_000;

/** A server writes its lock file at once: a file that is still empty after this time, in ms, is stale. */
const EMPTY_LOCK_PATIENCE_MS = 1_000;

/** How long PostgreSQL may take to notice that the lock's holder was killed, in ms. */
const LOCK_PATIENCE_MS = 2_000;

const RETRY_MS = 50;
const CONNECT_TIMEOUT_MS = 5_000;

/** Any number does: nothing else takes locks in the database `postgres`. */
const FOLDER_LOCK = 1;

/**
 * Starts the folder's server, or takes over one left behind by a killed process.
 *
 * @throws EmbeddedPostgresFailed if another Stationhouse uses the folder
 * @throws Error with PostgreSQL's reason if it does not start
 */
export async function takeDataFolder(
  folder: DataFolder,
  options: LaunchOptions,
): Promise<HeldServer> {
  const since = Date.now();
  for (;;) {
    const waited = Date.now() - since;
    const result = await tryToTake(folder, options, waited);
    if (typeof result !== 'string') return result;
    if (waited > PATIENCE_MS) throw new Error(result);
    await delay(RETRY_MS);
  }
}

/** The server, or the reason to try again. */
async function tryToTake(
  folder: DataFolder,
  options: LaunchOptions,
  waited: number,
): Promise<HeldServer | string> {
  const lockFile = await readLockFile(folder);
  if (!lockFile) return launch(folder, options);
  const { pid, port } = lockFile;
  if (pid !== undefined && (await mayServe(folder, pid))) {
    if (port === undefined) return `its server, process ${pid}, does not get to its feet`;
    return takeOver(folder, foundServer(folder, { pid, port }), lockFile, options);
  }
  // A server may be about to write it; after a full disk or a power cut it stays empty.
  if (pid === undefined && waited < EMPTY_LOCK_PATIENCE_MS) return 'its lock file is empty';
  await removeLockFile(folder, lockFile);
  return launch(folder, options);
}

async function launch(folder: DataFolder, options: LaunchOptions): Promise<HeldServer | string> {
  const server = await launchServer(folder, options);
  if (typeof server === 'string') return server;
  let hold: Hold;
  try {
    hold = await connect(folder, server);
  } catch (error) {
    await dropServer(server);
    throw new Error(server.complaint() || messageOf(error), { cause: error });
  }
  try {
    await lockFolder(hold, folder);
  } catch (error) {
    // Another process took the server over first: it is now its own.
    if (error instanceof EmbeddedPostgresFailed) leaveToItself(server);
    else await dropServer(server);
    throw error;
  }
  return { server, hold };
}

async function takeOver(
  folder: DataFolder,
  server: RunningServer,
  lockFile: LockFile,
  options: LaunchOptions,
): Promise<HeldServer | string> {
  let hold: Hold | undefined;
  try {
    hold = await connect(folder, server);
    if (!(await seesOurFolder(hold.client, folder))) {
      hold.socket.destroy();
      await removeLockFile(folder, lockFile);
      return 'its lock file is that of another folder';
    }
    await lockFolder(hold, folder);
  } catch (error) {
    hold?.socket.destroy();
    if (error instanceof EmbeddedPostgresFailed) throw error;
    return `its server, process ${server.pid}, does not let us in (${messageOf(error)})`;
  }
  endWithProcess(server);
  options.log(`Using the PostgreSQL that an earlier run left running (process ${server.pid}).`);
  return { server, hold };
}

/** Connects to a server as its superuser. */
export async function connect(folder: DataFolder, server: RunningServer): Promise<Hold> {
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: SUPERUSER,
    password: await readPassword(folder),
    database: 'postgres',
    ssl: false,
    application_name: 'stationhouse folder lock',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  // A lost connection shows by its end; without this the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, socket };
}

/**
 * Takes the lock of the folder.
 * @throws EmbeddedPostgresFailed if another process holds it
 */
export async function lockFolder({ client, socket }: Hold, folder: DataFolder): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [FOLDER_LOCK],
    );
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) break;
    await delay(RETRY_MS);
  }
  socket.destroy();
  throw new EmbeddedPostgresFailed(
    `Another Stationhouse is already running on this data folder (${folder.path}): stop that one, ` +
      'or name another folder in DATA_DIR.',
  );
}

/**
 * Whether the server that answers works on our folder, and not on another that ours was copied from, with
 * lock file and password.
 */
async function seesOurFolder(client: pg.Client, folder: DataFolder): Promise<boolean> {
  const mark = `stationhouse-${randomUUID()}`;
  await writeFile(join(folder.path, mark), '');
  try {
    const { rows } = await client.query<{ found: boolean }>(
      'select (pg_stat_file($1, true)).size is not null as found',
      [mark],
    );
    return rows[0]?.found === true;
  } finally {
    await rm(join(folder.path, mark), { force: true });
  }
}
