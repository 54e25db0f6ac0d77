import type { Knex } from 'knex';

/** When the member of a silent station was mailed about the silence and about its end. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('station_troubles', (table) => {
    table.timestamp('member_told_at');
    table.timestamp('member_told_well_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('station_troubles', (table) =>
    table.dropColumns('member_told_at', 'member_told_well_at'),
  );
}
