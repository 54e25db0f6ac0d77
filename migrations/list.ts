import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';

/** One change of the database. Never edited once it has landed. */
export interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** `20261121000000_create_users.ts` from source, `….js` once built; declarations are neither. */
const MIGRATION_FILE = /^(\d{14}_[a-z_]+)\.(?:ts|js)$/;

/**
 * Reads this folder, so that adding a migration is adding a file. Names come without their ending:
 * the database then knows the same ones from source and from the build.
 */
export const migrationSource: Knex.MigrationSource<string> = {
  async getMigrations() {
    const files = await readdir(new URL('.', import.meta.url));
    return files.filter((file) => MIGRATION_FILE.test(file)).toSorted();
  },
  getMigrationName(file) {
    return MIGRATION_FILE.exec(file)?.[1] ?? file;
  },
  async getMigration(file): Promise<Migration> {
    // The pattern above admits only this folder's migrations, which all export up and down.
    return (await import(new URL(file, import.meta.url).href)) as Migration;
  },
};
