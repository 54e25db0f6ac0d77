import { DBError, UniqueViolationError } from 'objection';
import { hasCode } from '../errors.ts';

/** SQLSTATE of a write on a server that only reads, such as the old primary after a failover. */
export const READ_ONLY = '25006';
/**
 * SQLSTATE classes and codes that mean 'the server cannot do it now', not 'the query is wrong'. Class 53: too
 * many connections, no memory, a full disk.
 */
const UNREACHABLE = /^(?:08...|57P0[123]|53...|25006|57014|55P03)$/;
/** Of these: the server gave up on one statement or lock (PostgreSQL, Appendix A). */
const TIMED_OUT = ['57014', '55P03'];
const UNREACHABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);
/** Errors of pg and knex that have no code. */
const UNREACHABLE_MESSAGE =
  /Connection terminated|not queryable|Timeout acquiring a connection|timeout expired|Query read timeout/;

/** Whether the database could not be reached, was too slow or could not write: answered with 503, worth a retry. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Objection wraps errors of pg.
  if ('nativeError' in error) return isDatabaseGone(error.nativeError);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNREACHABLE.test(code) ||
    UNREACHABLE_SOCKET.has(code) ||
    UNREACHABLE_MESSAGE.test(error.message)
  );
}

/** Whether one statement or lock timed out, while the database as a whole may be fine. */
export function isTooSlow(error: unknown): boolean {
  return hasCode(error, ...TIMED_OUT);
}

/** SQLSTATE: two transactions inserted the same unique value and waited for each other. */
const DEADLOCK = '40P01';

/**
 * Whether a unique value is already taken, or two transactions inserted it at once and deadlocked at the
 * index. Use it only for errors of the statement that writes the value: elsewhere a deadlock has other
 * reasons.
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof UniqueViolationError ||
  (error instanceof DBError && hasCode(error.nativeError, DEADLOCK));
