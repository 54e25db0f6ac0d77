import type { Knex } from 'knex';
import { lockMember } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { Asset } from './asset.ts';
import { claimAsset, factsOf, type Claim, type Upload } from './claim-asset.ts';
import { held } from './lease.ts';
import { removeAllFiles } from './remove-all-files.ts';
import { SETTLE_ASSET } from './settle-asset.ts';
import { showAddresses } from './show-addresses.ts';
import type { Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
  log: Logger;
}

/** Tells of a file that is shown or removed, in the transaction that does it. */
export type Tell = (trx: Knex, asset: Asset) => Promise<void>;

/**
 * Keeps a file that has come: claims a place, puts the object there, shows it; no transaction is open while
 * storage works. Whatever fails in between leaves nothing that anybody sees, and what is left is cleared
 * away by `settle-asset`.
 *
 * @param upload.tell what else is done where the file is shown, in the same transaction
 * @returns `is_repeat`: the same request with the same key was answered so before
 * @throws what `claimAsset` throws; `storage_unavailable`; `request_in_progress` where somebody else was quicker
 */
export async function keepAsset(
  deps: Deps,
  upload: Upload & { tell: Tell },
): Promise<{ asset: Asset; is_repeat: boolean }> {
  const claim = await claimAsset(deps.db, upload);
  if (claim instanceof Asset) return { asset: claim, is_repeat: true };
  try {
    await deps.storage.put(claim.storage_key, upload.file);
    const asset = await show(deps, claim, upload);
    if (!asset) throw new AppError('request_in_progress');
    return { asset, is_repeat: false };
  } catch (error) {
    // Where even that fails the claim ends by itself.
    await release(deps, claim).catch((failure: unknown) =>
      deps.log.warn({ err: failure, asset: claim.id }, 'a claim was not released'),
    );
    throw error;
  }
}

/** @returns undefined where the claim is no longer ours, or the file was removed meanwhile */
async function show(
  { db, publicUrl }: Deps,
  claim: Claim,
  { user_id, file, tell }: Upload & { tell: Tell },
): Promise<Asset | undefined> {
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, user_id))) return undefined;
    const shown = await held(trx, claim)
      .whereNot({ state: 'removing' })
      .update({
        ...factsOf(file),
        storage_key: claim.storage_key,
        state: 'stored',
        storing_until: claim.has_leftovers ? trx.fn.now() : null,
        created_at: trx.fn.now(),
      });
    if (shown === 0) return undefined;
    const asset = await Asset.query(trx).findById(claim.id).throwIfNotFound();
    await showAddresses(trx, asset, publicUrl);
    await tell(trx, asset);
    if (claim.has_leftovers) await queueJob(trx, SETTLE_ASSET, { asset_id: asset.id }, asset.id);
    return asset;
  });
}

/** Gives a place back. Whether an object was written is not known, so it is looked at. */
async function release({ db, storage }: Deps, claim: Claim): Promise<void> {
  await db.transaction(async (trx) => {
    const released = await held(trx, claim).update({
      state: trx.raw("case when state = 'stored' then 'stored' else 'removing' end"),
      storing_until: trx.fn.now(),
      idempotency_key: null,
    });
    if (released > 0) await queueJob(trx, SETTLE_ASSET, { asset_id: claim.id }, claim.id);
  });
  // A member who has left takes along what came too late.
  const member = await db('users').where({ id: claim.user_id }).first('id');
  if (!member) await removeAllFiles({ storage }, claim.user_id);
}
