import { readdir, readFile } from 'node:fs/promises';
import { migrationSource } from '@stationhouse/migrations';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startApp } from '../../test/server.ts';
import { runCommand } from '../cli/run.ts';
import { migrateToLatest, planMigrations } from './migrate.ts';

const database = testDatabase();
const { knex } = database;

const LATER = '20991231000000_of_a_later_release';

/** Makes the database look as if a later release had migrated it. */
async function migrateLater(compatibleFrom?: string): Promise<void> {
  await knex('knex_migrations').insert({ name: LATER, batch: 99, migration_time: new Date() });
  onTestFinished(async () => void (await knex('knex_migrations').where({ name: LATER }).delete()));
  if (compatibleFrom !== undefined) {
    await knex('schema_compatibility').insert({ schema_compatible_from: compatibleFrom });
  }
}

/** Takes the newest migration back. @returns its name */
async function takeBackNewest(): Promise<string> {
  onTestFinished(() => migrateToLatest(database.url));
  const { name } = await knex('knex_migrations').orderBy('id', 'desc').first('name');
  await knex.migrate.down({ migrationSource });
  return name;
}

describe('a database that a later release has migrated', () => {
  it('is used, and the log mentions it once', async () => {
    await migrateLater();
    await migrateToLatest(database.url);
    const app = await startApp(database);
    for (let n = 0; n < 2; n += 1) expect((await app.get('/v1/ready')).status).toBe(200);
    expect(app.logged().split('a later release has migrated the database')).toHaveLength(2);
    const plan = await runCommand(['migrate', '--plan'], { DATABASE_URL: database.url });
    expect(plan.out).toBe(`${LATER}  applied by a later release\n`);
  });

  it('is refused once it is for later releases only, and replicas stop being ready', async () => {
    await migrateLater(LATER);
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      `The database needs a release that knows the migration ${LATER}.`,
    );
    const app = await startApp(database);
    expect((await app.get('/v1/ready')).status).toBe(503);
  });
});

it('a migration gives way while its table is in use, and is tried again', async () => {
  const newest = await takeBackNewest();
  const holder = await knex.transaction();
  await holder.raw('lock table knex_migrations in share mode');
  const onRetry = vi.fn<(error: unknown) => void>(() => void holder.rollback());
  await migrateToLatest(database.url, { onRetry });
  expect(onRetry).toHaveBeenCalledOnce();
  expect(await knex('knex_migrations').pluck('name')).toContain(newest);
}, 20_000);

it('the cli shows what it would apply, and applies it', async () => {
  const name = await takeBackNewest();
  const run = (...args: string[]) =>
    runCommand(['migrate', ...args], { DATABASE_URL: database.url });
  expect((await run('--plan')).out).toBe(`${name}  to be applied\n`);
  expect((await planMigrations(knex)).pending).toEqual([name]);
  expect((await run()).out).toBe(`${name}  applied\n`);
  expect((await run('--plan')).out).toBe('The database has every migration.\n');
});

/** Earlier migrations ran before the first release, on databases that nobody used. */
const FIRST_CHECKED = '20261123150000';

/** Statements that lock a table in use for long, or that the previous release cannot live with. */
const UNSAFE: [RegExp, string][] = [
  [/create\s+(unique\s+)?index\s+(?!concurrently)/i, 'create the index concurrently'],
  [/add\s+constraint(?![^;`']*not\s+valid)/i, 'add the constraint as not valid'],
  [/set\s+not\s+null|\.alter\(|dropNullable/i, 'it reads the whole table'],
  [/alter\s+column\s+\w+\s+(set\s+data\s+)?type/i, 'it rewrites the whole table'],
  [/gen_random_uuid|random\(\)|fn\.uuid/i, 'a volatile default rewrites the whole table'],
  [/drop\s+(table|column)|dropColumn|dropTable|rename/i, 'the previous release still uses it'],
];
/** Allowed for a table that the migration itself creates. */
const UNSAFE_FOR_OLD_TABLES = /alterTable[^]*?\.(index|unique|foreign|check|primary|references)\(/;

/** The faults of a migration's way up. */
function faultsOf(source: string): string[] {
  const up = /function up[^]*?(?=export async function down|$)/.exec(source)?.[0] ?? '';
  const ofNewTable = [...up.matchAll(/createTable\(\s*'(\w+)'/g)].map(([, table]) => table);
  const code = up
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
    .replaceAll(/create (?:unique )?index [\w${}]+ on (\w+)/g, (index, table: string) =>
      ofNewTable.includes(table) ? '' : index,
    );
  const faults = UNSAFE.flatMap(([pattern, fault]) => (pattern.test(code) ? [fault] : []));
  return UNSAFE_FOR_OLD_TABLES.test(code) ? [...faults, 'create the index concurrently'] : faults;
}

describe('a migration', () => {
  it('locks no table for long and takes nothing from the previous release', async () => {
    const folder = new URL('../../../migrations/', import.meta.url);
    const files = (await readdir(folder)).filter((name) => /^\d{14}_.*\.ts$/.test(name));
    const checked = files.filter((name) => name >= FIRST_CHECKED);
    expect(checked.length).toBeGreaterThan(0);
    for (const name of checked) {
      expect([name, faultsOf(await readFile(new URL(name, folder), 'utf8'))]).toEqual([name, []]);
    }
  });

  it.each([
    'create index on users (email)',
    'alter table users add constraint a check (true)',
    'alter table users alter column email set not null',
    'alter table users alter column email type varchar(9)',
    'alter table users add column key uuid default gen_random_uuid()',
    "table.dropColumn('email')",
    "knex.schema.alterTable('users', (table) => { table.text('a'); table.index('a'); })",
  ])('is refused with: %s', (statement) => {
    const source = `export async function up(knex) { await knex.raw("${statement}"); }\nexport async function down(knex) {}`;
    expect(faultsOf(source)).toHaveLength(1);
  });

  it('may create a table with an index, and add a column', () => {
    const source = `export async function up(knex) {
      // Here create index is only a comment.
      await knex.schema.createTable('a', (table) => { table.text('b').index(); });
      await knex.raw('create index a_b on a (b)');
      await knex.schema.alterTable('users', (table) => { table.text('c'); });
      await knex.raw('create index concurrently on users (c)');
    }
    export async function down(knex) { await knex.schema.dropTable('a'); }`;
    expect(faultsOf(source)).toEqual([]);
  });
});
