import type { Knex } from 'knex';

/**
 * Codes that a newer one has replaced still work, and tries are counted for each address: a stranger who asks for codes or
 * guesses must not void the owner's. `tries_by` has a number of tries under a hash of each address.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table one_time_codes add column tries_by jsonb not null default '{}'`);
  await knex.raw(`
    alter table earlier_links
      add column code_hash bytea,
      add column code_expires_at timestamptz,
      add column tries integer not null default 0,
      add column tries_by jsonb not null default '{}'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table earlier_links
      drop column code_hash, drop column code_expires_at, drop column tries, drop column tries_by
  `);
  await knex.raw('alter table one_time_codes drop column tries_by');
}
