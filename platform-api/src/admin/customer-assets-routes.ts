import Router from '@koa/router';
import type { Knex } from 'knex';
import type { AuditAction } from '../../contract/admin.ts';
import { deleteCustomerAsset, uploadCustomerAsset } from '../../contract/customer-acts.ts';
import { presentCustomerAsset, type Asset } from '../assets/asset.ts';
import { removeAsset } from '../assets/remove-asset.ts';
import { takeUpload, type UploadServices } from '../assets/take-upload.ts';
import type { MountCall } from '../http/mount-call.ts';
import { audit, type Actor } from './audit-entry.ts';
import { findCustomer } from './find-customer.ts';

/** A customer's files: what the operator sends for them, and the removal of any. */
export function customerAssetsRoutes(mountCall: MountCall, deps: UploadServices): Router {
  const { db, publicUrl } = deps;
  const router = new Router();

  mountCall(router, uploadCustomerAsset, async ({ ctx, identity, params, address }) => {
    const actor = { id: identity.user.id, ip: address };
    const asset = await takeUpload(ctx, deps, {
      user_id: params.user_id,
      sender: 'operator',
      account: identity.user.id,
      form: uploadCustomerAsset.form,
      admit: () => findCustomer(db, params.user_id),
      tell: (trx, shown) => auditFile(trx, actor, { action: 'upload_file', asset: shown }),
    });
    return presentCustomerAsset(asset, publicUrl);
  });

  mountCall(router, deleteCustomerAsset, async ({ identity, params, address }) => {
    const actor = { id: identity.user.id, ip: address };
    await removeAsset(deps, {
      user_id: params.user_id,
      sender: 'operator',
      id: params.id,
      tell: (trx, removed) => auditFile(trx, actor, { action: 'remove_file', asset: removed }),
    });
    return undefined;
  });

  return router;
}

/** Keeps which file came, or which one went. */
async function auditFile(
  trx: Knex,
  actor: Actor,
  { action, asset }: { action: Extract<AuditAction, 'upload_file' | 'remove_file'>; asset: Asset },
): Promise<void> {
  const { user_id, kind, file_name } = asset;
  const side = action === 'upload_file' ? 'after' : 'before';
  await audit(trx, actor, { action, user_id, [side]: { kind, file_name } });
}
