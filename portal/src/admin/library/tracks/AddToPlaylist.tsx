import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { describe } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormNotice } from '../../../ui/Form.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary, playlistsQuery } from './queries.ts';

const NEW = 'new';

interface AddToPlaylistProps {
  trackIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds tracks to a playlist by hand, or to a new one. */
export function AddToPlaylist({ trackIds, onClose, onAdded }: AddToPlaylistProps) {
  const queries = useQueryClient();
  const playlists = useQuery(playlistsQuery());
  const [chosen, setChosen] = useState(NEW);
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (chosen === NEW ? create(name, trackIds) : add(chosen, trackIds)),
    async onSuccess(title) {
      toast({ title, kind: 'good' });
      onClose();
      onAdded();
      await invalidateLibrary(queries);
    },
  });
  return (
    <Dialog
      title={trackIds.length === 1 ? 'Add 1 track' : `Add ${trackIds.length} tracks`}
      description="Playlists by rule find their tracks themselves."
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={isPending}
            busyText="Adding..."
            disabled={chosen === NEW && name.trim() === ''}
            onClick={() => mutate()}
          >
            Add
          </Button>
        </>
      }
    >
      <Loaded query={playlists} failure="Failed to load the playlists">
        {(all) => (
          <div className="flex flex-col gap-5">
            <Field label="Playlist">
              <Select
                choices={[
                  { value: NEW, label: 'A new playlist' },
                  ...all
                    .filter(
                      ({ newest, system_station }) =>
                        newest.rule === null && system_station === null,
                    )
                    .map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
              />
            </Field>
            {chosen === NEW ? (
              <Field label="Name" required>
                <TextInput
                  value={name}
                  onChange={({ target }) => setName(target.value)}
                  autoComplete="off"
                />
              </Field>
            ) : null}
            <FormNotice notice={error ? describe(error, 'Failed to add the tracks') : undefined} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

async function create(name: string, trackIds: readonly string[]): Promise<string> {
  const { playlists } = (await openClient()).admin.library;
  await playlists.create({ name, track_ids: [...trackIds] });
  return `“${name}” was created`;
}

/** Retired tracks of the newest version are left out: a new version can't hold them. */
async function add(id: string, trackIds: readonly string[]): Promise<string> {
  const { playlists } = (await openClient()).admin.library;
  const { name, newest } = await playlists.get(id);
  const { tracks } = await playlists.version(id, newest.number);
  const kept = tracks.filter(({ is_retired }) => !is_retired).map((track) => track.id);
  const fresh = trackIds.filter((trackId) => !kept.includes(trackId));
  if (fresh.length === 0) return `“${name}” has these tracks already`;
  await playlists.addVersion(id, { from: newest.number, track_ids: [...kept, ...fresh] });
  return fresh.length === 1 ? `Added to “${name}”` : `${fresh.length} tracks added to “${name}”`;
}
