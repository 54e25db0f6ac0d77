import type { Knex } from 'knex';
import { lockMember } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { Asset } from './asset.ts';
import type { Tell } from './keep-asset.ts';
import type { Sending } from './room-for-file.ts';
import { SETTLE_ASSET } from './settle-asset.ts';
import { showAddresses } from './show-addresses.ts';

/**
 * Removes a member's file: nobody sees it from now on, and a job deletes its object, then its row. A member
 * removes their own files, the operator any.
 *
 * @param asked.tell what else is done where it is removed, in the same transaction
 * @throws `not_found` where there is none that they may remove
 */
export async function removeAsset(
  { db, publicUrl }: { db: Knex; publicUrl: string },
  { user_id, sender, id, tell }: Sending & { id: string; tell?: Tell },
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await lockMember(trx, user_id))) throw new AppError('not_found');
    const [asset] = await Asset.query(trx)
      .where({ id, user_id, state: 'stored', ...(sender === 'member' && { is_operators: false }) })
      // What is gone may be sent again with the same key.
      .patch({ state: 'removing', idempotency_key: null })
      .returning('*');
    if (!asset) throw new AppError('not_found');
    await showAddresses(trx, asset, publicUrl);
    await tell?.(trx, asset);
    await queueJob(trx, SETTLE_ASSET, { asset_id: id }, id);
  });
}
