import type { Knex } from 'knex';

/** Keys of people's programs. The key itself is not kept, only its hash. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('api_keys', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.specificType('scopes', 'text[]').notNullable();
    table.text('prefix').notNullable();
    table.binary('key_hash').notNullable().unique();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
    table.check(
      "cardinality(scopes) > 0 and scopes <@ array['read', 'write']",
      {},
      'api_keys_scopes',
    );
    table.check('length(key_hash) = 32', {}, 'api_keys_key_hash');
    table.index(['user_id', 'created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('api_keys');
}
