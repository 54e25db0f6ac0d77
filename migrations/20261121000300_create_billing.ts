import type { Knex } from 'knex';

/**
 * What the payment provider last told us, so that the desk can count without asking it. The provider's
 * own ids are the keys; a member that is deleted leaves the invoices with the provider, not here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('subscriptions', (table) => {
    table.text('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('status').notNullable();
    table.integer('amount').notNullable();
    table.text('currency').notNullable();
    table.timestamp('next_payment_date');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check('amount >= 0', {}, 'subscriptions_amount');
    table.index(['user_id']);
  });
  await knex.raw(`
    create trigger subscriptions_updated_at before update on subscriptions
    for each row execute function set_updated_at()
  `);

  await knex.schema.createTable('invoices', (table) => {
    table.text('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('amount_paid').notNullable();
    table.text('currency').notNullable();
    // Unix seconds, as the specification has them (§3).
    table.bigInteger('period_start').notNullable();
    table.bigInteger('period_end').notNullable();
    table.text('status').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.check('amount_paid >= 0', {}, 'invoices_amount_paid');
    table.check('period_end >= period_start', {}, 'invoices_period');
    table.index(['user_id', 'created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('invoices');
  await knex.schema.dropTable('subscriptions');
}
