import type { Knex } from 'knex';

/**
 * Purchases and what the payment provider tells of them. Whatever is asked of the provider is asked
 * between transactions, never within one: a purchase's row is there before its checkout is.
 */
export async function up(knex: Knex): Promise<void> {
  // A member as the provider knows them. The tickets put what was asked at different times in order: an
  // answer that was asked for earlier than the one applied last is thrown away.
  await knex.schema.createTable('billing_accounts', (table) => {
    table.uuid('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('customer_id').unique();
    table.bigInteger('last_ticket').notNullable().defaultTo(0);
    table.bigInteger('applied_ticket').notNullable().defaultTo(0);
    table.timestamp('synced_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  await knex.schema.createTable('purchases', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.uuid('station_id').references('radio_stations.id').onDelete('SET NULL');
    // open: to be paid; paid: done; expired: its checkout was closed and nothing took its place.
    table.text('status').notNullable().defaultTo('open');
    table.text('package_name').notNullable();
    // What was told of the company, the VAT number among it, and whether that was well-formed: the
    // evidence for a purchase without VAT.
    table.jsonb('company_details').notNullable();
    table.boolean('vat_number_valid');
    table.integer('setup_fee').notNullable();
    table.integer('first_month').notNullable();
    table.integer('vat_rate').notNullable();
    table.integer('vat_amount').notNullable();
    table.integer('total_amount').notNullable();
    table.text('currency').notNullable().defaultTo('eur');
    // Another order in the same purchase is another attempt; each has one checkout session at most.
    table.integer('attempt').notNullable().defaultTo(1);
    table.timestamp('ordered_at').notNullable().defaultTo(knex.fn.now());
    table.text('checkout_session_id').unique();
    table.text('checkout_url');
    table.text('subscription_id').unique();
    table.timestamp('paid_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check("status in ('open', 'paid', 'expired')", {}, 'purchases_status');
    table.check(
      'setup_fee >= 0 and first_month >= 0 and vat_amount >= 0 and total_amount = setup_fee + first_month + vat_amount',
      {},
      'purchases_amounts',
    );
    table.check("(status = 'paid') = (paid_at is not null)", {}, 'purchases_paid_at');
    table.index(['user_id', 'created_at']);
    table.index(['status', 'created_at']);
  });
  await knex.raw(`
    create unique index purchases_one_open_per_user on purchases (user_id) where status = 'open'
  `);
  await knex.raw(`
    create trigger purchases_updated_at before update on purchases
    for each row execute function set_updated_at()
  `);

  // The inbox of webhooks: an event is kept once, by its own id. What it is about is asked for.
  await knex.schema.createTable('stripe_events', (table) => {
    table.text('id').primary();
    table.text('type').notNullable();
    table.text('object_id');
    table.text('customer_id');
    table.timestamp('happened_at').notNullable();
    table.timestamp('received_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('processed_at');
    table.index(['customer_id', 'processed_at']);
    table.index(['received_at']);
  });

  await knex.schema.alterTable('subscriptions', (table) => {
    table.text('package_name');
    table.timestamp('cancel_at');
    table.timestamp('ended_at');
    // Since when nobody pays for it: a payment failed, or it has ended. Null: all is well.
    table.timestamp('unpaid_since');
  });
  await knex.schema.alterTable('invoices', (table) => {
    table.text('subscription_id');
    table.integer('amount_refunded').notNullable().defaultTo(0);
    table.timestamp('disputed_at');
  });

  // What a station that went off air for non-payment comes back as.
  await knex.schema.alterTable('radio_stations', (table) => {
    table.text('status_before_suspension');
    table.check(
      "status_before_suspension in ('setup_pending', 'active')",
      {},
      'radio_stations_status_before_suspension',
    );
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    table.dropColumn('status_before_suspension');
  });
  await knex.schema.alterTable('invoices', (table) => {
    table.dropColumns('subscription_id', 'amount_refunded', 'disputed_at');
  });
  await knex.schema.alterTable('subscriptions', (table) => {
    table.dropColumns('package_name', 'cancel_at', 'ended_at', 'unpaid_since');
  });
  await knex.schema.dropTable('stripe_events');
  await knex.schema.dropTable('purchases');
  await knex.schema.dropTable('billing_accounts');
}
