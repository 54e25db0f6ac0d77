import { openClient } from '../api/client.ts';
import { alreadyGone } from '../settings/already-gone.ts';
import { useKnownAssets } from './asset-question.ts';
import type { Shelf } from './shelf.ts';
import { uploads } from './uploads.ts';

/** The member's own files. */
export function useOwnShelf(): Shelf {
  const known = useKnownAssets();
  return {
    queue: uploads,
    onKept: known.add,
    onUnsure: known.askAgain,
    async remove(asset) {
      const { me } = await openClient();
      await me.assets.delete(asset.id).catch(alreadyGone);
      await known.remove(asset);
    },
  };
}
