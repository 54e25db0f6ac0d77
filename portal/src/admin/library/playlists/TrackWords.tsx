import type { PlaylistTrack } from '@stationhouse/sdk/client';
import { Badge } from '../../../ui/Badge.tsx';
import { formatLength } from '../../../uploads/file-facts.ts';

/** Title, artist and length of a track in a list. */
export function TrackWords({ track }: { track: PlaylistTrack }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {track.title}
          {track.is_retired ? <Badge className="ms-2">Retired</Badge> : null}
        </span>
        <span className="block truncate text-small text-muted">
          {track.artist ?? 'Unknown artist'}
        </span>
      </span>
      <span className="tabular flex-none text-small text-muted">
        {formatLength(track.duration_seconds)}
      </span>
    </>
  );
}
