import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { connect } from '../src/db/connection.ts';
import { createLogger } from '../src/process/log.ts';
import { dropDatabase, EMPTY_TABLES, withClient, withDatabase } from './global-setup.ts';

/** Knex whose tables have no types: tests also write rows that are not complete or wrong. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests write rows that the models refuse, so no type of a row fits
export type TestKnex = ((table: string | Knex.Raw) => Knex.QueryBuilder<any, any[]>) & Knex;

/**
 * A migrated database for the tests of one file. Call it at the top of the file, before any hook. It is
 * created before the first test, emptied before each test, and dropped after the file's own `afterAll`.
 */
export function testDatabase(): { url: string; knex: TestKnex } {
  const serverUrl = inject('testServerUrl');
  const template = inject('templateDatabase');
  const worker = process.env['VITEST_POOL_ID'] ?? '0';
  const name = `${template}_${worker}_${randomBytes(4).toString('hex')}`;
  const url = withDatabase(serverUrl, name);
  const knex = connect(url, createLogger('silent'));

  beforeAll(() =>
    withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`)),
  );
  beforeEach(() => knex.raw(`select ${EMPTY_TABLES}()`));
  afterAll(async () => {
    await knex.destroy();
    await withClient(serverUrl, (client) => dropDatabase(client, name));
  });
  return { url, knex };
}
