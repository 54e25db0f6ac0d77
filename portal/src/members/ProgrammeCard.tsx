import {
  INSERTION_LEAD_SECONDS,
  TRACK_RATINGS,
  type TrackRating,
} from '@stationhouse/platform-api/contract/schedule/values';
import type { ProgrammeItem, Station } from '@stationhouse/sdk/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openClient } from '../api/client.ts';
import { PROGRAMME_PATH } from '../api/member-paths.ts';
import { DayStrip, itemName } from '../programme/DayStrip.tsx';
import { NowAndNext } from '../programme/NowAndNext.tsx';
import {
  dayQuery,
  nowQuery,
  type ProgrammeSource,
  type PromisesSource,
} from '../programme/queries.ts';
import { dateAfter, dateIn, startOfDay } from '../programme/zone-times.ts';
import { Badge } from '../ui/Badge.tsx';
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

/** The member's own promises, and how they were kept. */
export const ownPromises: PromisesSource = {
  key: ownProgramme.key,
  promises: async (query, options) => (await station()).promises(query, options),
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
          <RatedSongs />
        </>
      )}
    </Loaded>
  );
}

type Rated = Pick<ProgrammeItem, 'item_id' | 'title'>;

interface SkipSongProps {
  song: ProgrammeItem;
  /** Beside the button. */
  children?: ReactNode;
}

/** Skips the song that is on air. */
export function SkipSong({ song, children }: SkipSongProps) {
  const queries = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => ({
      ...(await (await station()).skip(song.starts_at)),
      of: song.starts_at,
    }),
    onError: toastFailure('The song was not skipped'),
    onSettled: () => queries.invalidateQueries({ queryKey: ownProgramme.key }),
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
      {children}
      <p role="status" className="text-small text-muted empty:hidden">
        {isSkipped
          ? `This song fades out within ${INSERTION_LEAD_SECONDS} seconds. Players are a few seconds behind.`
          : ''}
        {data ? ` You can skip ${data.skips_left} more this hour.` : ''}
      </p>
    </div>
  );
}

/** Skips the song that is on air, or changes how often it airs. */
function SongActions({ song }: { song: ProgrammeItem }) {
  const { data: ratings = [] } = useQuery(ratedQuery);
  const rating = ratings.find(({ track_id }) => track_id === song.item_id)?.rating;
  const rate = useRate();
  return (
    <SkipSong song={song}>
      {TRACK_RATINGS.map((each) => (
        <Button
          key={each}
          kind="secondary"
          size="small"
          busy={rate.isPending && rate.variables.rating === each}
          aria-pressed={rating === each}
          onClick={() => rate.mutate({ song, rating: rating === each ? null : each })}
        >
          {RATINGS[each].press}
        </Button>
      ))}
    </SkipSong>
  );
}

const ratedQuery = queryOptions({
  queryKey: ['me', 'rated-tracks'],
  queryFn: async ({ signal }) => (await (await station()).ratedTracks.list({ signal })).data,
});

/** The words for each rating, on the button and in the list. */
const RATINGS: Record<TrackRating, { press: string; name: string; done: string }> = {
  more: { press: 'More of this', name: 'More', done: 'airs about twice as often from now on.' },
  less: { press: 'Less of this', name: 'Less', done: 'airs half as often from now on.' },
  never: { press: 'Never play it again', name: 'Never', done: 'no longer airs on your station.' },
};

/** Changes how often a song airs; null: as often as others. */
function useRate() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ song, rating }: { song: Rated; rating: TrackRating | null }) {
      const { ratedTracks } = await station();
      await (rating === null
        ? ratedTracks.remove(song.item_id)
        : ratedTracks.rate(song.item_id, rating));
    },
    onSuccess: (_, { song, rating }) =>
      toast({
        title: rating === null ? 'As before' : RATINGS[rating].press,
        description: `“${song.title}” ${rating === null ? 'airs as often as others again.' : RATINGS[rating].done}`,
        kind: 'good',
      }),
    onError: toastFailure('The song was not changed'),
    onSettled: () => queries.invalidateQueries({ queryKey: ratedQuery.queryKey }),
  });
}

/** The songs that air more often or less often than others, or never, each with the way back. */
function RatedSongs() {
  const { data = [] } = useQuery(ratedQuery);
  const rate = useRate();
  if (data.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">Your songs ({data.length})</summary>
      <ul className="mt-2 flex flex-col">
        {data.map(({ track_id, title, artist, rating }) => (
          <li
            key={track_id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {itemName({ title, artist })}
            </span>
            <Badge kind={rating === 'more' ? 'live' : rating === 'never' ? 'bad' : 'neutral'}>
              {RATINGS[rating].name}
            </Badge>
            <Button
              kind="secondary"
              size="small"
              busy={rate.isPending && rate.variables.song.item_id === track_id}
              onClick={() => rate.mutate({ song: { item_id: track_id, title }, rating: null })}
            >
              Undo<span className="sr-only"> {title}</span>
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
