import type { Knex } from 'knex';
import { lockMember } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { Asset, showAddresses } from './asset.ts';
import { CLEAN_UP_ASSET } from './clean-up-asset.ts';
import type { Sending } from './quota.ts';
import type { OnChange } from './store-asset.ts';

/**
 * Removes a member's file: it disappears at once, and a job deletes its object, then its row. Members remove
 * their own files, admins any.
 *
 * @param request.onRemoved runs in the same transaction
 * @throws `not_found` when there is no such file that the sender may remove
 */
export async function removeAsset(
  { db, publicUrl }: { db: Knex; publicUrl: string },
  { userId, sender, id, onRemoved }: Sending & { id: string; onRemoved?: OnChange },
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await lockMember(trx, userId))) throw new AppError('not_found');
    const [asset] = await Asset.query(trx)
      .where({
        id,
        user_id: userId,
        state: 'stored',
        ...(sender === 'member' && { is_operators: false }),
      })
      // A removed file may be sent again with the same key.
      .patch({ state: 'removing', idempotency_key: null })
      .returning('*');
    if (!asset) throw new AppError('not_found');
    await showAddresses(trx, asset, publicUrl);
    await onRemoved?.(trx, asset);
    await queueJob(trx, CLEAN_UP_ASSET, { asset_id: id }, id);
  });
}
