import type { Knex } from 'knex';

/** When a keyed request first wrote something, in the same transaction. Null: a repeat may run it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('idempotency_keys', (table) => {
    table.timestamp('acted_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('idempotency_keys', (table) => {
    table.dropColumn('acted_at');
  });
}
