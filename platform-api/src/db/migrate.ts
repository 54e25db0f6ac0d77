import { setTimeout as sleep } from 'node:timers/promises';
import { migrationSource } from '@stationhouse/migrations';
import knex from 'knex';
import pg from 'pg';

/** An arbitrary number: advisory locks have no names, and nothing else here takes this one. */
const MIGRATION_LOCK = 5_274_401;

/** A migration waits this long for a lock, in ms: requests that need the same table wait behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** How often a migration that got no lock is tried, and how long after the last time, in ms. */
const TRIES = 20;
const TRY_AGAIN_MS = 3_000;

/** PostgreSQL's code for a lock that was not granted in time (`lock_timeout`). */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Migrations are additive, so this release also runs on the schema of a later one, whose migrations it does not know.
 * knex would call the folder corrupt.
 */
const SOURCE = { migrationSource, disableMigrationsListValidation: true };

/** A later release has changed the schema so that this one cannot use it. The message is one line for the operator. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew';
}

/**
 * Brings the database to the newest migration. Replicas that start together take turns under an
 * advisory lock: knex's own lock is a table that two of them would create at once. A lock that a
 * killed run left in that table is therefore always stale.
 * @param given.afterwards runs under the same lock, for what must also be done once
 * @param given.onWait called once if another process holds the lock, with what is known of it
 * @param given.onRetry called when a table is in use for too long, before the migration is tried again
 * @throws SchemaTooNew
 */
export async function migrateToLatest(
  databaseUrl: string,
  given: {
    afterwards?: (db: knex.Knex) => Promise<void>;
    onWait?: (holder: LockHolder | undefined) => void;
    onRetry?: (error: unknown) => void;
  } = {},
): Promise<void> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  // knex's type lacks lock_timeout.
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    lock_timeout: LOCK_TIMEOUT_MS,
  };
  const db = knex({
    client: 'pg',
    connection: () => connection as knex.Knex.PgConnectionConfig,
    pool: { min: 0, max: 1 },
    // Errors are thrown: knex would print them as well.
    log: { warn: () => undefined, error: () => undefined },
  });
  try {
    const { rows } = await lock.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [MIGRATION_LOCK],
    );
    if (!rows[0]?.is_ours) {
      given.onWait?.(await lockHolder(lock));
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await requireCompatibleSchema(db);
    await migrate(db, given.onRetry);
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

/** Each migration has a transaction of its own, so those that were applied stay. */
async function migrate(db: knex.Knex, onRetry?: (error: unknown) => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.migrate.forceFreeMigrationsLock(SOURCE);
      await db.migrate.latest(SOURCE);
      return;
    } catch (error) {
      const isInUse = error instanceof Error && Reflect.get(error, 'code') === LOCK_NOT_AVAILABLE;
      if (!isInUse || tries === TRIES) throw error;
      onRetry?.(error);
    }
    await sleep(TRY_AGAIN_MS);
  }
}

/** The migrations that this release would apply, and those in the database that only a later one knows. */
export async function planMigrations(
  db: knex.Knex,
): Promise<{ pending: string[]; unknown: string[] }> {
  const own = await ownMigrations();
  const isNew = !(await db.schema.hasTable('knex_migrations'));
  const applied = isNew ? [] : await db<{ name: string }>('knex_migrations').pluck('name');
  return {
    pending: own.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !own.includes(name)).toSorted(),
  };
}

async function ownMigrations(): Promise<string[]> {
  const files = await migrationSource.getMigrations([]);
  return files.map((file) => migrationSource.getMigrationName(file));
}

/** @throws SchemaTooNew */
export async function requireCompatibleSchema(db: knex.Knex): Promise<void> {
  if (!(await db.schema.hasTable('schema_compatibility'))) return;
  const row = await db('schema_compatibility').first<{ schema_compatible_from: string }>();
  const newest = (await ownMigrations()).at(-1) ?? '';
  if (row && row.schema_compatible_from > newest) {
    throw new SchemaTooNew(
      `The database needs a release that knows the migration ${row.schema_compatible_from}. ` +
        `This one ends with ${newest}: start the newer release, or restore the backup from before it.`,
    );
  }
}
