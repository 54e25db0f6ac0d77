import type { Knex } from 'knex';

/**
 * Addresses that stations had before. They lead to the station until another one lives there; an order
 * that is not paid for is none yet, or whoever only ordered could cut a station's old address off.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('former_slugs', (table) => {
    table.text('station_slug').primary();
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['station_id']);
  });

  // Kept by the database itself, so that no way of changing a row can forget it. Whoever takes an
  // address waits at the unique index for whoever leaves it, and so sees the row to delete.
  await knex.raw(`
    create function keep_former_slugs() returns trigger language plpgsql as $$
    begin
      if new.status = 'payment_pending' then
        return null;
      end if;
      if tg_op = 'UPDATE' then
        if new.station_slug <> old.station_slug and old.status <> 'payment_pending' then
          insert into former_slugs (station_slug, station_id) values (old.station_slug, new.id);
        end if;
      end if;
      delete from former_slugs where station_slug = new.station_slug;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_former_slugs
    after insert or update of station_slug, status on radio_stations
    for each row execute function keep_former_slugs()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger radio_stations_former_slugs on radio_stations');
  await knex.raw('drop function keep_former_slugs');
  await knex.schema.dropTable('former_slugs');
}
