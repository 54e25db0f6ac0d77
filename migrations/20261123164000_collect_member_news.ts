import type { Knex } from 'knex';

/**
 * Members' changes and uploads that the operator has not been mailed yet. `operator_notices` stays for the
 * previous release.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('member_news', (table) => {
    table.bigIncrements('id');
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.enu('kind', ['change', 'upload']).notNullable();
    table.text('what').notNullable();
    // Unlike jsonb, json keeps any text that a member may send, such as NUL.
    table.json('lines').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['user_id', 'created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('member_news');
}
