import type { NewPlaylistVersion, Playlist } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary, playlistQuery } from '../tracks/queries.ts';

/** Saves the tracks of a playlist as a new version, unless another admin was faster. */
export function useSaveVersion({ id, newest }: Playlist) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (content: Omit<NewPlaylistVersion, 'from'>) =>
      (await openClient()).admin.library.playlists.addVersion(id, {
        from: newest.number,
        ...content,
      }),
    async onSuccess(changed) {
      const isNew = changed.newest.number !== newest.number;
      toast({
        title: isNew ? `Saved as version ${changed.newest.number}` : 'Nothing has changed',
        kind: 'good',
      });
      queries.setQueryData(playlistQuery(id).queryKey, changed);
      await invalidateLibrary(queries);
    },
  });
}
