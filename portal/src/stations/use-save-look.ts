import type { Station } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { stationQuery } from '../api/queries.ts';
import { toastFailure } from '../ui/toast-failure.ts';

export type Look = Pick<Station, 'accent_colour' | 'theme'>;

/** Saves accent colour and theme of the member's station. */
export function useSaveLook() {
  const queries = useQueryClient();
  const { queryKey } = stationQuery;
  return useMutation({
    mutationFn: async ({ accent_colour, theme }: Look) =>
      (await openClient()).me.station.changeLook({ accent_colour, theme }),
    async onSuccess(station) {
      // A request under way would bring back the old look.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, station);
    },
    onError: toastFailure('The look could not be saved'),
  });
}
