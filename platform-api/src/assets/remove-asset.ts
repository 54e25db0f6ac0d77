import type { Knex } from 'knex';
import { lockMember } from '../accounts/lock-member.ts';
import { NotFound } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { Asset } from './asset.ts';
import { SETTLE_ASSET } from './settle-asset.ts';
import { showAddresses } from './show-addresses.ts';

/**
 * Removes a member's file: nobody sees it from now on, and a job deletes its object, then its row.
 * @throws NotFound where there is none of theirs to be seen
 */
export async function removeAsset(
  { db, publicUrl }: { db: Knex; publicUrl: string },
  user_id: string,
  id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockMember(trx, user_id);
    const [asset] = await Asset.ofMember(trx, user_id)
      .where({ id })
      // What is gone may be sent again with the same key.
      .patch({ state: 'removing', idempotency_key: null })
      .returning('*');
    if (!asset) throw NotFound();
    await showAddresses(trx, asset, publicUrl);
    await queueJob(trx, SETTLE_ASSET, { asset_id: id }, id);
  });
}
