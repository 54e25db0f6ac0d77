import './home-folder.ts';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** The worker logs the same messages again when it starts. */
const SILENT = new Logger(() => () => undefined);

/**
 * Creates or migrates the queue's own schema, `graphile_worker`. Call it under the migrations' lock, so
 * that only one replica does it at a time.
 */
export async function installJobs(databaseUrl: string): Promise<void> {
  // A separate pool: the library's own is still closing when its promise resolves.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // The library warns on the console about a pool without error handlers. Errors also fail the query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: SILENT });
  } finally {
    await pool.end();
  }
}
