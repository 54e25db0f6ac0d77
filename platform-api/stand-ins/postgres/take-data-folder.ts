// One Stationhouse to a data folder. The database itself keeps watch: who uses it holds an advisory lock
// on a connection of its own, which PostgreSQL frees when that process ends, however it ends.
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

/** The connection that holds the lock, and the socket below it. */
export interface Hold {
  client: pg.Client;
  socket: Socket;
}

/** How long a server that starts, ends or was just killed may keep us off its folder, in ms. */
const PATIENCE_MS = 10_000;

/** A server writes its lock file at once: one that is still empty after this long, in ms, has no server. */
const EMPTY_LOCK_PATIENCE_MS = 1_000;

/** How long PostgreSQL may take to notice that the lock's holder was killed, in ms. */
const LOCK_PATIENCE_MS = 2_000;

const RETRY_MS = 50;
const CONNECT_TIMEOUT_MS = 5_000;

/** Any number does: in the database `postgres` nobody else takes locks. */
const FOLDER_LOCK = 1;

/**
 * Starts the folder's server, or takes over the one that a killed run left behind.
 *
 * @throws EmbeddedPostgresFailed if another Stationhouse uses the folder
 * @throws Error with PostgreSQL's reason if it doesn't start
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

/** The server, or the reason why this must be tried again. */
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
  // Somebody may be about to write it. A full disk or a power cut leave it so for good.
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
    // Somebody was quicker to take our server over: it is theirs, and ends with them.
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
 * Takes the lock that says who uses the folder.
 * @throws EmbeddedPostgresFailed if somebody else holds it
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
 * Whether the server that answers works on our folder, and not on the one that ours is a copy of, lock
 * file, password and all.
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
