import type { Playlist, StationSchedule } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { playlistsQuery } from '../library/tracks/queries.ts';

/** The operator's playlists, and those of the program that this draft or this station has already. */
function playlistsFor({ station, draft }: StationSchedule, all: readonly Playlist[]): Playlist[] {
  const shares = [draft.playlists, ...draft.day_parts.map((part) => part.playlists)].flat();
  const used = new Set(shares.map(({ playlist_id }) => playlist_id));
  return all.filter(
    ({ id, system_station: slug }) =>
      slug === null || slug === station.station_slug || used.has(id),
  );
}

/** The playlists that a station's draft can name. */
export const usePlaylists = (schedule: StationSchedule) =>
  useQuery({
    ...playlistsQuery({ is_archived: 'false' }),
    select: (all) => playlistsFor(schedule, all),
  });
