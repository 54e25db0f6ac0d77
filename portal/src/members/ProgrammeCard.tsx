import type { ProgrammeItem, Station } from '@stationhouse/sdk/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { PROGRAMME_PATH } from '../api/member-paths.ts';
import { DayStrip, itemName } from '../programme/DayStrip.tsx';
import { NowAndNext } from '../programme/NowAndNext.tsx';
import { dayQuery, nowQuery, type ProgrammeSource } from '../programme/queries.ts';
import { dateAfter, dateIn, startOfDay } from '../programme/zone-times.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';

const station = async () => (await openClient()).me.station;

/** The member's own programme and play log. */
export const ownProgramme: ProgrammeSource = {
  key: ['me', 'programme'],
  programme: async (query, options) => (await station()).programme(query, options),
  playLog: async (query, options) => (await station()).playLog(query, options),
  playLogCsv: async (filters) => (await station()).playLogCsv(filters),
};

/** Whether listeners, or the check before a station goes live, can hear a station of this status. */
export const isHeard = ({ status }: Pick<Station, 'status'>): boolean =>
  status === 'active' || status === 'setup_pending';

/** Today's programme of a station on air here as a strip, and the way to all of it. */
export function ProgrammeCard({ station }: { station: Station }) {
  return (
    <Card
      title="Programme"
      description="Today, in your station’s time zone."
      aside={
        <ButtonLink to={PROGRAMME_PATH} kind="secondary" size="small">
          Open the programme
        </ButtonLink>
      }
    >
      {isHeard(station) ? (
        <Today />
      ) : (
        <p className="text-muted">
          Nothing airs while your station is off air. The play log has what aired before.
        </p>
      )}
    </Card>
  );
}

function Today() {
  const query = useQuery(nowQuery(ownProgramme));
  return (
    <Loaded query={query} failure="Failed to load the programme">
      {({ zone, now, next }) => (
        <>
          <NowAndNext now={now} next={next} zone={zone} silence="Nothing is on air just now." />
          {now?.kind === 'music' ? <SongActions song={now} /> : null}
          <TodayIn zone={zone} now={query.dataUpdatedAt} />
          <BannedSongs />
        </>
      )}
    </Loaded>
  );
}

/** Skips the song that is on air, or keeps it off the station. */
function SongActions({ song }: { song: ProgrammeItem }) {
  const queries = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    networkMode: 'always',
    mutationFn: async () => ({
      ...(await (await station()).skip(song.starts_at)),
      of: song.starts_at,
    }),
    onError: toastFailure('The song was not skipped'),
    onSettled: () => queries.invalidateQueries({ queryKey: ownProgramme.key }),
  });
  const ban = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await station()).bannedTracks.add(song.item_id),
    onSuccess: () =>
      toast({
        title: 'Never again',
        description: `“${song.title}” no longer airs on your station.`,
        kind: 'good',
      }),
    onError: toastFailure('The song was not removed'),
    onSettled: () => queries.invalidateQueries({ queryKey: bannedQuery.queryKey }),
  });
  const isSkipped = song.is_cut || data?.of === song.starts_at;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        kind="secondary"
        size="small"
        busy={isPending}
        busyText="Skipping..."
        disabled={isSkipped}
        onClick={() => mutate()}
      >
        Skip this song
      </Button>
      <Button
        kind="secondary"
        size="small"
        busy={ban.isPending}
        busyText="Removing..."
        onClick={() => ban.mutate()}
      >
        Never play it again
      </Button>
      <p role="status" className="text-small text-muted empty:hidden">
        {isSkipped ? 'This song fades out in a moment.' : ''}
        {data ? ` You can skip ${data.skips_left} more this hour.` : ''}
      </p>
    </div>
  );
}

const bannedQuery = queryOptions({
  queryKey: ['me', 'banned-tracks'],
  queryFn: async ({ signal }) => (await (await station()).bannedTracks.list({ signal })).data,
});

/** The songs that never air on the station, each with the way back. */
function BannedSongs() {
  const queries = useQueryClient();
  const { data = [] } = useQuery(bannedQuery);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async (track_id: string) => (await station()).bannedTracks.remove(track_id),
    onError: toastFailure('The song was not allowed'),
    onSettled: () => queries.invalidateQueries({ queryKey: bannedQuery.queryKey }),
  });
  if (data.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">
        Songs that never air ({data.length})
      </summary>
      <ul className="mt-2 flex flex-col">
        {data.map((track) => (
          <li
            key={track.track_id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">{itemName(track)}</span>
            <Button
              kind="secondary"
              size="small"
              busy={isPending}
              onClick={() => mutate(track.track_id)}
            >
              Allow again<span className="sr-only"> {track.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function TodayIn({ zone, now }: { zone: string; now: number }) {
  const today = dateIn(zone, now);
  const query = useQuery(dayQuery(ownProgramme, zone, today));
  return (
    <Loaded query={query} failure="Failed to load the programme">
      {({ items }) => (
        <DayStrip
          items={items}
          zone={zone}
          from={startOfDay(zone, today)}
          to={startOfDay(zone, dateAfter(today, 1))}
          now={now}
        />
      )}
    </Loaded>
  );
}
