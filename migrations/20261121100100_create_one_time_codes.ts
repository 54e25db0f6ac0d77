import type { Knex } from 'knex';

/**
 * Codes and links that were sent. Both are made from the row's id and a secret that the database does
 * not hold, so that a mail can be written again after a crash; here lie only their hashes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('one_time_codes', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('type').notNullable();
    // The e-mail address or phone number that it was sent to.
    table.text('target').notNullable();
    table.binary('code_hash').notNullable();
    table.binary('link_hash').notNullable().unique();
    table.integer('tries').notNullable().defaultTo(0);
    table.timestamp('code_expires_at').notNullable();
    table.timestamp('link_expires_at').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.check(
      "type in ('otp', 'signup', 'email_change', 'phone_change', 'recovery')",
      {},
      'one_time_codes_type',
    );
    table.check('length(code_hash) = 32 and length(link_hash) = 32', {}, 'one_time_codes_hashes');
    // A newer one takes the place of the one before it.
    table.unique(['user_id', 'type']);
    table.index(['type', 'target']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('one_time_codes');
}
