import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '../../src/log.ts';
import type { KeptAnswer } from './idempotency.ts';
import { emptyState, type LedgerState } from './ledger.ts';

/** What the sandbox's file holds. */
export interface Kept extends LedgerState {
  version: 1;
  /** Where it listened last, so that its addresses stay good. */
  port: number;
  answers: Record<string, KeptAnswer>;
}

/**
 * Changes that come close together are written once, this many ms later; and so many times as long as
 * writing takes, so that a large ledger doesn't keep the sandbox busy with itself.
 */
const WRITE_AFTER_MS = 100;
const REST_FACTOR = 10;

/** A file that is written after changes. */
export interface LedgerFile {
  /** Something has changed. */
  touch(): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/** @returns what the file holds, or a new ledger where there is none or it cannot be read */
export async function readLedgerFile(file: string | null, log: Logger): Promise<Kept> {
  const fresh: Kept = { version: 1, port: 0, answers: {}, ...emptyState() };
  if (file === null) return fresh;
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isKept(kept)) throw new Error('It is no ledger of this version');
    return { ...kept, facts: { ...fresh.facts, ...kept.facts } };
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNew) {
      log.warn({ err: error }, 'the payment sandbox cannot read what it kept, and starts anew');
    }
    return fresh;
  }
}

function isKept(kept: unknown): kept is Kept {
  const { version, facts, objects, answers } = (kept ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return (
    version === 1 &&
    [facts, answers].every((part) => typeof part === 'object' && part !== null) &&
    typeof objects === 'object' &&
    objects !== null &&
    Object.values(objects).every(Array.isArray)
  );
}

/** @param state what is to be written, asked for when it is */
export function createLedgerFile(file: string | null, state: () => Kept, log: Logger): LedgerFile {
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let tookMs = 0;

  function write(): void {
    timer = null;
    // The state is read at once, and written after what is being written.
    const begun = performance.now();
    const text = JSON.stringify(state());
    tookMs = performance.now() - begun;
    writing = writing
      .then(() => replace(text))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the payment sandbox could not keep what it knows');
      });
  }

  async function replace(text: string): Promise<void> {
    if (file === null) return;
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.draft`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  }

  return {
    touch() {
      if (file !== null)
        timer ??= setTimeout(write, Math.max(WRITE_AFTER_MS, tookMs * REST_FACTOR)).unref();
    },
    async close() {
      if (timer !== null) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}
