// Sound on its way between the storage and the programs that work on it.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../assets/storage/storage.ts';
import type { CutRendition } from './cut-rendition.ts';

/** Where the original of a file of the library is kept, by its hash. */
export const originalKey = (sourceHash: string): string => `library/originals/${sourceHash}`;

/** A rendition in the storage. */
export interface StoredRendition {
  key: string;
  size_bytes: number;
  /** Only AAC: an object with the byte at which each unit begins, 32 bits each, little-endian. */
  offsets_key?: string;
}

/** Works in a folder that is removed afterwards. @param uploadsDir a folder of this process, for files in work */
export async function inFolder<Result>(
  { uploadsDir }: { uploadsDir: string },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(uploadsDir, 'prepare-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the first object that exists to a file. @returns false when none does */
export async function copyFirst(
  storage: Storage,
  keys: readonly string[],
  path: string,
): Promise<boolean> {
  for (const key of keys) {
    const object = await storage.open(key);
    if (!object) continue;
    await pipeline(object.stream, createWriteStream(path));
    return true;
  }
  return false;
}

/** Puts a rendition into the storage, under the hash of its bytes. */
export async function storeRendition(
  storage: Storage,
  folder: string,
  { path, size_bytes, hash, offsets }: CutRendition,
): Promise<StoredRendition> {
  const isAac = offsets !== null;
  const key = `library/prepared/${hash}.${isAac ? 'aac' : 'mp3'}`;
  const content_type = isAac ? 'audio/aac' : 'audio/mpeg';
  await storage.put(key, { path, size_bytes, content_type });
  if (!isAac) return { key, size_bytes };
  const offsets_key = `library/prepared/${hash}.offsets`;
  const list = Buffer.from(new Uint32Array(offsets).buffer);
  const listPath = join(folder, 'offsets');
  await writeFile(listPath, list);
  await storage.put(offsets_key, {
    path: listPath,
    size_bytes: list.length,
    content_type: 'application/octet-stream',
  });
  return { key, size_bytes, offsets_key };
}
