// One PostgreSQL for the whole test run, with a migrated template database that each test file copies.
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../stand-ins/postgres/embedded-postgres.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { installJobs } from '../src/jobs/install-jobs.ts';
import { scratchFolder } from './scratch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of a role that may create databases. */
    testServerUrl: string;
    /** The migrated database to copy. The copies' names begin with its name. */
    templateDatabase: string;
    /** Bundles of the programs that the app runs in processes of their own, by their source. */
    programBundles: Record<string, string>;
  }
}

/** A function of the template database that deletes all rows. */
export const EMPTY_TABLES = 'empty_tables_of_test';

/** Creates the template database. TEST_DATABASE_URL names a server to use instead of a temporary one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bundles = await bundlePrograms();
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startThrowawayServer();
  const template = `stationhouse_test_${randomBytes(4).toString('hex')}`;
  try {
    await withClient(server.url, (client) => client.query(`create database ${template}`));
    const url = withDatabase(server.url, template);
    await migrateToLatest(url, { afterwards: () => installJobs(url) });
    await withClient(url, createEmptyTables);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('templateDatabase', template);
  project.provide('programBundles', bundles.bySource);
  return async () => {
    await rm(bundles.folder, { recursive: true, force: true });
    await withClient(server.url, (client) => dropAll(client, template));
    await server.stop();
  };
}

/**
 * Creates the function that empties the tables. Deleting a few rows takes a fifth of the time that
 * truncating all tables takes.
 */
async function createEmptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    // knex's own tables record that the database is migrated. The audit log refuses deletes.
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not like 'knex%' and tablename <> 'audit_log'`,
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const deletes = childrenFirst(
    rows.map(({ name }) => name),
    references,
  ).map((name) => `if exists (select from ${name}) then delete from ${name}; end if;`);
  await client.query(`
    create function ${EMPTY_TABLES}() returns void language plpgsql as $$ begin
      delete from graphile_worker._private_jobs;
      ${deletes.join('\n')}
      if exists (select from audit_log) then
        alter table audit_log disable trigger audit_log_is_not_emptied;
        truncate audit_log;
        alter table audit_log enable trigger audit_log_is_not_emptied;
      end if;
    end $$`);
}

/** Orders tables so that each comes before those that it references. */
function childrenFirst(
  tables: string[],
  references: { child: string; parent: string }[],
): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !references.some(({ child, parent }) => parent === table && left.has(child)),
    );
    if (free.length === 0) throw new Error(`Tables reference each other: ${[...left].join(', ')}`);
    for (const table of free) left.delete(table);
    order.push(...free);
  }
  return order;
}

/** A server in a temporary folder, without fsync: no test outlives a power cut. */
async function startThrowawayServer() {
  const dataDir = await scratchFolder();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    serverSettings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      // The folder may be in memory.
      max_wal_size: '256MB',
    },
  });
  await withClient(server.url, quickenSignIn);
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes its role's password cheap to prove: each test opens connections, and 4,096 iterations take 3 ms. */
async function quickenSignIn(client: pg.Client): Promise<void> {
  await client.query('set scram_iterations = 1');
  const secret = client.escapeLiteral(client.password ?? '');
  await client.query(`alter role current_user password ${secret}`);
}

/** Bundles every `*-program.ts` of the app, in a folder of this run from which packages are found. */
async function bundlePrograms(): Promise<{ folder: string; bySource: Record<string, string> }> {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const folder = fileURLToPath(
    new URL(`../../.cache/test-programs/${process.pid}`, import.meta.url),
  );
  const names = await readdir(source, { recursive: true });
  const programs = names.filter((name) => name.endsWith('-program.ts'));
  await build({
    entryPoints: programs.map((name) => join(source, name)),
    outbase: source,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const bundleOf = (name: string) => join(folder, name.replace(/\.ts$/, '.mjs'));
  const bySource = programs.map((name) => [join(source, name), bundleOf(name)] as const);
  return { folder, bySource: Object.fromEntries(bySource) };
}

/** Drops the template and its copies, including those of interrupted test files. */
async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await dropDatabase(client, datname);
}

/**
 * Drops a database and ends its connections. `with (force)` would fail while autovacuum works on it, which
 * a plain drop interrupts.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await client.query(`drop database ${name}`);
}

/** The URL of another database of the same server. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection rejects the query. Its second report, an event without a listener, would end the run.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}
