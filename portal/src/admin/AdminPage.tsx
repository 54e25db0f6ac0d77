import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openClient } from '../api/client.ts';
import { Queries } from '../api/Queries.tsx';
import { ForMembers } from '../auth/ForMembers.tsx';
import { Head } from '../Head.tsx';
import { meQuestion } from '../members/questions.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatMoney } from '../ui/money.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const statsQuestion = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: async ({ signal }) => (await openClient()).admin.stats({ signal }),
});

/** `/admin`: the operator's desk. The API refuses by itself; this page only says so. */
export function AdminPage() {
  return (
    <>
      <Head title="Admin" description="The operator’s figures." />
      <meta name="robots" content="noindex" />
      <ForMembers>
        <Queries>
          <Desk />
        </Queries>
      </ForMembers>
    </>
  );
}

function Desk() {
  const { data: me, error, isFetching, refetch } = useQuery(meQuestion);
  if (error) {
    return (
      <Frame title="Admin">
        <ErrorState
          title="Failed to load customer data."
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Frame>
    );
  }
  if (!me)
    return (
      <Frame title="Admin">
        <Skeleton className="h-40 w-full" />
      </Frame>
    );
  if (me.role === 'admin') {
    return (
      <Frame title="Admin">
        <Stats />
      </Frame>
    );
  }
  return (
    <Frame title="Access Denied" lead="You don't have permission to access this page.">
      <ButtonLink to="/">Return to Home</ButtonLink>
    </Frame>
  );
}

function Frame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle lead={lead}>{title}</PageTitle>
      {children}
    </main>
  );
}

function Stats() {
  const { data, error, isFetching, refetch } = useQuery(statsQuestion);
  if (error) {
    return (
      <ErrorState
        title="Failed to load customer data."
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-40 w-full" />;
  const figures: [string, number | string][] = [
    ['Total customers', data.total_customers],
    ['Total revenue', formatMoney(data.total_revenue, data.currency)],
    ['Active stations', data.active_stations],
    ['Pending setups', data.pending_setups],
  ];
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {figures.map(([name, figure]) => (
        <Card key={name}>
          <p className="text-small text-muted">{name}</p>
          <p className="font-heading text-heading font-bold tabular">{figure}</p>
        </Card>
      ))}
    </div>
  );
}
