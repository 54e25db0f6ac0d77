import type { Knex } from 'knex';

/**
 * Those who have left, or are leaving. Somebody on the way out can't be reached any more: their addresses are
 * free again. What is left when all is done, an id and times, says that an account was deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column departed_at timestamptz,
      drop constraint users_reachable,
      add constraint users_reachable
        check (email is not null or phone is not null or departed_at is not null)
  `);

  await knex.schema.createTable('departures', (table) => {
    // Refers to no row: it outlives the user's.
    table.uuid('user_id').primary();
    // The member, or the admin who did it for them.
    table.uuid('requested_by').notNullable();
    table.timestamp('requested_at').notNullable().defaultTo(knex.fn.now());
    // What is needed until it is done: where the last mail goes, and who they are to the payment provider.
    table.text('email');
    table.text('customer_id');
    table.timestamp('done_at');
    table.check(
      'done_at is null or (email is null and customer_id is null)',
      {},
      'departures_done_is_nameless',
    );
  });
  await knex.raw('create index departures_open on departures (requested_at) where done_at is null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('departures');
  // Nobody who is on the way out can be reached, which must hold again.
  await knex('users').whereNotNull('departed_at').delete();
  await knex.raw(`
    alter table users drop constraint users_reachable,
      drop column departed_at,
      add constraint users_reachable check (email is not null or phone is not null)
  `);
}
