import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { connect } from '../src/db/connection.ts';
import { createLogger } from '../src/log.ts';
import { dropDatabase, withClient, withDatabase } from './global-setup.ts';

/** knex's own tables: what says that the database is migrated. */
const KEPT_TABLES = ['knex_migrations', 'knex_migrations_lock'];

/**
 * A migrated database for the tests of one file: call it at the top of the file, before any hook. It is
 * made before the first test, emptied before each and dropped after the last, and what the file closes
 * in its own `afterAll` is closed before that.
 */
export function testDatabase(): { url: string; knex: Knex } {
  const serverUrl = inject('testServerUrl');
  const template = inject('templateDatabase');
  const worker = process.env['VITEST_POOL_ID'] ?? '0';
  const name = `${template}_${worker}_${randomBytes(4).toString('hex')}`;
  const url = withDatabase(serverUrl, name);
  const knex = connect(url, createLogger('silent'));

  beforeAll(() =>
    withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`)),
  );
  beforeEach(() => empty(knex));
  afterAll(async () => {
    await knex.destroy();
    await withClient(serverUrl, (client) => dropDatabase(client, name));
  });
  return { url, knex };
}

async function empty(knex: Knex): Promise<void> {
  await knex('graphile_worker._private_jobs').delete();
  const tables = await knex('pg_tables')
    .where('schemaname', 'public')
    .whereNotIn('tablename', KEPT_TABLES)
    .pluck<string[]>('tablename');
  // It lets nobody empty it, and a table that is altered before each test keeps the server's vacuum busy.
  if (tables.includes('audit_log') && (await knex('audit_log').first('id'))) {
    await emptyAuditLog(knex);
  }
  const others = tables.filter((table) => table !== 'audit_log');
  if (others.length === 0) return;
  await knex.raw(`truncate ${others.map(() => '??').join(', ')} restart identity cascade`, others);
}

async function emptyAuditLog(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('alter table audit_log disable trigger audit_log_is_not_emptied');
    await trx.raw('truncate audit_log');
    await trx.raw('alter table audit_log enable trigger audit_log_is_not_emptied');
  });
}
