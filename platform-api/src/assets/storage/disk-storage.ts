import { randomUUID } from 'node:crypto';
import { constants, mkdirSync, realpathSync, type Dirent } from 'node:fs';
import {
  copyFile,
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
import { openProcessFolder } from './process-folder.ts';
import { CHECK_EVERY_MS, sharedCheck } from './shared-check.ts';
import { assertKeyPrefix, assertStorageKey, isStorageKey } from './storage-key.ts';
import type { ByteRange, FileToKeep, ListedObject, Storage, StoredObject } from './storage.ts';

/** Where copies lie until they are whole. No key begins with a dot, so nobody can ask for one. */
const UNFINISHED = '.unfinished';

/** A folder that others empty at the same moment is made anew so often. */
const PLACE_TRIES = 10;

/**
 * Keeps objects as files in a folder: development, and a house with one machine. What has been kept stays
 * through a loss of power. Links within the folder are not followed.
 *
 * @param folder made where it is missing; nothing else may write in it
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

  async function put(key: string, { path, size_bytes }: FileToKeep): Promise<void> {
    const target = pathOf(key);
    const copy = join(unfinished, randomUUID());
    try {
      await copyWhole(path, copy, size_bytes);
      await place(copy, target);
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

  async function look(): Promise<void> {
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
    check: sharedCheck(() => orUnavailable(look()), checkEveryMs),
  };
}

/** Gives a copy its name; again where its folder went with the last file in it. */
async function place(copy: string, target: string): Promise<void> {
  const folder = dirname(target);
  for (let tries = 1; ; tries += 1) {
    try {
      await makeFolder(folder);
      if ((await realpath(folder)) !== folder) throw new Error(`${target} is behind a link`);
      await rename(copy, target);
      break;
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || tries === PLACE_TRIES) throw error;
    }
  }
  await syncFolder(folder).catch(ifMissing(undefined));
}

/** A folder goes with its last file, and so on upwards: its name tells whose files they were. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (error) {
      // Not empty, or somebody else was quicker, who goes on upwards.
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
    await syncFolder(dirname(empty)).catch(ifMissing(undefined));
  }
}

/** A copy on the disk itself, not only in the machine's memory. */
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

/** A new name outlives a loss of power once the folder that it stands in was written. */
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

/** Whether it is there under this very name: a link would have another one. */
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

/** What stands for a file that is not there, or whose folder is none. */
const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return value;
    throw error;
  };

/** A refusal of the file system is a storage that fails; everything else is a fault of ours. */
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
