import { waitForDatabase } from './connection.ts';

/** A database that doesn't answer is tried for this long, in ms. */
const PATIENCE_MS = 10_000;

/** The database that the configuration names cannot be used. The message is one line for a person. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * Waits until the database answers, or the signal aborts.
 * @throws DatabaseUnreachable, which names the host and never the password
 */
export async function reachDatabase(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  try {
    await waitForDatabase(databaseUrl, PATIENCE_MS, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    const { host } = new URL(databaseUrl);
    throw new DatabaseUnreachable(
      `The database at ${host} cannot be used (${reason}). Check DATABASE_URL and that PostgreSQL runs there.`,
      { cause: error },
    );
  }
}
