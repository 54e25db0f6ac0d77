import type { StationStatus } from '@stationhouse/platform-api/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../ui/Card.tsx';
import { describe } from '../api/failures.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { loadFailureTitle } from './billing-failure.ts';
import { billingQuery } from './billing-query.ts';
import { CurrentSubscription } from './CurrentSubscription.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';
import { paymentTrouble } from './payment-trouble.ts';

/** What the member pays, has paid, and where that is changed (specification §2, §8). */
export function BillingCard({ stationStatus }: { stationStatus: StationStatus }) {
  return (
    <Card title="Billing &amp; Payments">
      <Billing stationStatus={stationStatus} />
    </Card>
  );
}

function Billing({ stationStatus }: { stationStatus: StationStatus }) {
  const { data, error, isFetching, refetch } = useQuery(billingQuery);
  const load = () => void refetch();
  if (!data) {
    if (!error) return <Loading />;
    return (
      <ErrorState
        title={loadFailureTitle(error)}
        failure={error}
        busy={isFetching}
        onRetry={load}
      />
    );
  }
  const trouble = paymentTrouble(data.subscription, stationStatus);
  return (
    <div className="flex flex-col gap-8">
      {error ? (
        <div role="status">
          <Notice kind="neutral" title={loadFailureTitle(error)}>
            {describe(error).detail} What you see is from before.
          </Notice>
        </div>
      ) : null}
      <CurrentSubscription
        subscription={data.subscription}
        canStartAgain={trouble?.remedy === 'buy'}
      />
      <PaymentHistory invoices={data.invoices} isRefreshing={isFetching} onRefresh={load} />
    </div>
  );
}

/** As high as a subscription with a short history, so that little moves when they come. */
function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-11 w-52" />
      <Skeleton className="mt-4 h-5 w-36" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
