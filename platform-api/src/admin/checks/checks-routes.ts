import Router from '@koa/router';
import { checkStation as checkCall } from '../../../contract/customer-acts.ts';
import { AppError } from '../../errors.ts';
import type { MountCall } from '../../http/mount-call.ts';
import { findCustomer, stationOf } from '../find-customer.ts';
import { checkStation, type CheckDeps } from './check-station.ts';

/** The check before a station goes live: the only call that takes an address to read. */
export function checksRoutes(mountCall: MountCall, deps: CheckDeps): Router {
  const router = new Router();

  mountCall(router, checkCall, async ({ params: { user_id }, body }) => {
    const customer = await findCustomer(deps.db, user_id);
    const station = await stationOf(deps.db, customer.id);
    if (!station) throw new AppError('customer_without_station');
    return { checks: await checkStation(deps, station, body) };
  });

  return router;
}
