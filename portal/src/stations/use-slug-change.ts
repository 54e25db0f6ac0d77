import { SlugRefusal } from '@stationhouse/platform-api/contract/stations/schemas';
import { RequestFailed } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { stationQuery } from '../api/queries.ts';
import { toast } from '../ui/toast.ts';
import { slugQuery } from './use-slug-availability.ts';

/**
 * Changes the station's slug and updates the cached station. A refusal updates the cached availability, or
 * the number of changes left.
 */
export function useSlugChange() {
  const queries = useQueryClient();
  const { queryKey } = stationQuery;
  return useMutation({
    mutationFn: async (slug: string) => (await openClient()).me.station.changeSlug(slug),
    async onSuccess(station) {
      // A request under way would bring back the old slug.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, station);
      toast({
        title: 'URL Updated',
        description: `Your station is now at ${station.station_url}`,
        kind: 'good',
      });
    },
    onError(failure, slug) {
      const reason = slugRefusal(failure);
      if (reason) {
        queries.setQueryData(slugQuery(slug).queryKey, { available: false, reason });
      }
      if (hasCode(failure, 'slug_limit_reached')) {
        queries.setQueryData(
          queryKey,
          (station) => station && { ...station, slug_changes_left: 0 },
        );
      }
    },
  });
}

const slugRefusal = (failure: unknown) =>
  failure instanceof RequestFailed ? SlugRefusal.safeParse(failure.code).data : undefined;

/** Whether the failure is shown beside the field already, through the caches of `useSlugChange`. */
export const isShownAtField = (failure: unknown): boolean =>
  hasCode(failure, 'slug_limit_reached') || slugRefusal(failure) !== undefined;
