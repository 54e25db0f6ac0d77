import type { Knex } from 'knex';

/** Second factors: an authenticator app, and recovery codes for when it is lost. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('authenticators', (table) => {
    table.uuid('user_id').primary().references('users.id').onDelete('CASCADE');
    // Encrypted with a key that is not in the database.
    table.binary('secret').notNullable();
    // Null: not confirmed by a first code, so it protects nothing yet.
    table.timestamp('confirmed_at');
    // The time step of the last code, which is never accepted again.
    table.bigInteger('last_step').notNullable().defaultTo(0);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('recovery_codes', (table) => {
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    // SHA-256 of a code with 80 random bits.
    table.binary('code_hash').notNullable();
    table.primary(['user_id', 'code_hash']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('recovery_codes');
  await knex.schema.dropTable('authenticators');
}
