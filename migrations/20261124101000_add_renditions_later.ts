import type { Knex } from 'knex';

/** Sounds that were prepared without ffmpeg get the renditions that they lack. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('prepared_files', (table) => {
    // Null: none was added.
    table.timestamp('renditions_added_at');
  });
  await knex.raw(`
    create index prepared_files_renditions_added_at on prepared_files (renditions_added_at)
    where renditions_added_at is not null
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('prepared_files', (table) =>
    table.dropColumns('renditions_added_at'),
  );
}
