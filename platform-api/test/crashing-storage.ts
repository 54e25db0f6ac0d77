import type { Storage } from '../src/assets/storage/storage.ts';

/** A storage that a process has as long as it lives. */
export interface CrashingStorage extends Storage {
  /**
   * The process dies at the next such act: before it is done, or after. From then on nothing that it waits
   * for ever comes.
   * @returns resolves at that moment
   */
  crashAt(act: 'put' | 'delete', when: 'before' | 'after'): Promise<void>;
}

/**
 * Makes a process mortal as far as files can tell: between two acts of storage it only works on the
 * database, in transactions, so that a death within one is a death before it.
 */
export function crashingStorage(storage: Storage): CrashingStorage {
  let death: { act: string; when: 'before' | 'after'; died: () => void } | null = null;

  async function unlessDead(act: 'put' | 'delete', work: () => Promise<void>): Promise<void> {
    if (death?.act !== act) return work();
    if (death.when === 'after') await work();
    death.died();
    return new Promise(() => undefined);
  }
  return {
    ...storage,
    put: (key, file) => unlessDead('put', () => storage.put(key, file)),
    delete: (key) => unlessDead('delete', () => storage.delete(key)),
    crashAt: (act, when) =>
      new Promise((died) => {
        death = { act, when, died };
      }),
  };
}
