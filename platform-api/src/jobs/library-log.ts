import { Logger as LibraryLogger } from 'graphile-worker';
import type { Logger } from '../log.ts';

/** What the library calls an error mends itself: a lost connection, a try that failed. */
const LEVELS: Record<string, 'warn' | 'info' | 'debug'> = {
  error: 'warn',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
};

/**
 * Feeds the library's words into our log, and its words alone: what it hands along holds the jobs'
 * payloads. What it says of a job's end we say ourselves (`taskList`).
 */
export function libraryLog(log: Logger): LibraryLogger {
  return new LibraryLogger((scope) => (level, message, about) => {
    if (about?.['failure'] !== undefined || about?.['success'] !== undefined) return;
    log[LEVELS[level] ?? 'warn']({ worker: Reflect.get(scope, 'workerId') }, `queue: ${message}`);
  });
}
