import type { AssetKind } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { meQuery, stationQuery } from '../api/queries.ts';

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
