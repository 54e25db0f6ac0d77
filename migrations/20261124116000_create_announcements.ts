import type { Knex } from 'knex';

/** Members' own announcements, when they are due, and API keys that can do nothing else. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('announcements', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table
      .uuid('station_id')
      .notNullable()
      .references('radio_stations.id')
      .onDelete('CASCADE')
      .index();
    table.text('title').notNullable();
    // Null: it has only been recorded or uploaded.
    table.text('text');
    // Null: the newest take is a recording, or none has been made.
    table.text('voice_id');
    // Another one each time that it is spoken or recorded; null: there is no sound yet.
    table.uuid('take_id');
    table.uuid('prepared_file_id').references('prepared_files.id').onDelete('SET NULL').index();
    // A code of the contract: why it could not be spoken.
    table.text('problem');
    // When it airs; null: that is not decided.
    table.jsonb('plan');
    table.timestamp('planned_at', { precision: 3 });
    // Its airings are made up to this moment; null: none is.
    table.timestamp('planned_until', { precision: 3 });
    table.timestamp('paused_at', { precision: 3 });
    // Why the program stopped it.
    table.text('stopped');
    // It has aired for the last time, or never will.
    table.timestamp('over_at', { precision: 3 });
    table.timestamp('removed_at', { precision: 3 });
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    table.check("stopped in ('package')", {}, 'announcements_stopped');
  });
  await knex.schema.createTable('announcement_airings', (table) => {
    table.uuid('id').primary();
    table
      .uuid('announcement_id')
      .notNullable()
      .references('announcements.id')
      .onDelete('CASCADE')
      .index();
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.timestamp('due_at', { precision: 3 }).notNullable();
    // Null: it was missed before it could be put in.
    table.uuid('insertion_id').unique().references('schedule_insertions.id').onDelete('CASCADE');
    table.timestamp('withdrawn_at', { precision: 3 });
    table.timestamp('aired_at', { precision: 3 });
    // A code: why it did not air.
    table.text('missed');
    table.index(['station_id', 'due_at']);
    table.check(
      "missed in ('late', 'hour_full', 'not_heard', 'dropped')",
      {},
      'announcement_airings_missed',
    );
  });
  // However many processes plan at once, a moment airs once.
  await knex.raw(`
    create unique index announcement_airings_once on announcement_airings (announcement_id, due_at)
    where withdrawn_at is null
  `);
  await knex.schema.alterTable('schedule_insertions', (table) => {
    // Put in by the plan of a member, not by the hand of an admin.
    table.boolean('is_announcement').notNullable().defaultTo(false);
  });
  await scopes(knex, ['read', 'write', 'admin', 'announcements:write']);
}

export async function down(knex: Knex): Promise<void> {
  await knex('api_keys').whereRaw(`'announcements:write' = any(scopes)`).delete();
  await scopes(knex, ['read', 'write', 'admin']);
  await knex.schema.alterTable('schedule_insertions', (table) => {
    table.dropColumn('is_announcement');
  });
  await knex.schema.dropTable('announcement_airings');
  await knex.schema.dropTable('announcements');
}

/** Sets which scopes a key can have. */
async function scopes(knex: Knex, allowed: readonly string[]): Promise<void> {
  const list = allowed.map((scope) => `'${scope}'`).join(', ');
  await knex.raw('alter table api_keys drop constraint api_keys_scopes');
  await knex.raw(
    `alter table api_keys add constraint api_keys_scopes
     check (cardinality(scopes) > 0 and scopes <@ array[${list}]) not valid`,
  );
}
