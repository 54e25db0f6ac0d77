import type { Knex } from 'knex';
import type { z } from 'zod';
import type { getStats } from '../../contract/admin/calls.ts';
import { TREND_DAYS } from '../../contract/admin/values.ts';
import { CURRENCY } from '../../contract/billing/prices.ts';
import { job } from '../jobs/job.ts';
import { OWN_STATION_EMAILS } from '../stations/station.ts';

type Stats = z.input<typeof getStats.response>;
type Figures = Omit<Stats, 'currency' | 'trend'>;

/** The figures of a day stay as they were at its last record. */

/** The revenue of deleted customers. */
const pastRevenue = (kind: 'order' | 'payment'): string =>
  `(select coalesce(sum(amount), 0) from past_revenue where kind = '${kind}')`;

/** Stations on air with a starter programme count as live, and as still to be built. */
const STARTERS = `(select count(*) from radio_stations
  where starter_since is not null and status = 'active')`;

/** Groups in the order of the index take two thirds of the time of sums over all rows with filters. */
const countsOf = (customers: string): string => `
  select coalesce(sum(count) filter (where role = 'user'), 0)::bigint as customers,
    coalesce(sum(revenue), 0)::bigint as revenue,
    coalesce(sum(collected), 0)::bigint as collected,
    coalesce(sum(count) filter (where status = 'active'), 0)::bigint as active,
    coalesce(sum(count) filter (where status = 'setup_pending'), 0)::bigint as pending
  from (
    select role, status, count(*) as count, sum(total_amount) as revenue, sum(collected_amount) as collected
    from ${customers} group by role, status
  ) groups
`;

/**
 * The four figures of the admin dashboard (specification §3), and the revenue collected. Admins and support are no
 * customers, but their stations and amounts count. Sums of bigints are plain numbers (db/connection).
 *
 * The stations of this package are subtracted, so that all customers are counted from an index alone.
 */
const FIGURES = `
  select every_one.customers - own.customers as total_customers,
    every_one.revenue - own.revenue + ${pastRevenue('order')} as total_revenue,
    (every_one.collected - own.collected + ${pastRevenue('payment')})::bigint as collected_revenue,
    every_one.active - own.active as active_stations,
    every_one.pending - own.pending + ${STARTERS} as pending_setups
  from (${countsOf('customers')}) every_one
  cross join (${countsOf('customers where user_id in (select id from users where email = any(?))')}) own
`;

async function readFigures(db: Knex): Promise<Figures> {
  const { rows } = await db.raw<{ rows: [Figures] }>(FIGURES, [[...OWN_STATION_EMAILS]]);
  return rows[0];
}

/** The figures of today and, by day, of the days before. */
export async function readStats(db: Knex): Promise<Stats> {
  const figures = await readFigures(db);
  return { ...figures, currency: CURRENCY, trend: await readTrend(db, figures) };
}

/** The last recorded figures at each day before today, which a stopped installation may have missed, and today's. */
async function readTrend(db: Knex, today: Figures): Promise<Stats['trend']> {
  const { total_customers, total_revenue, active_stations, pending_setups } = today;
  const { rows } = await db.raw<{ rows: Stats['trend'] }>(
    `select to_char(today.day - back, 'YYYY-MM-DD') as day, total_customers, total_revenue,
       active_stations, pending_setups
     from (select (now() at time zone 'UTC')::date as day) today
     cross join generate_series(?::int, 1, -1) back
     cross join lateral (
       select * from daily_figures where day <= today.day - back order by day desc limit 1
     ) last_record
     order by back desc`,
    [TREND_DAYS - 1],
  );
  const day = new Date().toISOString().slice(0, 10);
  return [...rows, { day, total_customers, total_revenue, active_stations, pending_setups }];
}

/** Records the figures of today, in place of an earlier record. */
export async function recordFigures(db: Knex): Promise<void> {
  const { collected_revenue: _, ...figures } = await readFigures(db);
  const day = db.raw(`(now() at time zone 'UTC')::date`);
  await db('daily_figures')
    .insert({ day, ...figures })
    .onConflict('day')
    .merge();
}

/** Records the figures of the admin dashboard for their trend. */
export const RECORD_FIGURES = job({
  name: 'record_figures',
  schedule: '4 * * * *',
  run: ({ db }: { db: Knex }) => recordFigures(db),
});
