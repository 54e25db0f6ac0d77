import { randomUUID } from 'node:crypto';
import { constants, mkdirSync, readdirSync, realpathSync, rmSync, type Dirent } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, hasCode } from '../../errors.ts';
import {
  assertKeyPrefix,
  assertStorageKey,
  CHECK_EVERY_MS,
  isStorageKey,
  sharedCheck,
  type ByteRange,
  type ListedObject,
  type LocalFile,
  type Storage,
  type StoredObject,
} from './storage.ts';

/** The folder of incomplete copies. No key begins with a dot, so they cannot be read. */
const UNFINISHED = '.unfinished';

/** How often a folder is created again when others remove it at the same moment. */
const PLACE_TRIES = 10;

/**
 * Stores objects as files in a folder: for development, and for installations with one machine. Stored objects
 * survive a power loss. Links within the folder are not followed.
 *
 * @param folder is created when it is missing; nothing else may write to it
 */
export function createDiskStorage(
  folder: string,
  { checkEveryMs = CHECK_EVERY_MS }: { checkEveryMs?: number } = {},
): Storage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const root = realpathSync(folder);
  const unfinished = openProcessFolder(join(root, UNFINISHED));

  function pathOf(key: string): string {
    assertStorageKey(key);
    return join(root, ...key.split('/'));
  }

  async function put(key: string, { path, size_bytes }: LocalFile): Promise<void> {
    const target = pathOf(key);
    const copy = join(unfinished, randomUUID());
    try {
      await copyWhole(path, copy, size_bytes);
      await place(copy, target);
    } finally {
      await rm(copy, { force: true });
    }
  }

  async function create(key: string, text: string): Promise<void> {
    const target = pathOf(key);
    const copy = join(unfinished, randomUUID());
    try {
      await writeFile(copy, text, { flush: true });
      // Unlike a rename, a link never replaces a file.
      await place(copy, target, link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      await rm(copy, { force: true });
    }
  }

  async function remove(key: string): Promise<void> {
    const target = pathOf(key);
    if (!(await isWithoutLinks(dirname(target)))) return;
    await unlink(target).catch(ifMissing(undefined));
    await syncFolder(dirname(target)).catch(ifMissing(undefined));
    await removeEmpty(dirname(target), root);
  }

  async function check(): Promise<void> {
    const text = randomUUID();
    const file = join(unfinished, text);
    try {
      await writeFile(file, text);
      if ((await readFile(file, 'utf8')) !== text) throw new AppError('storage_unavailable');
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    put: (key, file) => orUnavailable(put(key, file)),
    create: (key, text) => orUnavailable(create(key, text)),
    open: (key, range) => orUnavailable(openFile(pathOf(key), range)),
    delete: (key) => orUnavailable(remove(key)),
    async *list(prefix) {
      assertKeyPrefix(prefix);
      const words = prefix.split('/').slice(0, -1);
      try {
        for await (const object of walk(join(root, ...words), words)) {
          if (object.key.startsWith(prefix)) yield object;
        }
      } catch (error) {
        throw faultOf(error);
      }
    },
    check: sharedCheck(() => orUnavailable(check()), checkEveryMs),
  };
}

/** Moves a copy to its key; tries again when its folder was removed with the last file in it. */
async function place(copy: string, target: string, move = rename): Promise<void> {
  const folder = dirname(target);
  for (let tries = 1; ; tries += 1) {
    try {
      await makeFolder(folder);
      if ((await realpath(folder)) !== folder) throw new Error(`${target} is behind a link`);
      await move(copy, target);
      break;
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || tries === PLACE_TRIES) throw error;
    }
  }
  await syncFolder(folder).catch(ifMissing(undefined));
}

/** Removes folders without files, upwards: their names contain user ids. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (error) {
      // It is not empty, or another call has removed it and continues upwards.
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
    await syncFolder(dirname(empty)).catch(ifMissing(undefined));
  }
}

/** Copies a file and waits until the copy is on the disk. */
async function copyWhole(from: string, to: string, size: number): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const copy = await open(to, 'r+');
  try {
    const now = new Date();
    await copy.utimes(now, now);
    if ((await copy.stat()).size !== size) throw new Error(`${from} has not ${size} bytes`);
    await copy.sync();
  } finally {
    await copy.close();
  }
}

/** A new name survives a power loss only after its folder was written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Whether a path exists and leads through no link. */
async function isWithoutLinks(path: string): Promise<boolean> {
  return (await realpath(path).catch(ifMissing(null))) === path;
}

async function openFile(path: string, range?: ByteRange): Promise<StoredObject | null> {
  if (!(await isWithoutLinks(path))) return null;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await open(path, flags).catch(ifMissing(null));
  if (file === null) return null;
  const facts = await file.stat();
  if (!facts.isFile()) {
    await file.close();
    return null;
  }
  const stream = file.createReadStream({ start: range?.first, end: range?.last });
  return { size_bytes: facts.size, stream };
}

async function* walk(folder: string, words: string[]): AsyncGenerator<ListedObject> {
  if (!(await isWithoutLinks(folder))) return;
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing<Dirent[]>([]));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const keyWords = [...words, entry.name];
    const key = keyWords.join('/');
    if (!isStorageKey(key)) continue;
    if (entry.isDirectory()) yield* walk(path, keyWords);
    const facts = entry.isFile() ? await lstat(path).catch(ifMissing(null)) : null;
    if (facts) yield { key, modified_at: facts.mtime };
  }
}

/** Catches the errors for a missing file, or a path through a file. */
const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return value;
    throw error;
  };

/** Errors of the file system mean that the storage fails; any other error is a bug. */
function faultOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error
    ? new AppError('storage_unavailable', { cause: error })
    : error;
}

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error);
  }
}

/**
 * Opens a folder of this process alone for temporary files, empty at first. Removes the folders of dead
 * processes beside it.
 *
 * @param parent contains only such folders; it is created when it is missing
 * @returns the path
 */
export function openProcessFolder(parent: string): string {
  const own = join(parent, String(process.pid));
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    // A dead process may have had our id.
    if (Number(name) === process.pid || !isAlive(Number(name))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  mkdirSync(own, { mode: 0o700 });
  return own;
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only tests.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return hasCode(error, 'EPERM');
  }
}
