import type { Playlist } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card, Figure, Figures } from '../../../ui/Card.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { formatHours } from '../../../uploads/file-facts.ts';
import { invalidateLibrary, playlistQuery, versionQuery } from '../tracks/queries.ts';
import { HandEditor } from './HandEditor.tsx';
import { SettingsDialog, settingsRules, type Settings } from './NewPlaylist.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { Versions } from './Versions.tsx';

/** One playlist: its tracks or its rule, its settings, and its versions. */
export function PlaylistView({ id }: { id: string }) {
  const query = useQuery(playlistQuery(id));
  return (
    <div className="flex flex-col gap-6">
      <ButtonLink
        to="/admin/playlists"
        kind="quiet"
        size="small"
        className="-ms-3 self-start md:-ms-3.5"
      >
        <ChevronLeft aria-hidden="true" />
        All playlists
      </ButtonLink>
      <Loaded query={query} failure="Failed to load the playlist.">
        {(playlist) => (
          <>
            <Summary playlist={playlist} />
            {playlist.newest.rule === null ? (
              <Tracks key={playlist.newest.number} playlist={playlist} />
            ) : (
              <RuleEditor
                key={playlist.newest.number}
                playlist={playlist}
                rule={playlist.newest.rule}
              />
            )}
            <Versions playlist={playlist} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Summary({ playlist }: { playlist: Playlist }) {
  const { name, notes, newest, is_due, is_in_order, archived_at, system_station } = playlist;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {system_station === null ? null : <Badge>System</Badge>}
          {is_in_order ? <Badge>In order</Badge> : null}
          {is_due ? <Badge kind="attention">Due for new music</Badge> : null}
          {archived_at === null ? null : <Badge>Archived</Badge>}
        </span>
      }
      description={notes ?? undefined}
      aside={<Actions playlist={playlist} />}
    >
      <Figures>
        <Figure name="Tracks">{newest.track_count}</Figure>
        <Figure name="Different artists">{newest.artist_count}</Figure>
        <Figure name="Total length">{formatHours(newest.duration_seconds)}</Figure>
      </Figures>
    </Card>
  );
}

function Actions({ playlist: { id, archived_at, ...playlist } }: { playlist: Playlist }) {
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await openClient()).admin.library.playlists.change(id, {
        is_archived: archived_at === null,
      }),
    onSuccess: () => invalidateLibrary(queries),
    onError: toastFailure('Failed to change the playlist'),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="secondary" size="small" onClick={() => setEditing(true)}>
        Settings
      </Button>
      <Button kind="secondary" size="small" busy={isPending} onClick={() => mutate()}>
        {archived_at === null ? 'Archive' : 'Bring back'}
      </Button>
      {isEditing ? (
        <EditSettings id={id} playlist={playlist} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  );
}

interface EditSettingsProps {
  id: string;
  playlist: Pick<Playlist, 'name' | 'notes' | 'is_in_order' | 'is_renewed'>;
  onClose: () => void;
}

function EditSettings({ id, playlist, onClose }: EditSettingsProps) {
  const queries = useQueryClient();
  const { name, notes, is_in_order, is_renewed } = playlist;
  const form = useApiForm<Settings, Settings>({
    schema: settingsRules,
    defaultValues: { name, notes: notes ?? '', is_in_order, is_renewed },
    async send(values) {
      await (await openClient()).admin.library.playlists.change(id, values);
      toast({ title: 'Playlist saved', kind: 'good' });
      onClose();
      await invalidateLibrary(queries);
    },
    failureTitle: 'Failed to save the playlist',
  });
  return (
    <SettingsDialog
      title="Settings"
      form={form}
      action="Save"
      busyText="Saving..."
      onClose={onClose}
    />
  );
}

function Tracks({ playlist }: { playlist: Playlist }) {
  const query = useQuery(versionQuery(playlist.id, playlist.newest.number));
  return (
    <Loaded query={query} failure="Failed to load the tracks.">
      {({ tracks }) => <HandEditor playlist={playlist} tracks={tracks} />}
    </Loaded>
  );
}
