import type { Knex } from 'knex';

/** What the operator has switched on: stand-by, maintenance, and notice of planned work. A row is a mode that is on. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('operating_modes', (table) => {
    table.text('mode').primary();
    table.check("mode in ('standby', 'maintenance', 'planned_work')", {}, 'operating_modes_known');
    table.timestamp('starts_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('ends_at');
    table.text('message');
    table.check('ends_at is null or ends_at > starts_at', {}, 'operating_modes_end_later');
    table.check(
      "(mode = 'planned_work') = (message is not null and ends_at is not null)",
      {},
      'operating_modes_message',
    );
  });
  await knex.raw(`
    create function notify_operating_modes() returns trigger language plpgsql as $$ begin
      perform pg_notify('operating_modes_changed', '');
      return null;
    end $$`);
  await knex.raw(`
    create trigger operating_modes_notify after insert or update or delete on operating_modes
    for each statement execute function notify_operating_modes()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('operating_modes');
  await knex.raw('drop function notify_operating_modes');
}
