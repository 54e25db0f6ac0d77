// The admin room: what the operator's two people see and do. Nobody imports it but `routes.ts`.
import Router from '@koa/router';
import type { Knex } from 'knex';
import { getStats } from '../../contract/admin.ts';
import { CURRENCY } from '../../contract/limits.ts';
import type { Door } from '../http/doors.ts';

interface Stats {
  total_customers: number;
  total_revenue: number;
  collected_revenue: number;
  active_stations: number;
  pending_setups: number;
  currency: typeof CURRENCY;
}

/** The desk's four figures (specification §3), and what was really collected. */
export function statsRoutes(door: Door, db: Knex): Router {
  const router = new Router();
  door(router, getStats, () => readStats(db));
  return router;
}

/** Customers are everybody who is no admin. Sums of integers are bigints: plain numbers (db/connection). */
async function readStats(db: Knex): Promise<Stats> {
  const { rows } = await db.raw<{ rows: [Omit<Stats, 'currency'>] }>(`
    select
      (select count(*) from users u
        where departed_at is null
          and not exists (select from user_roles r where r.user_id = u.id and r.role = 'admin')
      ) as total_customers,
      (select coalesce(sum(total_amount), 0) from radio_stations) as total_revenue,
      (select coalesce(sum(amount_paid - amount_refunded), 0) from invoices where status = 'paid')
        as collected_revenue,
      (select count(*) from radio_stations where status = 'active') as active_stations,
      (select count(*) from radio_stations where status = 'setup_pending') as pending_setups
  `);
  return { ...rows[0], currency: CURRENCY };
}
