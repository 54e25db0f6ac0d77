import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Queries } from '../api/Queries.tsx';
import { ForMembers } from '../auth/ForMembers.tsx';
import { Head } from '../Head.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { meQuestion, stationQuestion } from './questions.ts';

/** `/members`: the member's own station, and how it stands. */
export function MembersPage() {
  return (
    <>
      <Head title="Dashboard" description="Your station, how it stands and where it plays." />
      <meta name="robots" content="noindex" />
      <ForMembers>
        <Queries>
          <Dashboard />
        </Queries>
      </ForMembers>
    </>
  );
}

function Dashboard() {
  const { data: me } = useQuery(meQuestion);
  return (
    <main className="container-page pb-(--section)">
      <PageTitle lead={<Badge>Member Dashboard</Badge>}>
        {me ? `Welcome, ${me.profile.first_name}` : 'Welcome'}
      </PageTitle>
      <OwnStation />
    </main>
  );
}

function OwnStation() {
  const { data, error, isFetching, refetch } = useQuery(stationQuestion);
  if (error) {
    return (
      <ErrorState
        title="Failed to load station"
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  if (data === null) {
    return (
      <EmptyState
        title="You have no station yet"
        action={<ButtonLink to="/contact">Contact us</ButtonLink>}
      >
        Tell us which package suits you and how your place should sound: we set your station up.
      </EmptyState>
    );
  }
  return <StationCard station={data} />;
}

/** How a station's state is shown (specification §4). */
const STATES = {
  active: { kind: 'good', text: 'Live' },
  setup_pending: { kind: 'on-air', text: 'In Progress' },
} as const;
const INACTIVE = { kind: 'bad', text: 'Inactive' } as const;

function StationCard({ station }: { station: Station }) {
  const { status, station_name, station_url } = station;
  const state = status === 'active' || status === 'setup_pending' ? STATES[status] : INACTIVE;
  return (
    <Card title={station_name} aside={<Badge kind={state.kind}>{state.text}</Badge>}>
      <p className="text-muted">
        {status === 'active'
          ? 'Your station is on air. This is its page, for your guests and for your own tablet:'
          : 'This is where your station’s page will be:'}
      </p>
      <p>
        <a href={station_url} target="_blank" rel="noopener" className="link break-all">
          {station_url}
        </a>
      </p>
    </Card>
  );
}
