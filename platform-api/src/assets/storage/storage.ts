import type { Readable } from 'node:stream';

/** A file on this machine, ready to be stored. */
export interface LocalFile {
  path: string;
  size_bytes: number;
  content_type: string;
}

/** An open object. Its reader must read the stream to its end or destroy it. */
export interface StoredObject {
  /** The size of the whole object, even where only a part was asked for. */
  size_bytes: number;
  stream: Readable;
}

/** An object in a listing. */
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
 * Where members' files are kept: a folder on this machine or a bucket (`STORAGE_URL`). Keys are made by the
 * server only: words of letters, digits, `_`, `-` and `.`, separated by slashes.
 *
 * Every function throws `storage_unavailable` when the storage fails or is too slow.
 */
export interface Storage {
  /** Stores a copy of a file, in place of the former object: completely or not at all. */
  put(key: string, file: LocalFile): Promise<void>;
  /** Stores a text unless there is an object already, which stays. Buckets use a conditional write. */
  create(key: string, text: string): Promise<void>;
  /** @returns null when there is no object */
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Succeeds when there is no object, too. */
  delete(key: string): Promise<void>;
  /** All objects whose key begins with the prefix, in any order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Whether the storage can be written and read now. */
  check(): Promise<void>;
}

/**
 * Deletes every object of a member, with or without a row: for account deletion. Idempotent.
 * @throws `storage_unavailable`
 */
export async function removeAllFiles(storage: Storage, userId: string): Promise<void> {
  for await (const { key } of storage.list(`${userId}/`)) await storage.delete(key);
}

/** No word begins with a dot, which rules out `..` and hidden files. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** The limit of S3, in bytes, and the limit of file systems for one word (Linux, macOS, Windows). */
const MAX_KEY_LENGTH = 1024;
const MAX_WORD_LENGTH = 255;

/** The files of the SDK's releases, which are kept for ever (decision 18). No member's file is here. */
export const RELEASES_FOLDER = 'sdk/';

/** Whether a text has the form of a key. */
export function isStorageKey(text: string): boolean {
  return (
    text.length <= MAX_KEY_LENGTH &&
    KEY.test(text) &&
    text.split('/').every((word) => word.length <= MAX_WORD_LENGTH)
  );
}

/** @throws Error for an invalid key, which is a bug */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}

/** A prefix may end anywhere in a key. @throws Error for an invalid one */
export function assertKeyPrefix(prefix: string): void {
  if (prefix !== '' && !isStorageKey(prefix.replace(/\/$/, ''))) {
    throw new Error(`Not the beginning of a storage key: ${JSON.stringify(prefix)}`);
  }
}

/** A storage is checked at most this often, in ms. */
export const CHECK_EVERY_MS = 5_000;

/** Shares one check among all callers: `/v1/ready` is public and may be called at any rate. */
export function sharedCheck(check: () => Promise<void>, everyMs: number): () => Promise<void> {
  let last: { startedAt: number; answer: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.startedAt >= everyMs) last = { startedAt: now, answer: check() };
    return last.answer;
  };
}
