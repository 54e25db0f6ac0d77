import type { Playlist } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { EmptyState, Loaded } from '../../../ui/Loaded.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { formatHours } from '../../../uploads/file-facts.ts';
import { playlistsQuery } from '../tracks/queries.ts';
import { NEW } from './new-playlist-address.ts';
import { NewPlaylist } from './NewPlaylist.tsx';
import { PlaylistView } from './PlaylistView.tsx';
import { StarterPlaylists } from './StarterPlaylists.tsx';

/** All playlists, or the one that the URL names. */
export function Playlists() {
  const [params] = useSearchParams();
  const id = params.get('playlist');
  if (id !== null) return <PlaylistView key={id} id={id} />;
  return (
    <div className="flex flex-col gap-6">
      <PlaylistList />
      <StarterPlaylists />
    </div>
  );
}

function PlaylistList() {
  const [isArchived, setArchived] = useState(false);
  const [params, setParams] = useSearchParams();
  const [isPressed, setPressed] = useState(false);
  const isCreating = isPressed || params.has(NEW);
  const stopCreating = () => {
    setPressed(false);
    if (params.has(NEW)) setParams({}, { replace: true });
  };
  const query = useQuery(playlistsQuery({ is_archived: isArchived ? 'true' : 'false' }));
  const create = (
    <Button size="small" onClick={() => setPressed(true)}>
      New playlist
    </Button>
  );
  return (
    <Card
      title={isArchived ? 'Archived playlists' : 'All playlists'}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="small" onClick={() => setArchived(!isArchived)}>
            {isArchived ? 'Show those in use' : 'Show archived'}
          </Button>
          {isArchived ? null : create}
        </div>
      }
    >
      <Loaded query={query} failure="Failed to load the playlists.">
        {(playlists) => (
          <Table
            caption="Playlists"
            columns={COLUMNS}
            rows={playlists}
            rowKey={({ id }) => id}
            empty={
              isArchived ? (
                <EmptyState title="Nothing is archived" />
              ) : (
                <EmptyState title="No playlists yet" action={create}>
                  Choose tracks by hand, or let a rule find them.
                </EmptyState>
              )
            }
          />
        )}
      </Loaded>
      {isCreating ? <NewPlaylist onClose={stopCreating} /> : null}
    </Card>
  );
}

const COLUMNS: readonly Column<Playlist>[] = [
  {
    header: 'Name',
    free: true,
    cell: ({ id, name, is_due, is_in_order, system_station }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to={`?playlist=${id}`}
          className="link font-semibold carded:after:absolute carded:after:inset-0"
        >
          {name}
        </Link>
        {system_station === null ? null : <Badge>System</Badge>}
        {is_in_order ? <Badge>In order</Badge> : null}
        {is_due ? <Badge kind="attention">Due for new music</Badge> : null}
      </span>
    ),
  },
  { header: 'Made', cell: ({ newest }) => (newest.rule === null ? 'By hand' : 'By rule') },
  { header: 'Tracks', numeric: true, cell: ({ newest }) => newest.track_count },
  { header: 'Artists', numeric: true, cell: ({ newest }) => newest.artist_count },
  { header: 'Length', numeric: true, cell: ({ newest }) => formatHours(newest.duration_seconds) },
  {
    header: 'Changed',
    cell: ({ newest: { created_at } }) => (
      <time dateTime={created_at} className="whitespace-nowrap">
        {formatDate(created_at)}
      </time>
    ),
  },
];
