import type { Knex } from 'knex';

/** Admins who look at the portal as a customer sees it. A view ends with the admin's session. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('support_views', (table) => {
    table.uuid('id').primary();
    table.specificType('token_hash', 'bytea').notNullable().unique();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.uuid('session_id').notNullable().references('sessions.id').onDelete('CASCADE').index();
    table.timestamp('expires_at').notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('support_views');
}
