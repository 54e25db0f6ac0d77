// One PostgreSQL for the whole test run, and in it a migrated database that each test file copies.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../stand-ins/postgres/embedded-postgres.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { installJobs } from '../src/jobs/install-jobs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of a role that may make databases. */
    testServerUrl: string;
    /** The migrated database to copy. The copies' names begin with its name. */
    templateDatabase: string;
  }
}

/** Prepares what `testDatabase` copies; TEST_DATABASE_URL names a server to use instead of our own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startThrowawayServer();
  const template = `stationhouse_test_${randomBytes(4).toString('hex')}`;
  try {
    await withClient(server.url, (client) => client.query(`create database ${template}`));
    const url = withDatabase(server.url, template);
    await migrateToLatest(url, () => installJobs(url));
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    await withClient(server.url, (client) => dropAll(client, template));
    await server.stop();
  };
}

/** A server in a temporary folder that doesn't wait for the disk: no test outlives a power cut. */
async function startThrowawayServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'stationhouse-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    serverSettings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Drops the template and its copies: a test file that was cut short leaves its own behind. */
async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await dropDatabase(client, datname);
}

/**
 * Drops a database, whoever is still connected to it. Not `with (force)`: that fails where the server's own
 * vacuum is at work, which leaves by itself for a plain drop.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await client.query(`drop database ${name}`);
}

/** The same server's other database. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Does something over a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
