import { DatabaseUnreachable } from '../db/connection.ts';
import { SchemaTooNew } from '../db/migrate.ts';
import { CannotListen } from '../http/listen.ts';
import { ConfigInvalid } from './config.ts';

/** An error that the operator can fix: shown as one line, without a stack trace. */
export function isUserError(error: unknown): error is Error {
  return (
    error instanceof ConfigInvalid ||
    error instanceof CannotListen ||
    error instanceof DatabaseUnreachable ||
    error instanceof SchemaTooNew ||
    // Known by its name: production never loads the class (stand-ins/postgres).
    (error instanceof Error && error.name === 'EmbeddedPostgresFailed')
  );
}
