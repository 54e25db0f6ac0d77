import Router from '@koa/router';
import type { Knex } from 'knex';
import { changeCustomer as changeCall, getCustomer } from '../../contract/customers.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { changeCustomer } from './change-customer.ts';
import { presentCustomer, readCustomer } from './customer-details.ts';

/** One customer, to see and to change. */
export function customerRoutes(
  mountCall: MountCall,
  deps: { db: Knex; guardedFetch: GuardedFetch; publicUrl: string },
): Router {
  const { db, publicUrl } = deps;
  const router = new Router();

  mountCall(router, getCustomer, async ({ ctx, params }) => {
    const customer = await presentCustomer(db, await readCustomer(db, params.user_id), publicUrl);
    ctx.set('ETag', customer.etag);
    return customer;
  });

  mountCall(router, changeCall, async ({ ctx, params, body, identity, address }) => {
    const ifMatch = ctx.get('If-Match');
    if (ifMatch === '') throw new AppError('precondition_required');
    const actor = { id: identity.user.id, ip: address };
    const asked = { user_id: params.user_id, actor, ifMatch, change: body };
    const customer = await changeCustomer(deps, asked);
    ctx.set('ETag', customer.etag);
    return customer;
  });

  return router;
}
