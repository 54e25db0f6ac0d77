import { ConfigInvalid } from './config.ts';
import { DatabaseUnreachable } from './db/reach-database.ts';
import { CannotListen } from './http/server.ts';

/** A fault that a person can mend, told in one line; everything else is a fault of ours. */
export function isPlainFault(error: unknown): error is Error {
  return (
    error instanceof ConfigInvalid ||
    error instanceof CannotListen ||
    error instanceof DatabaseUnreachable ||
    // Known by its name: production never loads the class (stand-ins/postgres).
    (error instanceof Error && error.name === 'EmbeddedPostgresFailed')
  );
}
