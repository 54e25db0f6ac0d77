import type { Knex } from 'knex';

/**
 * Keeps earlier codes valid beside the newest one, and counts tries per client address. Otherwise a stranger who requests or
 * guesses codes would void the owner's. `tries_by` maps a hash of each address to its number of tries.
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
