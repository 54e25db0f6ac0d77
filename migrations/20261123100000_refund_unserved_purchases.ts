import type { Knex } from 'knex';

/** The purchase that was open when its member's account was deleted: if it was paid meanwhile, it is refunded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table departures add column open_purchase_id uuid');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table departures drop column open_purchase_id');
}
