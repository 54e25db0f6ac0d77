// The folder of the embedded database: created atomically, and afterwards written only by PostgreSQL.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { codeOf, EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { SERVER_ENVIRONMENT, type ServerUser } from './binaries.ts';

/** By convention on Unix this user owns no files: PostgreSQL runs as this user when we are root. */
const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/** The database's superuser, ours alone: the program gets a lesser role (`embedded-postgres.ts`). */
export const SUPERUSER = 'postgres';

/** Kept inside the folder, so that a database and its password stay together. */
const PASSWORD_FILE = 'stationhouse.password';

/** Folders in which a database is being made, beside the one it will be. */
const DRAFT_PREFIX = 'postgres.new-';

/** The location of the database, and its user. */
export interface DataFolder {
  path: string;
  /** The user that PostgreSQL runs as; our own if absent. */
  user?: ServerUser;
  /** The path that is given to PostgreSQL. */
  seenAs: string;
}

/**
 * Opens the folder of a database, which need not exist yet.
 *
 * When we are root the server runs as another user, who cannot reach the folder if one above it is
 * private to root, as under root's home. A process starts in its working folder without access to its
 * parents, and on Linux that folder has the path `/proc/self/cwd`. PostgreSQL and its child processes
 * never leave the data folder.
 *
 * @throws EmbeddedPostgresFailed if the folder belongs to another user
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const us = process.getuid?.();
  // Windows has no such users.
  if (us === undefined) return dataFolder(path, undefined);
  const owner = await ownerOf(path);
  if (us !== 0 && owner && owner.uid !== us) throw notOurs(path, owner.uid, `${us}`);
  if (us !== 0) return dataFolder(path, undefined);
  if (!owner || (await isVacant(path))) return dataFolder(path, NOBODY);
  if (owner.uid === 0) throw notOurs(path, 0, `${NOBODY.uid}:${NOBODY.gid}`);
  return dataFolder(path, owner);
}

async function ownerOf(path: string): Promise<ServerUser | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function notOurs(path: string, owner: number, wanted: string): EmbeddedPostgresFailed {
  return new EmbeddedPostgresFailed(
    `The database folder ${path} belongs to user ${owner}, and PostgreSQL can't run on it as that ` +
      `user from here: start Stationhouse as the user who made it, or run: chown -R ${wanted} ${path}`,
  );
}

function dataFolder(path: string, user: ServerUser | undefined): DataFolder {
  if (!user) return { path, seenAs: path };
  return { path, user, seenAs: process.platform === 'linux' ? '/proc/self/cwd' : path };
}

/** Whether there is no folder yet, or an empty one. */
async function isVacant(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

/**
 * Creates the database if the folder is empty: beside it, then renamed, so that an interrupted first
 * start leaves no incomplete database.
 *
 * @param options.isDurable false skips fsync, for tests
 * @param options.onSpawn called as soon as `initdb` runs
 * @throws Error with what PostgreSQL's `initdb` said
 */
export async function makeDatabaseIfAbsent(
  folder: DataFolder,
  options: {
    binaries: string;
    isDurable: boolean;
    log: (message: string) => void;
    onSpawn?: (() => void) | undefined;
  },
): Promise<void> {
  if (!(await isVacant(folder.path))) return;
  options.log(`Making a new database in ${folder.path}.`);
  const parent = dirname(folder.path);
  const draft = dataFolder(await mkdtemp(join(parent, DRAFT_PREFIX)), folder.user);
  const password = `${draft.path}.password`;
  try {
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    await giveTo(folder.user, draft.path);
    await giveTo(folder.user, password);
    await initialise(draft, { ...options, passwordFile: password });
    await rename(password, join(draft.path, PASSWORD_FILE));
    await rename(draft.path, folder.path);
    if (options.isDurable) await Promise.all([folder.path, parent].map(syncFolder));
  } catch (error) {
    // Another start on the same folder may have been quicker: then there is a database now.
    if (await isVacant(folder.path)) throw error;
  } finally {
    await Promise.all([draft.path, password].map(discard));
  }
}

/**
 * Removes an incomplete database. This fails while a process still writes there, such as an `initdb`
 * whose parent was killed; the next start removes it.
 */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

async function giveTo(user: ServerUser | undefined, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/** Flushes the entries of a folder to disk, as `fsync` does for the content of a file. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** On Linux one call flushes the whole file system: flushing a thousand files in turn takes half of `initdb`'s time. */
const SYNC_AT_ONCE = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

/**
 * Runs `initdb`. Text is UTF-8 in PostgreSQL's own C.UTF-8: the same order and the same capital letters
 * on every system, whatever locales it has.
 */
async function initialise(
  draft: DataFolder,
  options: {
    binaries: string;
    isDurable: boolean;
    passwordFile: string;
    onSpawn?: (() => void) | undefined;
  },
): Promise<void> {
  // Passed as an open file: the server's user may not be able to reach its path.
  const password = await open(options.passwordFile);
  const child = spawn(
    join(options.binaries, 'initdb'),
    [
      `--pgdata=${draft.seenAs}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${process.platform === 'win32' ? options.passwordFile : '/dev/stdin'}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.isDurable ? SYNC_AT_ONCE : ['--no-sync']),
    ],
    {
      ...draft.user,
      cwd: draft.path,
      env: SERVER_ENVIRONMENT,
      stdio: [password.fd, 'ignore', 'pipe'],
    },
  );
  options.onSpawn?.();
  try {
    // The type doesn't know that the third of `stdio` is a pipe.
    const output = child.stderr ? text(child.stderr) : '';
    const [[code], said] = await Promise.all([once(child, 'close'), output]);
    if (code !== 0) throw new Error(`initdb failed: ${complaintIn(said, draft)}`);
  } finally {
    await password.close();
  }
}

/** Removes the leftovers of interrupted first starts. */
export async function removeDrafts(folder: DataFolder): Promise<void> {
  const parent = dirname(folder.path);
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(DRAFT_PREFIX));
  await Promise.all(drafts.map((name) => discard(join(parent, name))));
}

/** The password of the superuser, and of the program's role. */
export async function readPassword(folder: DataFolder): Promise<string> {
  return (await readFile(join(folder.path, PASSWORD_FILE), 'utf8')).trim();
}

/** Lines with the reason for an end, except what PostgreSQL answers clients while it starts or stops. */
const REASONS = /(?:FATAL|PANIC): +(?! |the database system is|terminating).*(?:\n.*DETAIL: .*)?/g;

/** Other lines of the log; the remaining ones are printed before the log is open. */
const LOGGED = /^(?:[A-Z]+: |\t).*$/gm;

/** The reason among the lines that PostgreSQL printed, or ''. */
export function complaintIn(said: string, folder: DataFolder): string {
  const reason = said.match(REASONS)?.at(-1) ?? said.replaceAll(LOGGED, '');
  return reason
    .trim()
    .replace(/\n.*DETAIL: /, ' ')
    .replaceAll(folder.seenAs, folder.path);
}
