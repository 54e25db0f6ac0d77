import type { Knex } from 'knex';

/** Files that belong to a member: logos, jingles, radio IDs, commercials. The bytes lie in storage. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('assets', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    table.text('file_name').notNullable();
    table.text('storage_key').notNullable().unique();
    table.text('content_type').notNullable();
    table.bigInteger('size_bytes').notNullable();
    table.double('duration_seconds');
    table.integer('bitrate_kbps');
    table.integer('channels');
    table.specificType('peaks', 'real[]');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.check("kind in ('logo', 'jingle', 'radio_id', 'commercial')", {}, 'assets_kind');
    table.check('size_bytes > 0', {}, 'assets_size_bytes');
    table.index(['user_id', 'kind', 'file_name']);
  });
  await knex.raw(
    "create unique index assets_one_logo_per_user on assets (user_id) where kind = 'logo'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('assets');
}
