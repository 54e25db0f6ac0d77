import type { Knex } from 'knex';

/** Answers kept for a day, so that a request that is repeated after a lost answer acts once. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('idempotency_keys', (table) => {
    // Who asked: a user's id, or a visitor's address. Keys of one are nothing to another.
    table.text('owner').notNullable();
    table.text('key').notNullable();
    table.primary(['owner', 'key']);
    // SHA-256 of call, address and body.
    table.text('fingerprint').notNullable();
    // Null while the first request is at work; its lease ends then.
    table.integer('status');
    // Not jsonb, which sorts keys: what is answered again has the same bytes.
    table.json('body');
    table.timestamp('leased_until').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('idempotency_keys');
}
