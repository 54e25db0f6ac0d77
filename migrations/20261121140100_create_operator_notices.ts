import type { Knex } from 'knex';

/** What the operator was told of a member and when, so that the same news is not told again at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('operator_notices', (table) => {
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    table.text('object').notNullable();
    table.timestamp('told_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['user_id', 'kind', 'object']);
    table.index(['told_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('operator_notices');
}
