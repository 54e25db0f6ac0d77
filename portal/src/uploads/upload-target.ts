import type { AssetKind } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { meQuery, stationQuery } from '../api/queries.ts';
import { uploads, type Sender, type UploadQueue } from './upload-queue.ts';

/** Where somebody's files lie: the way to it, and how the page hears of what becomes of them. */
export interface Shelf extends Sender {
  /** The files on their way to it. */
  queue: UploadQueue;
  /** Deletes a file; one that is gone already is as good. @throws RequestFailed */
  remove: (asset: Asset) => Promise<void>;
}

/** Those of a kind as they came, so that a new one stands where it was while it was uploading. */
export const ofKind = <File extends Asset>(all: readonly File[], kind: AssetKind): File[] =>
  all
    .filter((asset) => asset.kind === kind)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));

/** All files of the member: no package has room for more than one answer lists. */
export const assetsQuery = queryOptions({
  queryKey: ['me', 'assets'],
  queryFn: async ({ signal }) => (await (await openClient()).me.assets.list({}, { signal })).data,
  // Another tab may have added or removed some just now.
  refetchOnWindowFocus: 'always',
});

/** What else the API tells otherwise once there is another file of this kind (specification §3). */
const TOLD_ELSEWHERE: Record<AssetKind, readonly (readonly string[])[]> = {
  logo: [meQuery.queryKey, stationQuery.queryKey],
  jingle: [meQuery.queryKey],
  radio_id: [],
  commercial: [],
};

/** The files with a new one; a logo takes the place of the one before. */
function withFile(known: readonly Asset[], added: Asset): Asset[] {
  const isReplaced = ({ id, kind }: Asset) =>
    id === added.id || (kind === 'logo' && added.kind === 'logo');
  return [...known.filter((each) => !isReplaced(each)), added];
}

/** Puts what has become of the member's files into all that the page knows. */
export function useKnownAssets() {
  const queries = useQueryClient();
  const { queryKey } = assetsQuery;

  const askFor = (key: readonly string[]) =>
    queries.invalidateQueries({ queryKey: key, exact: true });

  async function change(kind: AssetKind, next: (known: readonly Asset[]) => Asset[]) {
    for (const told of TOLD_ELSEWHERE[kind]) void askFor(told);
    if (!queries.getQueryData(queryKey)) return void askFor(queryKey);
    // An answer that is still under way is from before.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (known) => known && next(known));
  }

  return {
    add: (asset: Asset) => change(asset.kind, (known) => withFile(known, asset)),
    remove: (asset: Asset) =>
      change(asset.kind, (known) => known.filter(({ id }) => id !== asset.id)),
    /** Whether a file has arrived is not known: the API is asked. */
    invalidate: () => askFor(queryKey),
  };
}

/** The member's own files. */
export function useOwnShelf(): Shelf {
  const known = useKnownAssets();
  return {
    queue: uploads,
    onKept: known.add,
    onUnsure: known.invalidate,
    async remove(asset) {
      const { me } = await openClient();
      await me.assets.delete(asset.id).catch(ignoreNotFound);
      await known.remove(asset);
    },
  };
}
