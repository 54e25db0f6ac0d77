import type { Knex } from 'knex';

/** Scripts of the setup form as speech: the newest take of each, and the one that an admin accepted. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('spoken_ids', (table) => {
    // Made of the member and the script: another script is another row.
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('script').notNullable();
    // Its spelling for speech.
    table.text('spoken_text').notNullable();
    table.uuid('take_id').notNullable();
    // Null: a recording.
    table.text('voice_id');
    // Null: it is still being spoken, or there is a problem.
    table.uuid('prepared_file_id').references('prepared_files.id').onDelete('SET NULL').index();
    // A code of the contract: why it could not be spoken.
    table.text('problem');
    table.timestamp('taken_at').notNullable().defaultTo(knex.fn.now());
    // Null: none is accepted, or its file was removed.
    table.uuid('asset_id').references('assets.id').onDelete('SET NULL').index();
    table.uuid('accepted_take_id');
    table.text('accepted_text');
    table.text('accepted_voice_id');
    table.timestamp('accepted_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('spoken_ids');
}
