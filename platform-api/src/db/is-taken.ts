import { DBError, UniqueViolationError } from 'objection';

/**
 * Whether what may be there once alone is somebody else's already, or was wanted by two of whom neither had
 * left their own (SQLSTATE 40P01, a deadlock at the unique index). For the statement that takes it: elsewhere
 * a deadlock has other reasons.
 */
export const isTaken = (error: unknown): boolean =>
  error instanceof UniqueViolationError ||
  (error instanceof DBError && Object(error.nativeError).code === '40P01');
