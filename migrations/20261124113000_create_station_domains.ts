import type { Knex } from 'knex';

/** A member's own domain for their station, and how far its connection is. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('station_domains', (table) => {
    table.uuid('station_id').primary().references('radio_stations.id').onDelete('CASCADE');
    // In ASCII (punycode), lower case, without a trailing dot.
    table.text('domain').notNullable();
    // The value of the TXT record that proves the ownership.
    table.text('token').notNullable();
    table.text('state').notNullable().defaultTo('pending');
    // Of the last check; null: all was well.
    table.text('problem');
    table.boolean('points_here').notNullable().defaultTo(false);
    table.timestamp('proven_at');
    // Failed checks in a row, and since when the domain counts as failing. In ms, as admins page by it.
    table.integer('failures').notNullable().defaultTo(0);
    table.timestamp('failing_since', { precision: 3 });
    table.timestamp('checked_at');
    table.timestamp('check_due_at').notNullable().defaultTo(knex.fn.now()).index();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.check(
      "state in ('pending', 'connecting', 'active', 'failing', 'lost')",
      {},
      'station_domains_state',
    );
    table.check('domain = lower(domain)', {}, 'station_domains_lower_case');
  });
  // Anybody may ask for a domain; only one station can have it.
  await knex.raw(`
    create unique index station_domains_served on station_domains (domain)
    where state in ('connecting', 'active', 'failing')
  `);
  // The domain while it works. Links use it, and every reader has the station's row at hand.
  await knex.raw('alter table radio_stations add column own_domain text');

  // Replicas keep the served domains in memory.
  await knex.raw(`
    create function notify_domains_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('domains_changed', '');
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger station_domains_changed
    after insert or delete or update of domain, state on station_domains
    for each statement execute function notify_domains_changed()
  `);
  await knex.raw(`
    create trigger radio_stations_slug_of_domain after update of station_slug on radio_stations
    for each row when (old.station_slug <> new.station_slug)
    execute function notify_domains_changed()
  `);
  // Not every package has a domain.
  await knex.raw(`
    create function check_domain_of_package() returns trigger language plpgsql as $$
    begin
      update station_domains set check_due_at = now() where station_id = new.id;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_package_of_domain after update of package_name on radio_stations
    for each row when (old.package_name is distinct from new.package_name)
    execute function check_domain_of_package()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger radio_stations_package_of_domain on radio_stations');
  await knex.raw('drop function check_domain_of_package');
  await knex.raw('drop trigger radio_stations_slug_of_domain on radio_stations');
  await knex.schema.alterTable('radio_stations', (table) => table.dropColumns('own_domain'));
  await knex.schema.dropTable('station_domains');
  await knex.raw('drop function notify_domains_changed');
}
