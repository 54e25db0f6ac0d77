import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketFolder } from '../assets/storage/storage-url.ts';
import { hasCode } from '../errors.ts';

/** A file that is there to be imported. */
export interface FoundFile {
  /** With its folders, from the named one on. */
  file_name: string;
  size_bytes: number;
  modified_at: Date;
  /** @throws SourceFailed */
  read(from: number, length: number): Promise<Buffer>;
}

/** A file, or a folder, that can't be read. */
export interface UnreadableFile {
  file_name: string;
  /** In plain words. */
  problem: string;
}

/** A file or a bucket can't be read; the message says why. */
export class SourceFailed extends Error {
  /** The whole source is gone, not only one file. */
  readonly isGone: boolean;

  constructor(message: string, { isGone = false, cause }: { isGone?: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'SourceFailed';
    this.isGone = isGone;
  }
}

const CHANGED = 'The file changed while it was read. Run the command again.';

/**
 * The files of a folder and of the folders within it, or one file, by name. Files that begin with a dot, which
 * systems make for themselves, are left out, and links to folders are not followed.
 * @throws SourceFailed when there is neither
 */
export async function* filesBelow(path: string): AsyncGenerator<FoundFile | UnreadableFile> {
  const root = resolve(path);
  const found = await stat(root).catch((error: unknown) => {
    throw new SourceFailed(reasonOf(error), { isGone: true, cause: error });
  });
  if (found.isDirectory()) yield* walk(root, basename(root));
  else yield await describe(root, basename(root));
}

async function* walk(folder: string, name: string): AsyncGenerator<FoundFile | UnreadableFile> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { file_name: name, problem: reasonOf(error) };
    return;
  }
  const shown = entries.filter((entry) => !entry.name.startsWith('.'));
  for (const entry of shown.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, file_name] = [join(folder, entry.name), posix.join(name, entry.name)];
    if (entry.isDirectory()) yield* walk(path, file_name);
    else yield await describe(path, file_name);
  }
}

async function describe(path: string, file_name: string): Promise<FoundFile | UnreadableFile> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) return { file_name, problem: 'This is not a regular file.' };
    return {
      file_name,
      size_bytes: facts.size,
      // As browsers tell it, so that both ways lead to the same upload.
      modified_at: new Date(Math.max(0, Math.floor(facts.mtimeMs))),
      read: (from, length) => readFrom(path, from, length),
    };
  } catch (error) {
    return { file_name, problem: reasonOf(error) };
  }
}

async function readFrom(path: string, from: number, length: number): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const bytes = Buffer.alloc(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, from + done);
        if (bytesRead === 0) throw new SourceFailed(CHANGED, {});
        done += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof SourceFailed) throw error;
    throw new SourceFailed(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'EACCES', 'EPERM')) return 'This user may not read it.';
  if (hasCode(error, 'ENOENT', 'ELOOP')) return 'There is no such file or folder.';
  return `It can’t be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Attempts to read a part, and the first pause between them in ms. The client itself also tries again. */
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 200;

/**
 * The objects of a folder of a bucket, in the order of their keys.
 * @throws SourceFailed when the bucket can't be listed
 */
export async function* filesInBucket(folder: BucketFolder): AsyncGenerator<FoundFile> {
  // Loaded only where there is a bucket, as it is large.
  const { createBucketReader } = await import('../assets/storage/s3-storage.ts');
  const reader = createBucketReader(folder);
  const { prefix, bucket } = folder;
  const name = prefix === '' ? bucket : posix.basename(prefix);

  async function readOnce(key: string, from: number, length: number): Promise<Buffer | null> {
    const object = await reader.read(key, { first: from, last: from + length - 1 });
    const bytes = object && (await buffer(object.stream));
    return bytes && bytes.length === length ? bytes : null;
  }

  async function read(key: string, from: number, length: number): Promise<Buffer> {
    for (let tries = 1; ; tries += 1) {
      try {
        const bytes = await readOnce(key, from, length);
        if (bytes) return bytes;
        throw new SourceFailed(CHANGED, {});
      } catch (error) {
        if (error instanceof SourceFailed) throw error;
        if (tries === MAX_TRIES) throw bucketFailed(error);
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1));
      }
    }
  }

  try {
    for await (const { key, size_bytes, modified_at } of reader.list(prefix)) {
      // A “folder” of the bucket’s console is an empty object.
      const isHidden = key.split('/').some((word) => word.startsWith('.'));
      if (key.endsWith('/') || isHidden) continue;
      yield {
        file_name: posix.join(name, key.slice(prefix.length)),
        size_bytes,
        modified_at,
        read: (from, length) => read(key, from, length),
      };
    }
  } catch (error) {
    throw error instanceof SourceFailed ? error : bucketFailed(error);
  } finally {
    reader.close();
  }
}

/** The client's own message, which has no keys in it. */
function bucketFailed(error: unknown): SourceFailed {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SourceFailed(`The bucket can’t be read: ${reason}.`, { isGone: true, cause: error });
}
