import { MAX_BULK_TRACKS } from '@stationhouse/platform-api/contract/library/values';
import type { TracksChange } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { AddToPlaylist } from './AddToPlaylist.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { invalidateLibrary } from './queries.ts';

interface SelectionBarProps {
  selected: ReadonlySet<string>;
  /** The list shows retired tracks. */
  isRetired: boolean;
  /** The list shows music that came with the program. */
  isSystem: boolean;
  onClear: () => void;
}

/** The actions for the selected tracks. */
export function SelectionBar({ selected, isRetired, isSystem, onClear }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'tags' | 'playlist' | null>(null);
  const queries = useQueryClient();
  const ids = [...selected];
  const { mutateAsync, mutate, isPending } = useMutation({
    mutationFn: async (change: TracksChange) =>
      (await openClient()).admin.library.tracks.changeMany(ids, change),
    async onSuccess({ changed }) {
      toast({
        title: changed === 1 ? '1 track was changed' : `${changed} tracks were changed`,
        kind: 'good',
      });
      await invalidateLibrary(queries);
    },
  });
  const retire = () =>
    mutate(
      { is_retired: !isRetired },
      { onSuccess: onClear, onError: toastFailure('Failed to change the tracks') },
    );
  const isTooMany = ids.length > MAX_BULK_TRACKS;
  return (
    <div
      role="region"
      aria-label="Selected tracks"
      className="top-17 z-10 lg:top-2 xl:top-12 flex flex-wrap items-center gap-2 sm:sticky rounded-card border border-line bg-surface px-4 py-2 shadow-float"
    >
      <div className="me-auto flex items-center gap-1">
        <p role="status" className="font-semibold">
          {ids.length} selected
          {isTooMany ? ` – choose at most ${MAX_BULK_TRACKS}` : ''}
        </p>
        <Button kind="quiet" size="small" onClick={onClear}>
          Clear<span className="sr-only"> selection</span>
        </Button>
      </div>
      {isTooMany ? null : (
        <>
          <Button kind="secondary" size="small" onClick={() => setDialog('tags')}>
            Edit tags
          </Button>
          {isRetired || isSystem ? null : (
            <Button kind="secondary" size="small" onClick={() => setDialog('playlist')}>
              Add to playlist
            </Button>
          )}
          <Button kind="secondary" size="small" busy={isPending} onClick={retire}>
            {isRetired ? 'Bring back' : 'Retire'}
          </Button>
        </>
      )}
      {dialog === 'tags' ? (
        <BulkDialog count={ids.length} onSave={mutateAsync} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'playlist' ? (
        <AddToPlaylist trackIds={ids} onClose={() => setDialog(null)} onAdded={onClear} />
      ) : null}
    </div>
  );
}
