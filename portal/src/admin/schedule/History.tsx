import type { ScheduleRevision, StationSchedule } from '@stationhouse/sdk/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateSchedule, revisionsQuery } from './queries.ts';

const CAUSES = {
  admin: 'Published',
  restore: 'Went back',
  playlist: 'New versions of its playlists',
  off_air: 'Taken off air',
  starter: 'Starter programme',
} as const;

/** The published revisions, each of which can be put on air again. */
export function History({ schedule }: { schedule: StationSchedule }) {
  const query = useInfiniteQuery(revisionsQuery(schedule.station.id));
  return (
    <Card
      title="History"
      description="Each publish is kept. Going back publishes an old one again."
    >
      <Loaded query={query} failure="Failed to load the history.">
        {({ pages }) => (
          <>
            <Table
              caption="Revisions, newest first"
              columns={columnsFor(schedule)}
              rows={pages.flatMap(({ data }) => data)}
              rowKey={({ number }) => String(number)}
              empty={<EmptyState title="Nothing was published yet" />}
            />
            <ShowMore query={query} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const columnsFor = (schedule: StationSchedule): readonly Column<ScheduleRevision>[] => [
  {
    header: 'Revision',
    cell: ({ number }) => (
      <span className="tabular flex items-center gap-2 font-semibold">
        {number}
        {number === schedule.newest?.number ? <Badge>Newest</Badge> : null}
      </span>
    ),
  },
  {
    header: 'What',
    free: true,
    cell: ({ cause, restored_from, note }) => (
      <>
        {CAUSES[cause]}
        {restored_from === null ? '' : ` to ${restored_from}`}
        {note === null ? null : <span className="block text-small text-muted">{note}</span>}
      </>
    ),
  },
  {
    header: 'When',
    cell: ({ published_at }) => <time dateTime={published_at}>{formatMoment(published_at)}</time>,
  },
  { header: 'Who', free: true, cell: ({ published_by }) => published_by ?? '–' },
  {
    header: 'Actions',
    acts: true,
    cell: (revision) =>
      revision.cause === 'off_air' || revision.number === schedule.newest?.number ? null : (
        <GoBack schedule={schedule} revision={revision} />
      ),
  },
];

interface GoBackProps {
  schedule: StationSchedule;
  revision: ScheduleRevision;
}

function GoBack({
  schedule: { station, newest },
  revision: { number, published_at },
}: GoBackProps) {
  const queries = useQueryClient();
  return (
    <AlertDialog
      title={`Go back to revision ${number}?`}
      trigger={
        <Button kind="secondary" size="small">
          Go back<span className="sr-only"> to revision {number}</span>
        </Button>
      }
      action="Go back"
      busyText="Publishing..."
      failureText="Failed to go back"
      onConfirm={async () => {
        await (
          await openClient()
        ).admin.schedules.restore(station.id, number, { newest: newest?.number ?? null });
        toast({ title: `Revision ${number} is published again`, kind: 'good' });
        await invalidateSchedule(queries, station.id);
      }}
    >
      What was published on {formatMoment(published_at)} airs again, exactly. It also becomes the
      draft.
    </AlertDialog>
  );
}
