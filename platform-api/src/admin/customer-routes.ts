import Router from '@koa/router';
import type { Knex } from 'knex';
import type { AuditAction } from '../../contract/admin/audit-sentences.ts';
import { customersFileName } from '../../contract/site/brand.ts';
import * as acts from '../../contract/admin/customer-acts.ts';
import { listCustomerTimeline } from '../../contract/admin/customer-timeline.ts';
import * as calls from '../../contract/admin/customers.ts';
import { removeCustomerSecondFactor as removeCustomerFactor } from '../../contract/accounts/second-factor.ts';
import { listApiKeys } from '../accounts/api-keys.ts';
import { askerOf } from '../accounts/sessions.ts';
import { endSupportViews } from '../accounts/support-views.ts';
import { presentCustomerAsset, type Asset } from '../assets/asset.ts';
import { removeAsset } from '../assets/remove-asset.ts';
import { receiveUpload, type UploadServices } from '../assets/upload.ts';
import type { PackageChanges } from '../billing/package-change.ts';
import { AppError } from '../errors.ts';
import { sendCsv } from '../http/csv.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import { actorOf, audit, type Actor } from '../audit/audit.ts';
import { changeCustomer } from './change-customer.ts';
import { checkStation, type CheckDeps } from './checks/check-station.ts';
import {
  changeRole,
  deleteCustomer,
  removeCustomerSecondFactor,
  resetCustomerPassword,
  revokeCustomerApiKey,
  startSupportView,
} from './customer-acts.ts';
import { customerDetails, readCustomer } from './customer.ts';
import { readTimeline } from './customer-timeline.ts';
import { exportCustomers } from './export-customers.ts';
import { listCustomers, withStations, type CustomerFilters } from './list-customers.ts';
import { requireUser } from '../accounts/user.ts';
import { RadioStation } from '../stations/station.ts';

type Deps = CheckDeps &
  UploadServices & {
    now: () => number;
    packageChanges: PackageChanges;
    waitsForApproval: boolean;
  };

/** Customers: the table, its export, and everything that admins do with one customer. */
export function customerRoutes(mountCall: MountCall, deps: Deps): Router {
  const { db, now, log, publicUrl, packageChanges } = deps;
  const router = new Router();

  mountCall(router, calls.listCustomers, async ({ query }) => {
    const { customers, next_cursor } = await listCustomers(db, query);
    const data = await withStations(db, customers);
    return { data, has_more: next_cursor !== null, next_cursor };
  });

  mountCall(router, calls.exportCustomers, async ({ ctx, query, identity, address }) => {
    const actor = actorOf(identity, address);
    await audit(db, actor, { action: 'export_customers', ...auditedFilters(query) });
    const csv = await exportCustomers(db, query);
    sendCsv(ctx, csv, { fileName: customersFileName(new Date(now()).toISOString()), log });
    return ANSWERED;
  });

  mountCall(router, calls.getCustomer, async ({ ctx, params }) => {
    const customer = await customerDetails(db, await readCustomer(db, params.user_id), deps);
    ctx.set('ETag', customer.etag);
    return customer;
  });

  mountCall(router, listCustomerTimeline, ({ params, query }) =>
    readTimeline(db, params.user_id, query),
  );

  mountCall(router, calls.changeCustomer, async ({ ctx, params, body, identity, address }) => {
    const ifMatch = ctx.get('If-Match');
    if (ifMatch === '') throw new AppError('precondition_required');
    const actor = actorOf(identity, address);
    const asked = { userId: params.user_id, actor, ifMatch, change: body };
    const customer = await changeCustomer(deps, asked);
    ctx.set('ETag', customer.etag);
    return customer;
  });

  mountCall(router, acts.checkStation, async ({ params, body }) => {
    const customer = await requireUser(db, params.user_id);
    const station = await RadioStation.findOfCustomer(db, customer.id);
    if (!station) throw new AppError('customer_without_station');
    return { checks: await checkStation(deps, station, body) };
  });

  mountCall(router, acts.quoteCustomerPackage, async ({ params, body }) => {
    const customer = await requireUser(db, params.user_id);
    return packageChanges.quote(customer.id, body.package_name);
  });

  mountCall(router, acts.changeCustomerPackage, async ({ params, body, identity, address }) => {
    const { id } = await requireUser(db, params.user_id);
    const before = (await RadioStation.findOfCustomer(db, id))?.package_name;
    const changed = await packageChanges.change(id, body);
    const { package_name, next_package_name } = changed.subscription;
    // Stripe has changed by now, so this line can't share a transaction with it.
    await audit(db, actorOf(identity, address), {
      action: 'change_package',
      user_id: id,
      before: { package_name: before },
      after: { package_name, next_package_name, amount_due: body.amount_due },
    });
    return changed;
  });

  mountCall(router, acts.uploadCustomerAsset, async ({ ctx, identity, params, address }) => {
    const actor = actorOf(identity, address);
    const asset = await receiveUpload(ctx, deps, {
      userId: params.user_id,
      sender: 'operator',
      account: identity.user.id,
      form: acts.uploadCustomerAsset.form,
      admit: () => requireUser(db, params.user_id),
      onStored: (trx, stored) => auditFile(trx, actor, { action: 'upload_file', asset: stored }),
    });
    return presentCustomerAsset(asset, publicUrl);
  });

  mountCall(router, acts.deleteCustomerAsset, async ({ identity, params, address }) => {
    const actor = actorOf(identity, address);
    await removeAsset(deps, {
      userId: params.user_id,
      sender: 'operator',
      id: params.id,
      onRemoved: (trx, removed) => auditFile(trx, actor, { action: 'remove_file', asset: removed }),
    });
    return undefined;
  });

  mountCall(router, acts.deleteCustomer, async ({ identity, address, params }) => {
    const actor = actorOf(identity, address);
    await db.transaction((trx) => deleteCustomer(trx, actor, params.user_id));
    return {};
  });

  mountCall(router, acts.resetCustomerPassword, async ({ identity, address, params }) => {
    await resetCustomerPassword(db, actorOf(identity, address), params.user_id);
    return {};
  });

  mountCall(router, removeCustomerFactor, async ({ identity, address, params }) => {
    await removeCustomerSecondFactor(db, actorOf(identity, address), params.user_id);
    return undefined;
  });

  mountCall(router, acts.listCustomerApiKeys, async ({ params: { user_id } }) => {
    await requireUser(db, user_id);
    return { data: await listApiKeys(db, user_id), has_more: false, next_cursor: null };
  });

  mountCall(router, acts.revokeCustomerApiKey, async ({ identity, address, params }) => {
    const { user_id: userId, id } = params;
    await revokeCustomerApiKey(db, actorOf(identity, address), { userId, id });
    return undefined;
  });

  mountCall(router, acts.startSupportView, ({ identity, address, params }) =>
    startSupportView(db, actorOf(identity, address), {
      userId: params.user_id,
      sessionId: askerOf(identity).sessionId,
    }),
  );

  mountCall(router, acts.endSupportView, async ({ identity, params }) => {
    await endSupportViews(db, { userId: params.user_id, sessionId: askerOf(identity).sessionId });
    return undefined;
  });

  mountCall(router, acts.changeRole, async ({ identity, address, params, body }) => {
    const { role } = body;
    await changeRole(db, actorOf(identity, address), { userId: params.user_id, role });
    return { role };
  });

  return router;
}

/** The filters of an export. The search text may name a customer, and log lines are never deleted. */
function auditedFilters({ search, ...filters }: CustomerFilters) {
  return { user_id: null, after: { ...filters, ...(search && { search: '…' }) } };
}

/** Writes an uploaded or removed file to the audit log. */
async function auditFile(
  trx: Knex,
  actor: Actor,
  { action, asset }: { action: Extract<AuditAction, 'upload_file' | 'remove_file'>; asset: Asset },
): Promise<void> {
  const { user_id, kind, file_name } = asset;
  const side = action === 'upload_file' ? 'after' : 'before';
  await audit(trx, actor, { action, user_id, [side]: { kind, file_name } });
}
