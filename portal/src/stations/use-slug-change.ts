import { SlugRefusal } from '@stationhouse/platform-api/contract/stations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { stationQuery } from '../api/queries.ts';
import { toast } from '../ui/toast.ts';
import { slugQuery } from './slug-query.ts';

/**
 * Changes the station's address, says so, and lets everything on the page know the station as it is now.
 * Of a refusal it keeps what that tells: that the address can't be had, or that no change is left.
 */
export function useSlugChange() {
  const queries = useQueryClient();
  const { queryKey } = stationQuery;
  return useMutation({
    mutationFn: async (slug: string) => (await openClient()).me.station.changeSlug(slug),
    // Without a network it is told at once, instead of waiting for one.
    networkMode: 'always',
    async onSuccess(station) {
      // An answer that is still under way has the old address.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, station);
      toast({
        title: 'URL Updated',
        description: `Your station is at ${station.station_url} now.`,
        kind: 'good',
      });
    },
    onError(failure, slug) {
      const { code } = Object(failure);
      const reason = SlugRefusal.safeParse(code).data;
      if (reason) {
        queries.setQueryData(slugQuery(slug).queryKey, { available: false, reason });
      }
      if (code === 'slug_limit_reached') {
        queries.setQueryData(
          queryKey,
          (station) => station && { ...station, slug_changes_left: 0 },
        );
      }
    },
  });
}

/** Whether the failure is one that is told beside the field, where `useSlugChange` has put it. */
export function isToldAtField(failure: unknown): boolean {
  const { code } = Object(failure);
  return code === 'slug_limit_reached' || SlugRefusal.safeParse(code).success;
}
