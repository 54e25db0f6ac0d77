import pLimit from 'p-limit';
import { AppError } from '../errors.ts';

/**
 * Limits work that would otherwise take the whole machine: `atOnce` run, `maxWaiting` queue.
 * @returns a function that runs work in its turn, and throws `busy` when the queue is full
 */
export function createLimit({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const limit = pLimit(atOnce);
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    const isFull = limit.activeCount >= atOnce && limit.pendingCount >= maxWaiting;
    if (isFull) throw new AppError('busy');
    return limit(work);
  };
}
