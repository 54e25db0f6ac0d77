import { WATCH_MINUTES } from '@stationhouse/platform-api/contract/admin/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Card } from '../../ui/Card.tsx';
import { Fine } from '../../ui/Fine.tsx';
import { ErrorState, Loading, Skeleton } from '../../ui/Loaded.tsx';
import { librarySettingsQuery, playlistsQuery } from '../library/tracks/queries.ts';
import { waitingQuery } from '../messages/queries.ts';
import { Customers } from '../customers/Customers.tsx';
import {
  queueQuery,
  silentLocationsQuery,
  statsQuery,
  troublesQuery,
  useIsAdmin,
  WAITING,
} from '../queries.ts';
import { StatCards } from '../StatCards.tsx';
import { useNow } from '../time-words.ts';
import { workOf } from './work.ts';
import { WorkRow } from './WorkRow.tsx';

/** Everything that waits for the operator, by the time left; then figures and customers (specification §2, Admin dashboard). */
export function Today() {
  const isAdmin = useIsAdmin();
  return (
    <div className="flex flex-col gap-6">
      <WorkList />
      {isAdmin ? <StatCards /> : null}
      <Customers />
    </div>
  );
}

function WorkList() {
  const isAdmin = useIsAdmin();
  const now = useNow();
  const queue = useQuery(queueQuery);
  const troubles = useQuery(troublesQuery);
  const locations = useQuery(silentLocationsQuery);
  const waiting = useQuery(waitingQuery);
  const playlists = useQuery({ ...playlistsQuery({ is_due: 'true' }), enabled: isAdmin });
  const library = useQuery({ ...librarySettingsQuery, enabled: isAdmin });
  const queries = [queue, troubles, locations, waiting, playlists];
  const failed = queries.find(({ data, error }) => data === undefined && error !== null);
  const work = workOf({
    setups: queue.data?.data ?? [],
    troubles: troubles.data?.data ?? [],
    locations: locations.data?.data ?? [],
    waiting: waiting.data?.data ?? [],
    playlists: playlists.data ?? [],
    incompleteTracks: library.data?.aired_incomplete_tracks ?? 0,
    now,
  });
  return (
    <Card
      title="By time left"
      description={`Stations to build, stations with problems, messages to answer. Every live station is checked every ${WATCH_MINUTES} minutes.`}
    >
      {failed ? (
        <ErrorState
          title="Failed to load customer data."
          failure={failed.error}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {queries.some(({ isLoading }) => isLoading) ? (
        <Loading>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </Loading>
      ) : (
        <>
          {work.length > 0 ? (
            <ol aria-label="By time left" className="-my-3 flex flex-col">
              {work.map((one) => (
                <WorkRow key={one.key} work={one} now={now} />
              ))}
            </ol>
          ) : null}
          {work.length === 0 && !failed ? (
            <Fine>Nothing waits. Every live station is playing.</Fine>
          ) : null}
          {queue.data?.has_more ? <SeeAll /> : null}
          {troubles.data?.has_more ? (
            <p className="text-small text-muted">More stations are affected.</p>
          ) : null}
        </>
      )}
    </Card>
  );
}

/** Leads to all stations that wait, in the table of all customers. */
function SeeAll() {
  const isAdmin = useIsAdmin();
  const { data: stats } = useQuery({ ...statsQuery, enabled: isAdmin });
  return (
    <Link to={`/admin/stations?${new URLSearchParams(WAITING)}`} className="link self-start">
      {stats ? `See all ${stats.pending_setups} pending setups` : 'See all pending setups'}
    </Link>
  );
}
