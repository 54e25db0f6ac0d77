// The database of a machine on which nobody has set one up: the real PostgreSQL, started in the data
// folder by this process and ended with it. What can go wrong with that has a test each: being root,
// folders that only root can read, install scripts that never ran, kill -9 of us or of everything.
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
  /** Ends the server and waits until it has gone. */
  stop(): Promise<void>;
}

/** The program's role and database. */
const NAME = 'stationhouse';

/** Waits in ms before the lock is taken again after its connection was lost. */
const RECONNECT_MS = 20;

/**
 * Starts the database in `{dataDir}/postgres`, making it first if need be. A server that a killed run
 * left behind is taken over.
 *
 * @param options.serverSettings PostgreSQL's settings for this run: tests do without the disk
 * @throws EmbeddedPostgresFailed if that can't be done; the message is one line for a person
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (message: string) => void;
  serverSettings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { log, serverSettings: settings = {} } = options;
  const path = resolve(options.dataDir, 'postgres');
  try {
    const folder = await openDataFolder(path);
    const binaries = await findPostgresBinaries(folder.user, log);
    const isDurable = settings['fsync'] !== 'off';
    await makeDatabaseIfAbsent(folder, { binaries, isDurable, log });
    const held = await takeDataFolder(folder, { binaries, settings, log });
    try {
      await removeDrafts(folder);
      return { url: await openDatabase(folder, held), stop: watchOver(folder, held, log) };
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
 * The same for a command at the terminal: the server of a program that runs on the folder is joined, and
 * stays when the command has ended.
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
 * The program's own database, made if absent. Its role is no superuser, for whom a query could run
 * programs and read files; it may make databases, which tests do.
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
 * Keeps the folder's lock for as long as the server lives: PostgreSQL drops all connections when one
 * of its processes crashes, and carries on. Tells when the server has ended without being asked.
 *
 * @returns how to end it
 */
function watchOver(
  folder: DataFolder,
  { server, hold }: HeldServer,
  log: (message: string) => void,
): () => Promise<void> {
  let ending: Promise<void> | undefined;

  const keep = ({ client, socket }: Hold): void => {
    // As with the server itself: the program must be able to end without us.
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
        // Somebody was quicker: the server is theirs, and ends with them.
        if (error instanceof EmbeddedPostgresFailed) {
          ending = Promise.resolve();
          leaveToItself(server);
          return log(error.message);
        }
        await delay(RECONNECT_MS, undefined, { ref: false });
      }
    }
    leaveToItself(server);
    log(
      `The built-in PostgreSQL has ended by itself: ${server.complaint() || 'no reason is known'}`,
    );
  }

  keep(hold);
  return () => (ending ??= endServer(server));
}
