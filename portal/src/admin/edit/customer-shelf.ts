import type { Asset, CustomerDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { ignoreNotFound } from '../../api/failures.ts';
import { createPageQueue, type UploadQueue } from '../../uploads/upload-queue.ts';
import type { UploadTarget } from '../../uploads/upload-target.ts';
import { customerQuery, refreshDesk } from '../queries.ts';

/** What the desk sends, for each customer by itself. */
const queues = new Map<string, UploadQueue>();

function queueFor(user_id: string): UploadQueue {
  const known = queues.get(user_id);
  if (known) return known;
  const queue = createPageQueue(async ({ kind, file }, how) => {
    // Those are the customer's alone; the dialog offers no place for them.
    if (kind === 'jingle') throw new Error('The desk sends no jingles.');
    return (await openClient()).admin.customers.upload(user_id, { kind, file }, how);
  });
  queues.set(user_id, queue);
  return queue;
}

/** A customer's files, those from the operator among them. */
export function useCustomerShelf(user_id: string): UploadTarget {
  const queries = useQueryClient();
  const { queryKey } = customerQuery(user_id);

  async function change(next: (known: CustomerDetails) => CustomerDetails['assets']) {
    // An answer that is still under way is from before.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (known) => known && { ...known, assets: next(known) });
    // The logo stands in other places too, and whatever was done in the history.
    void refreshDesk(queries);
  }

  return {
    queue: queueFor(user_id),
    onStored: (asset: Asset) =>
      change(({ assets }) => [
        ...assets.filter(
          ({ id, kind }) => id !== asset.id && (kind !== 'logo' || kind !== asset.kind),
        ),
        // A logo is the customer's, whoever sent it.
        { ...asset, is_operators: asset.kind !== 'logo' },
      ]),
    onUnknown: () => void refreshDesk(queries),
    async remove(asset) {
      const { admin } = await openClient();
      await admin.customers.deleteAsset(user_id, asset.id).catch(ignoreNotFound);
      await change(({ assets }) => assets.filter(({ id }) => id !== asset.id));
    },
  };
}
