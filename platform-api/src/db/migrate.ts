import { migrationSource } from '@stationhouse/migrations';
import knex from 'knex';
import pg from 'pg';

/** An arbitrary number: advisory locks have no names, and nothing else here takes this one. */
const MIGRATION_LOCK = 5_274_401;

/**
 * Brings the database to the newest migration. Replicas that start together take turns under an
 * advisory lock: knex's own lock is a table that two of them would create at once. A lock that a
 * killed run left in that table is therefore always stale.
 * @param afterwards runs under the same lock, for what must also be done once.
 */
export async function migrateToLatest(
  databaseUrl: string,
  afterwards?: (db: knex.Knex) => Promise<void>,
): Promise<void> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await db.migrate.forceFreeMigrationsLock({ migrationSource });
    await db.migrate.latest({ migrationSource });
    await afterwards?.(db);
  } finally {
    await db.destroy();
    await lock.end();
  }
}

/** How many migrations the database still lacks. */
export async function countPendingMigrations(db: knex.Knex): Promise<number> {
  const [, pending]: [unknown[], unknown[]] = await db.migrate.list({ migrationSource });
  return pending.length;
}
