import { isPictureKind, type AssetKind } from '@stationhouse/platform-api/contract/assets/values';
import type { Asset } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { meQuery, stationQuery } from '../api/queries.ts';
import { uploads, type UploadListener, type UploadQueue } from './upload-queue.ts';

/** Where files are uploaded to: the member's own files, or those of a customer. */
export interface UploadTarget extends UploadListener {
  queue: UploadQueue;
  /** Deletes a file; ignores one that is already gone. @throws RequestFailed */
  remove: (asset: Asset) => Promise<void>;
}

/** The files of a kind, oldest first, so that a new one keeps its place in the list. */
export const byKind = <File extends Asset>(all: readonly File[], kind: AssetKind): File[] =>
  all
    .filter((asset) => asset.kind === kind)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));

/** How often files that are getting ready are looked at, in ms. */
const LOOK_EVERY_MS = 5_000;

/** For `refetchInterval`: as long as a file is getting ready. */
export const lookAgainWhilePreparing = (files: readonly Asset[] | undefined): number | false =>
  files?.some(({ preparation }) => preparation?.state === 'getting_ready') ? LOOK_EVERY_MS : false;

/** All files of the member. They fit on one page of the list in every package. */
export const assetsQuery = queryOptions({
  queryKey: ['me', 'assets'],
  queryFn: async ({ signal }) => (await (await openClient()).me.assets.list({}, { signal })).data,
  // Another tab may have changed them.
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) => lookAgainWhilePreparing(data),
});

/** The queries that a new or removed file of each kind changes (specification §3). */
const AFFECTED: Record<AssetKind, readonly (readonly string[])[]> = {
  logo: [meQuery.queryKey, stationQuery.queryKey],
  dark_logo: [stationQuery.queryKey],
  background: [stationQuery.queryKey],
  jingle: [meQuery.queryKey],
  radio_id: [],
  commercial: [],
};

/** Adds a file to the list; a picture replaces the previous one. */
function withFile(known: readonly Asset[], added: Asset): Asset[] {
  const isReplaced = ({ id, kind }: Asset) =>
    id === added.id || (kind === added.kind && isPictureKind(kind));
  return [...known.filter((each) => !isReplaced(each)), added];
}

/** The member's own files. */
export function useOwnUploads(): UploadTarget {
  const queries = useQueryClient();
  const { queryKey } = assetsQuery;

  const invalidate = (key: readonly string[]) =>
    queries.invalidateQueries({ queryKey: key, exact: true });

  async function change(kind: AssetKind, next: (known: readonly Asset[]) => Asset[]) {
    for (const affected of AFFECTED[kind]) void invalidate(affected);
    if (!queries.getQueryData(queryKey)) return void invalidate(queryKey);
    // A request under way was sent before the change, and would undo it.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (known) => known && next(known));
  }

  return {
    queue: uploads,
    onStored: (asset) => change(asset.kind, (known) => withFile(known, asset)),
    onUnknown: () => invalidate(queryKey),
    async remove(asset) {
      const { me } = await openClient();
      await me.assets.delete(asset.id).catch(ignoreNotFound);
      await change(asset.kind, (known) => known.filter(({ id }) => id !== asset.id));
    },
  };
}
