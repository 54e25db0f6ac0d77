import type { Knex } from 'knex';

/**
 * The shape of a logo: its aspect, the luminance of its opaque pixels, and whether it has transparent ones. It is measured
 * once, at the upload; a job measures older logos. The station has a copy, which its pages read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => {
    table.jsonb('logo_shape');
  });
  await knex.schema.alterTable('radio_stations', (table) => {
    table.jsonb('logo_shape');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => {
    table.dropColumn('logo_shape');
  });
  await knex.schema.alterTable('radio_stations', (table) => {
    table.dropColumn('logo_shape');
  });
}
