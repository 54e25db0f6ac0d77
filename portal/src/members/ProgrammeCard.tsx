import type { ProgrammeItem, Station } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { PROGRAMME_PATH } from '../api/member-paths.ts';
import { DayStrip } from '../programme/DayStrip.tsx';
import { NowAndNext } from '../programme/NowAndNext.tsx';
import { dayQuery, nowQuery, type ProgrammeSource } from '../programme/queries.ts';
import { dateAfter, dateIn, startOfDay } from '../programme/zone-times.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
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
          {now?.kind === 'music' ? <SkipSong song={now} /> : null}
          <TodayIn zone={zone} now={query.dataUpdatedAt} />
        </>
      )}
    </Loaded>
  );
}

/** Fades out the song that is on air. */
function SkipSong({ song }: { song: ProgrammeItem }) {
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
      <p role="status" className="text-small text-muted empty:hidden">
        {isSkipped ? 'This song fades out in a moment.' : ''}
        {data ? ` You can skip ${data.skips_left} more this hour.` : ''}
      </p>
    </div>
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
