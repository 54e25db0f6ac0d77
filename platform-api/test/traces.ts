import type { Knex } from 'knex';
import type { Storage } from '../src/assets/storage/storage.ts';

interface Table {
  schema: string;
  name: string;
}

/** All tables, ours and those of the queue. */
async function allTables(db: Knex): Promise<Table[]> {
  const { rows } = await db.raw<{ rows: Table[] }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by table_schema, table_name`,
  );
  return rows;
}

/** The tables that contain any of these texts in any column. */
export async function tracesOf(db: Knex, names: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { schema, name } of await allTables(db)) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `select from ??.?? row where exists (
         select from unnest(?::text[]) name where position(name in row::text) > 0
       ) limit 1`,
      [schema, name, names],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The tables whose rows belong to a member or a station, by their columns. */
export async function tablesOfMembers(db: Knex): Promise<string[]> {
  return db('information_schema.columns')
    .join('information_schema.tables', (is) => is.using(['table_schema', 'table_name']))
    .where({ table_type: 'BASE TABLE', table_schema: 'public' })
    .whereIn('column_name', ['user_id', 'station_id'])
    .whereNot({ table_name: 'departures' })
    .distinct()
    .orderBy('table_name')
    .pluck<string[]>('table_name');
}

/** The keys of all objects of a member. */
export async function objectsOf(storage: Storage, userId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`${userId}/`)) keys.push(key);
  return keys;
}
