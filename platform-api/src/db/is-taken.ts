import { DBError, UniqueViolationError } from 'objection';
import { hasCode } from '../errors.ts';

/** SQLSTATE: two transactions inserted the same unique value and waited for each other. */
const DEADLOCK = '40P01';

/**
 * Whether a unique value is taken already, or two transactions wanted it at once and deadlocked at the
 * index. Only for errors of the statement that writes the value: elsewhere a deadlock has other reasons.
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof UniqueViolationError ||
  (error instanceof DBError && hasCode(error.nativeError, DEADLOCK));
