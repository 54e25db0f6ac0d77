import { AppError } from './errors.ts';

/**
 * Lets a few work at once, some wait in line, and sends the rest away: for work that would take all of the
 * machine if everybody began at once.
 * @returns a function that does some work when it is its turn; throws Busy where the line is full
 */
export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= atOnce) {
      if (waiting.length >= maxWaiting) throw new AppError('busy');
      // Whoever finishes hands the place on: it is never free for somebody who comes in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      working += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
