import type { Knex } from 'knex';

/** Days before the first recorded one that are filled in. */
const DAYS = 30;

/** The accounts that own the stations of the package, which are no customers. */
const OWN = ['demo@stationhouse.example', 'tones@stationhouse.example'];

/** The figures of the admin dashboard by day, in UTC, so that their trend can be shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('daily_figures', (table) => {
    table.date('day').primary();
    table.integer('total_customers').notNullable();
    table.bigInteger('total_revenue').notNullable();
    table.integer('active_stations').notNullable();
    table.integer('pending_setups').notNullable();
  });
  // Earlier days from the dates of today's rows: customers who left and stations that went off air are missing.
  await knex.raw(
    `
    with own as (select id from users where email = any(:own))
    insert into daily_figures (day, total_customers, total_revenue, active_stations, pending_setups)
    select day::date,
      (select count(*) from customers
        where role <> 'admin' and created_at < day + interval '1 day'
          and user_id not in (select id from own)),
      (select coalesce(sum(total_amount), 0) from customers
        where purchased_at < day + interval '1 day' and user_id not in (select id from own))
        + (select coalesce(sum(amount), 0) from past_revenue where kind = 'order' and month <= day),
      (select count(*) from radio_stations
        where status = 'active' and user_id not in (select id from own)
          and coalesce(setup_completed_at, purchased_at, created_at) < day + interval '1 day'),
      (select count(*) from radio_stations
        where status in ('setup_pending', 'active') and user_id not in (select id from own)
          and purchased_at < day + interval '1 day'
          and (setup_completed_at is null or setup_completed_at >= day + interval '1 day')
          and (status = 'setup_pending' or setup_completed_at is not null))
    from generate_series(
      date_trunc('day', now(), 'UTC') - make_interval(days => :days),
      date_trunc('day', now(), 'UTC') - interval '1 day',
      interval '1 day') as day
    `,
    { own: OWN, days: DAYS },
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('daily_figures');
}
