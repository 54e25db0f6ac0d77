import Router from '@koa/router';
import type { Knex } from 'knex';
import { getStats } from '../../contract/admin.ts';
import { CURRENCY } from '../../contract/limits.ts';
import type { MountCall } from '../http/mount-call.ts';

interface Stats {
  total_customers: number;
  total_revenue: number;
  collected_revenue: number;
  active_stations: number;
  pending_setups: number;
  currency: typeof CURRENCY;
}

/** The desk's four figures (specification §3), and what was really collected. */
export function statsRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();
  mountCall(router, getStats, () => readStats(db));
  return router;
}

/**
 * Customers are everybody who is no admin; stations and amounts are summed of all. Sums of integers are bigints:
 * plain numbers (db/connection).
 */
export async function readStats(db: Knex): Promise<Stats> {
  const { rows } = await db.raw<{ rows: [Omit<Stats, 'currency'>] }>(`
    select count(*) filter (where role <> 'admin') as total_customers,
      coalesce(sum(total_amount), 0) as total_revenue,
      coalesce(sum(collected_amount), 0)::bigint as collected_revenue,
      count(*) filter (where status = 'active') as active_stations,
      count(*) filter (where status = 'setup_pending') as pending_setups
    from customers
  `);
  return { ...rows[0], currency: CURRENCY };
}
