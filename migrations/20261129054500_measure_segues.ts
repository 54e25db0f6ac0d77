import type { Knex } from 'knex';

/**
 * The segue of a song, at its end, and its intro, in units of 192 ms. They are measured as it is prepared; a job
 * measures older sounds. An admin may move both, which belongs to the track.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('prepared_files', (table) => {
    table.integer('segue_units');
    table.integer('intro_units');
    // Only of sounds that were prepared before: when the job was queued, which is once, and when it succeeded.
    table.timestamp('segue_queued_at');
    table.timestamp('segue_measured_at');
  });
  await knex.schema.alterTable('library_tracks', (table) => {
    // Null: as measured.
    table.integer('segue_units');
    table.integer('intro_units');
    table.timestamp('segue_moved_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('library_tracks', (table) =>
    table.dropColumns('segue_units', 'intro_units', 'segue_moved_at'),
  );
  await knex.schema.alterTable('prepared_files', (table) =>
    table.dropColumns('segue_units', 'intro_units', 'segue_queued_at', 'segue_measured_at'),
  );
}
