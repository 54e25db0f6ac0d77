import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../../api/client.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { librarySettingsQuery } from './queries.ts';

/** Tracks without an ISRC or a label, and the operator's choice whether they may air. */
export function IncompleteTracks() {
  const { data } = useQuery(librarySettingsQuery);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (airs_incomplete_tracks: boolean) =>
      (await openClient()).admin.library.settings.change({ airs_incomplete_tracks }),
    onSuccess: (settings) => queries.setQueryData(librarySettingsQuery.queryKey, settings),
    onError: toastFailure('The setting was not changed'),
  });
  if (!data || (data.incomplete_tracks === 0 && data.airs_incomplete_tracks)) return null;
  const { incomplete_tracks: count, airs_incomplete_tracks } = data;
  const title =
    count === 0
      ? 'Every track has an ISRC and a label'
      : count === 1
        ? '1 track lacks an ISRC or a label'
        : `${count.toLocaleString('en-GB')} tracks lack an ISRC or a label`;
  return (
    <Notice kind="neutral" title={title} className="mb-5">
      <p>Reports for PPL and PRS need them. Filter the list by “Show” to find and correct them.</p>
      <Checkbox
        label="Such tracks may air"
        checked={airs_incomplete_tracks}
        disabled={isPending}
        onChange={({ currentTarget }) => mutate(currentTarget.checked)}
      />
    </Notice>
  );
}
