// A database for machines without one: the real PostgreSQL, started in the data folder by this process
// and stopped with it. Each hazard has a test: running as root, folders that only root can read, install
// scripts that did not run, kill -9 of this process or of all.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresFailed, messageOf } from './embedded-postgres-failed.ts';
import { findPostgresBinaries } from './binaries.ts';
import {
  makeDatabaseIfAbsent,
  openDataFolder,
  readPassword,
  removeDrafts,
  type DataFolder,
} from './data-folder.ts';
import { mayServe, readLockFile } from './lock-file.ts';
import { endServer, leaveToItself } from './server.ts';
import {
  connect,
  lockFolder,
  takeDataFolder,
  type HeldServer,
  type Hold,
} from './take-data-folder.ts';

export { EmbeddedPostgresFailed };

/** A running database. */
export interface EmbeddedPostgres {
  /** Connection string of the program's role, which owns its database and is no superuser. */
  url: string;
  /** Stops the server and waits for its end. */
  stop(): Promise<void>;
}

/** The program's role and database. */
const NAME = 'stationhouse';

/** Waits in ms before the lock is taken again after its connection was lost. */
const RECONNECT_MS = 20;

/**
 * Starts the database in `{dataDir}/postgres`, and creates it first if necessary. A server left running
 * by a killed process is taken over.
 *
 * @param options.onLost called once with the reason when the server is lost for good; default: it is logged
 * @param options.onSpawn called as soon as PostgreSQL works in a process of its own; the caller has time until it answers
 * @param options.serverSettings PostgreSQL's settings for this run: tests turn fsync off
 * @throws EmbeddedPostgresFailed with a message of one line for the terminal
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (message: string) => void;
  onLost?: (message: string) => void;
  onSpawn?: () => void;
  serverSettings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { log, onLost = log, onSpawn, serverSettings: settings = {} } = options;
  const path = resolve(options.dataDir, 'postgres');
  try {
    const folder = await openDataFolder(path);
    const binaries = await findPostgresBinaries(folder.user, log);
    const isDurable = settings['fsync'] !== 'off';
    await makeDatabaseIfAbsent(folder, { binaries, isDurable, log, onSpawn });
    const held = await takeDataFolder(folder, { binaries, settings, log, onSpawn });
    try {
      await removeDrafts(folder);
      return { url: await openDatabase(folder, held), stop: watchOver(folder, held, onLost) };
    } catch (error) {
      await endServer(held.server);
      throw error;
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresFailed) throw error;
    throw new EmbeddedPostgresFailed(
      `The built-in database in ${path} can't be opened: ${messageOf(error)}. Nothing was deleted: ` +
        'put back a copy of that folder, or move it away to begin with an empty database, or set ' +
        'DATABASE_URL to another one.',
      { cause: error },
    );
  }
}

/**
 * The same for a command at the terminal: if a program already runs on the folder, its server is used and
 * left running.
 *
 * @throws EmbeddedPostgresFailed
 */
export async function joinEmbeddedPostgres(
  options: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<EmbeddedPostgres> {
  const folder = await openDataFolder(resolve(options.dataDir, 'postgres'));
  const { pid, port } = (await readLockFile(folder)) ?? {};
  if (pid === undefined || port === undefined || !(await mayServe(folder, pid))) {
    return startEmbeddedPostgres(options);
  }
  return { url: urlOf(await readPassword(folder), port), stop: async () => undefined };
}

const urlOf = (password: string, port: number): string =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;

/**
 * The program's own database, created if absent. Its role is not a superuser, whose queries could run
 * programs and read files; it may create databases, for tests.
 *
 * @returns the connection string
 */
async function openDatabase(folder: DataFolder, { server, hold }: HeldServer): Promise<string> {
  const { client } = hold;
  const password = await readPassword(folder);
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
       exists (select from pg_database where datname = $1) as database`,
    [NAME],
  );
  if (!rows[0]?.role) {
    const secret = client.escapeLiteral(password);
    await client.query(`create role ${NAME} login createdb password ${secret}`);
  }
  if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  return urlOf(password, server.port);
}

/**
 * Holds the folder's lock while the server lives: PostgreSQL drops all connections when one of its
 * processes crashes, and carries on. Reports an unexpected end of the server.
 *
 * @returns a function that stops it
 */
function watchOver(
  folder: DataFolder,
  { server, hold }: HeldServer,
  onLost: (message: string) => void,
): () => Promise<void> {
  let ending: Promise<void> | undefined;

  const keep = ({ client, socket }: Hold): void => {
    // Like the server itself, this must not keep the process alive.
    socket.unref();
    client.once('end', () => void regain());
  };

  async function regain(): Promise<void> {
    for (;;) {
      const isAlive = await server.isAlive();
      if (ending) return;
      if (!isAlive) break;
      try {
        const fresh = await connect(folder, server);
        await lockFolder(fresh, folder);
        return keep(fresh);
      } catch (error) {
        // Another process took the lock first: the server is now its own.
        if (error instanceof EmbeddedPostgresFailed) {
          ending = Promise.resolve();
          leaveToItself(server);
          return onLost(error.message);
        }
        await delay(RECONNECT_MS, undefined, { ref: false });
      }
    }
    leaveToItself(server);
    onLost(
      `The built-in PostgreSQL has stopped unexpectedly (${server.complaint() || 'no reason is known'}). ` +
        'Start the program again: it recovers the data.',
    );
  }

  keep(hold);
  return () => (ending ??= endServer(server));
}
