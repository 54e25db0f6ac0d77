import type { Knex } from 'knex';

/** The setup form’s wishes for the music. Null: none were submitted. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('profiles', (table) => {
    table.jsonb('music_wishes');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('profiles', (table) => {
    table.dropColumn('music_wishes');
  });
}
