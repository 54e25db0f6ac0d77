import {
  MAX_LOGO_BYTES,
  MAX_LOGO_MEGABYTES,
} from '@stationhouse/platform-api/contract/assets/values';
import type { LibraryTrackDetails } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Music from 'lucide-react/icons/music';
import { useRef, type ChangeEvent } from 'react';
import { openClient } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary, trackQuery } from './queries.ts';

/** The cover of a track, with buttons to replace or remove it. */
export function TrackCover({ track: { id, title, cover_url } }: { track: LibraryTrackDetails }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (picture: File | null) => {
      const { tracks } = (await openClient()).admin.library;
      return picture ? tracks.setCover(id, picture) : tracks.removeCover(id);
    },
    async onSuccess(changed) {
      queries.setQueryData(trackQuery(id).queryKey, changed);
      await invalidateLibrary(queries);
    },
    onError: toastFailure('Failed to change the cover'),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picture = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (!picture) return;
    if (picture.size > MAX_LOGO_BYTES) {
      toast({ title: `A cover must be under ${MAX_LOGO_MEGABYTES}MB`, kind: 'bad' });
    } else mutate(picture);
  };
  return (
    <div className="flex flex-none items-center gap-3">
      {cover_url === null ? (
        <span className="grid size-28 place-items-center rounded-card bg-sunken text-muted">
          <Music aria-hidden="true" className="size-8" />
        </span>
      ) : (
        <img
          src={cover_url}
          alt={`Cover of ${title}`}
          className="size-28 rounded-card object-cover"
        />
      )}
      <div className="flex flex-col items-start gap-1">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/gif"
          hidden
          onChange={choose}
        />
        <Button
          kind="secondary"
          size="small"
          busy={isPending}
          onClick={() => input.current?.click()}
        >
          {cover_url === null ? 'Add a cover' : 'Replace'}
        </Button>
        {cover_url === null ? null : (
          <Button kind="quiet" size="small" onClick={() => mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
