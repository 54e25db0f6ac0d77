import Router from '@koa/router';
import type { Knex } from 'knex';
import type { z } from 'zod';
import * as calls from '../../contract/admin.ts';
import { CURRENCY } from '../../contract/prices.ts';
import type { MountCall } from '../http/mount-call.ts';
import { readAudit } from '../audit/audit.ts';
import { listTroubles } from './watch/troubles.ts';

/** Statistics, the audit log, and stations in trouble. */
export function adminRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, calls.getStats, () => readStats(db));
  mountCall(router, calls.listAudit, ({ query }) => readAudit(db, query));
  mountCall(router, calls.listTroubles, ({ query }) => listTroubles(db, query));

  return router;
}

type Stats = z.input<typeof calls.getStats.response>;

/** The revenue of deleted customers. */
const pastRevenue = (kind: 'order' | 'payment'): string =>
  `(select coalesce(sum(amount), 0) from past_revenue where kind = '${kind}')`;

/**
 * The four figures of the admin dashboard (specification §3), and the revenue collected. Admins are no
 * customers, but their stations and amounts count. Sums of bigints are plain numbers (db/connection).
 */
export async function readStats(db: Knex): Promise<Stats> {
  const { rows } = await db.raw<{ rows: [Omit<Stats, 'currency'>] }>(`
    select count(*) filter (where role <> 'admin') as total_customers,
      coalesce(sum(total_amount), 0) + ${pastRevenue('order')} as total_revenue,
      (coalesce(sum(collected_amount), 0) + ${pastRevenue('payment')})::bigint as collected_revenue,
      count(*) filter (where status = 'active') as active_stations,
      count(*) filter (where status = 'setup_pending') as pending_setups
    from customers
  `);
  return { ...rows[0], currency: CURRENCY };
}
