import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** What it would say here it says again when the worker starts, into our log. */
const SILENT = new Logger(() => () => undefined);

/**
 * Makes or renews the queue's own schema, `graphile_worker`. Replicas must take turns: it is called
 * under the lock of the migrations.
 */
export async function installJobs(databaseUrl: string): Promise<void> {
  // A pool of our own: the library's is still closing when its promise resolves.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // The library warns on the console about a pool without these. What breaks here fails the query too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: SILENT });
  } finally {
    await pool.end();
  }
}
