import type { Knex } from 'knex';

/** Trials: a purchase that ends after its first month, and the reminders of its end. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('purchases', (table) =>
    table.boolean('is_trial').notNullable().defaultTo(false),
  );
  await knex.schema.alterTable('subscriptions', (table) => {
    table.boolean('is_trial').notNullable().defaultTo(false);
    table.timestamp('trial_reminded_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('subscriptions', (table) =>
    table.dropColumns('is_trial', 'trial_reminded_at'),
  );
  await knex.schema.alterTable('purchases', (table) => table.dropColumn('is_trial'));
}
