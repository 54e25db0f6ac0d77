import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { useKnownAssets } from './assets-query.ts';
import type { Shelf } from './shelf.ts';
import { uploads } from './uploads.ts';

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
