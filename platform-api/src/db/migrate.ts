import { migrationSource } from '@stationhouse/migrations';
import knex from 'knex';
import pg from 'pg';

/** An arbitrary number: advisory locks have no names, and nothing else here takes this one. */
const MIGRATION_LOCK = 5_274_401;

/**
 * Brings the database to the newest migration. Replicas that start together take turns under an
 * advisory lock: knex's own lock is a table that two of them would create at once. A lock that a
 * killed run left in that table is therefore always stale.
 * @param given.afterwards runs under the same lock, for what must also be done once
 * @param given.onWait called once if another process holds the lock, with what is known of it
 */
export async function migrateToLatest(
  databaseUrl: string,
  given: {
    afterwards?: (db: knex.Knex) => Promise<void>;
    onWait?: (holder: LockHolder | undefined) => void;
  } = {},
): Promise<void> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    const { rows } = await lock.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [MIGRATION_LOCK],
    );
    if (!rows[0]?.is_ours) {
      given.onWait?.(await lockHolder(lock));
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await db.migrate.forceFreeMigrationsLock({ migrationSource });
    await db.migrate.latest({ migrationSource });
    await given.afterwards?.(db);
  } finally {
    await db.destroy();
    await lock.end();
  }
}

/** The connection that holds the migration lock. */
interface LockHolder {
  /** Its server process: `select pg_terminate_backend(pid)` ends it. */
  pid: number;
  /** Null: a socket of the database's machine. */
  address: string | null;
  /** Since when it has been connected. */
  since: Date;
}

async function lockHolder(client: pg.Client): Promise<LockHolder | undefined> {
  const { rows } = await client.query<LockHolder>(
    `select pid, host(client_addr) as address, backend_start as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1`,
    [MIGRATION_LOCK],
  );
  return rows[0];
}

/** How many migrations the database still lacks. */
export async function countPendingMigrations(db: knex.Knex): Promise<number> {
  const [, pending]: [unknown[], unknown[]] = await db.migrate.list({ migrationSource });
  return pending.length;
}
