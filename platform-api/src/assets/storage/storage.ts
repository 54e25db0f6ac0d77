import type { Readable } from 'node:stream';

/** A file on this machine, ready to be kept. */
export interface FileToKeep {
  path: string;
  size_bytes: number;
  content_type: string;
}

/** An object that is being read. Whoever opens it reads it to its end or destroys the stream. */
export interface StoredObject {
  /** Of the whole object. */
  size_bytes: number;
  stream: Readable;
}

/** An object as a listing names it. */
export interface ListedObject {
  key: string;
  modified_at: Date;
}

/** Bytes of an object, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Where members' files lie: a folder on this machine, or a bucket (design, STORAGE_URL). Keys are made by
 * the server alone: words of letters, digits, `_`, `-` and `.`, with slashes between them.
 *
 * Every function throws StorageUnavailable where the storage fails or keeps us waiting.
 */
export interface Storage {
  /** Keeps a copy of a file under a key, in the place of what was there: whole, or not at all. */
  put(key: string, file: FileToKeep): Promise<void>;
  /** @returns null where nothing is */
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Nothing under the key is no error. */
  delete(key: string): Promise<void>;
  /** All objects whose key begins so, in any order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Whether it can be written to and read from now. */
  check(): Promise<void>;
}
