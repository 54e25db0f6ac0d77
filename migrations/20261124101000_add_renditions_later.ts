import type { Knex } from 'knex';

/** Sounds that were prepared without ffmpeg get the renditions that they lack. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('prepared_files', (table) => {
    // Null: none was added.
    table.timestamp('renditions_added_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('prepared_files', (table) =>
    table.dropColumns('renditions_added_at'),
  );
}
