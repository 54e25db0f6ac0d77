import type { Storage } from '../src/assets/storage/storage.ts';

/** The storage of a process that can crash. */
export interface CrashingStorage extends Storage {
  /**
   * Crashes at the next such act, before it is done or after. That act never ends.
   * @returns resolves at the crash
   */
  crashAt(act: 'put' | 'delete', when: 'before' | 'after'): Promise<void>;
}

/**
 * Lets a process crash at any act of its storage. Between two acts it only works on the database, in
 * transactions, so a crash within one has the same result as a crash before it.
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
