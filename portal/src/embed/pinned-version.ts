import { queryOptions } from '@tanstack/react-query';
import type { PinnedVersion } from './snippets.ts';

/** Every file of a version with its hash; this server's own, beside the player that it serves. */
const ADDRESS = '/sdk/integrity.json';

/** The version that is served now, which a page may keep to. It is another one only after a release. */
export const pinnedVersionQuery = queryOptions({
  queryKey: ['sdk', 'integrity'],
  staleTime: Infinity,
  async queryFn({ signal }): Promise<PinnedVersion> {
    const answer = await fetch(ADDRESS, { signal });
    if (!answer.ok) throw new Error(`${ADDRESS} was answered with ${answer.status}.`);
    const { version, files } = Object(await answer.json());
    const integrity: unknown = Object(files)['player.js'];
    if (typeof version !== 'string' || typeof integrity !== 'string') {
      throw new Error(`${ADDRESS} names no player.`);
    }
    return { version, integrity };
  },
});
