import type { Knex } from 'knex';

/** The hours of a computed day are compressed apart, so that a process that starts reads only those around now. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('computed_days', (table) => {
    // Where each hour begins in the content, in bytes, and where the last one ends. Null: of an earlier release.
    table.specificType('offsets', 'int[]');
    // All but the airings, as JSON.
    table.text('about');
  });
  // The hours are compressed already, and a part of a value that is stored as it is can be read alone.
  await knex.raw('alter table computed_days alter column content set storage external');
}

export async function down(knex: Knex): Promise<void> {
  await knex('computed_days').delete();
  await knex.raw('alter table computed_days alter column content set storage extended');
  await knex.schema.alterTable('computed_days', (table) => {
    table.dropColumns('offsets', 'about');
  });
}
