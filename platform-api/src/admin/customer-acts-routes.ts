import Router from '@koa/router';
import type { Knex } from 'knex';
import {
  changeRole as changeRoleCall,
  deleteCustomer as deleteCustomerCall,
  resetCustomerPassword as resetCustomerPasswordCall,
} from '../../contract/customer-acts.ts';
import type { MountCall } from '../http/mount-call.ts';
import { changeRole } from './change-role.ts';
import { deleteCustomer } from './delete-customer.ts';
import { resetCustomerPassword } from './reset-customer-password.ts';

/** What an admin does with an account as a whole. */
export function customerActsRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, deleteCustomerCall, async ({ identity, address, params }) => {
    await deleteCustomer(db, { id: identity.user.id, ip: address }, params.user_id);
    return {};
  });

  mountCall(router, resetCustomerPasswordCall, async ({ identity, address, params }) => {
    await resetCustomerPassword(db, { id: identity.user.id, ip: address }, params.user_id);
    return {};
  });

  mountCall(router, changeRoleCall, async ({ identity, address, params, body }) => {
    const { role } = body;
    const actor = { id: identity.user.id, ip: address };
    await changeRole(db, actor, { user_id: params.user_id, role });
    return { role };
  });

  return router;
}
