import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '../../src/process/log.ts';
import type { CachedAnswer } from './api/answer-cache.ts';
import { emptyState, type LedgerState } from './ledger.ts';

const VERSION = 2;

/** The contents of the file. */
export interface SavedLedger extends LedgerState {
  version: typeof VERSION;
  /** The port it listened on last, so that old addresses stay valid. */
  port: number;
  answers: Record<string, CachedAnswer>;
}

/** Changes within this time are written together. A large ledger is written less often. */
const WRITE_AFTER_MS = 100;
const REST_FACTOR = 10;

/** @returns the file's contents, or an empty ledger if there is no file or it cannot be read */
export async function readLedgerFile(file: string | null, log: Logger): Promise<SavedLedger> {
  const empty: SavedLedger = { version: VERSION, port: 0, answers: {}, ...emptyState() };
  if (file === null) return empty;
  try {
    const saved: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isSavedLedger(saved)) throw new Error('The file has another version or shape');
    return saved;
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNew)
      log.warn({ err: error, file }, 'the payment sandbox cannot read its file: it starts empty');
    return empty;
  }
}

function isSavedLedger(saved: unknown): saved is SavedLedger {
  const { version, facts, objects, answers } = (saved ?? {}) as Partial<
    Record<keyof SavedLedger, unknown>
  >;
  const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;
  return (
    version === VERSION &&
    isObject(facts) &&
    isObject(answers) &&
    isObject(objects) &&
    Object.values(objects).every(Array.isArray)
  );
}

/**
 * A file that is written some time after each change.
 *
 * @param state returns what to write
 */
export function createLedgerFile(file: string | null, state: () => SavedLedger, log: Logger) {
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let tookMs = 0;

  function write(): void {
    timer = null;
    const startedAt = performance.now();
    const text = JSON.stringify(state());
    tookMs = performance.now() - startedAt;
    writing = writing
      .then(() => replaceFile(text))
      .catch((error: unknown) => {
        log.error({ err: error, file }, 'the payment sandbox could not write its file');
      });
  }

  async function replaceFile(text: string): Promise<void> {
    if (file === null) return;
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.draft`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  }

  return {
    /** Schedules a write. */
    touch(): void {
      if (file === null) return;
      timer ??= setTimeout(write, Math.max(WRITE_AFTER_MS, tookMs * REST_FACTOR)).unref();
    },
    /** Writes what is not written yet. */
    async close(): Promise<void> {
      if (timer !== null) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}
