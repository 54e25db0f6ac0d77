import type { Knex } from 'knex';

/** The stations. A change of a row is told to every replica on the channel `station_changed`. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('radio_stations', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('status').notNullable().defaultTo('payment_pending');
    table.text('station_name');
    table.text('station_slug').notNullable().unique();
    table.text('station_url');
    table.text('station_logo_url');
    table.text('stream_url');
    table.text('radio_player_embed');
    table.text('setup_notes');
    table.text('current_track_data');
    table.text('previous_track_data');
    table.text('next_track_data');
    table.text('package_name');
    table.integer('package_price');
    table.integer('vat_amount');
    table.integer('total_amount');
    table.text('currency').notNullable().defaultTo('eur');
    table.timestamp('purchased_at');
    table.timestamp('setup_completed_at');
    table.specificType('admin_uploaded_ids', 'text[]').notNullable().defaultTo('{}');
    table.specificType('admin_uploaded_commercials', 'text[]').notNullable().defaultTo('{}');
    table.integer('slug_changes').notNullable().defaultTo(0);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check(
      "status in ('payment_pending', 'setup_pending', 'active', 'inactive', 'suspended')",
      {},
      'radio_stations_status',
    );
    // One label of a host name in lower case, as the contract's slug rules have it. knex takes a bare
    // question mark for a value to come.
    table.check(
      "station_slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])\\\\?$'",
      {},
      'radio_stations_station_slug',
    );
    table.check(
      "package_name in ('Starter', 'Professional', 'Enterprise')",
      {},
      'radio_stations_package_name',
    );
    table.check(
      'package_price >= 0 and vat_amount >= 0 and total_amount >= package_price + vat_amount',
      {},
      'radio_stations_amounts',
    );
    table.check('slug_changes >= 0', {}, 'radio_stations_slug_changes');
    table.index(['status', 'created_at']);
  });

  // A member has at most one station, beside which one purchase may be under way.
  await knex.raw(`
    create unique index radio_stations_one_per_user on radio_stations (user_id)
    where status <> 'payment_pending'
  `);
  await knex.raw(`
    create unique index radio_stations_one_pending_per_user on radio_stations (user_id)
    where status = 'payment_pending'
  `);
  await knex.raw(`
    create trigger radio_stations_updated_at before update on radio_stations
    for each row execute function set_updated_at()
  `);

  // Told by the database itself, so that no way of changing a row can forget it. The old slug goes
  // first: pages that are open under it must hear that it is gone.
  await knex.raw(`
    create function notify_station_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('station_changed', old.station_slug);
      end if;
      if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.station_slug <> old.station_slug) then
        perform pg_notify('station_changed', new.station_slug);
      end if;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_changed after insert or update or delete on radio_stations
    for each row execute function notify_station_changed()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('radio_stations');
  await knex.raw('drop function notify_station_changed');
}
