import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encodeBrotli = promisify(brotliCompress);
const encodeGzip = promisify(gzip);

/** So much of what was asked for is kept, in bytes: some two hundred files of the SDK, in each encoding. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A file in each encoding that browsers ask for. */
export interface PackedFile {
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Files that never change under their key, compressed once and kept in memory while there is room. */
export interface PackedFiles {
  /** @param read asked when it is not kept; null where there is none */
  take(key: string, read: () => Promise<Buffer | null>): Promise<PackedFile | null>;
  forget(key: string): void;
}

interface Entry {
  file: Promise<PackedFile | null>;
  /** 0 until it is there. */
  bytes: number;
}

export function createPackedFiles(mostBytes = MOST_BYTES): PackedFiles {
  // A map keeps its order: what was asked for last stands last.
  const kept = new Map<string, Entry>();

  /** Gives up what could not be read, or is not there: it may be the next time. */
  function drop(key: string, entry: Entry): void {
    if (kept.get(key) === entry) kept.delete(key);
  }

  function weigh(entry: Entry, { identity, br, gzip: gzipped }: PackedFile): void {
    entry.bytes = identity.length + br.length + gzipped.length;
    makeRoom();
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const [key, entry] of [...kept].toReversed()) {
      bytes += entry.bytes;
      if (bytes > mostBytes) kept.delete(key);
    }
  }

  function begin(key: string, read: () => Promise<Buffer | null>): Promise<PackedFile | null> {
    const entry = { file: read().then((bytes) => bytes && pack(bytes)), bytes: 0 };
    kept.set(key, entry);
    entry.file.then(
      (file) => void (file ? weigh(entry, file) : drop(key, entry)),
      () => drop(key, entry),
    );
    return entry.file;
  }

  return {
    take(key, read) {
      const entry = kept.get(key);
      if (!entry) return begin(key, read);
      kept.delete(key);
      kept.set(key, entry);
      return entry.file;
    },
    forget: (key) => void kept.delete(key),
  };
}

/** Compresses a file as each browser wants it. */
export async function pack(identity: Buffer): Promise<PackedFile> {
  const [br, gzipped] = await Promise.all([encodeBrotli(identity), encodeGzip(identity)]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { etag, identity, br, gzip: gzipped };
}
