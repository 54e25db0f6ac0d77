import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { StationStatus } from '@stationhouse/platform-api/contract/stations/values';
import { useQuery } from '@tanstack/react-query';
import { describe, hasCode } from '../api/failures.ts';
import { CREATE_PATH } from '../api/member-paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card, Figure, Figures } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { ErrorState, Loading, Skeleton } from '../ui/Loaded.tsx';
import { Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CancelSubscription } from './CancelSubscription.tsx';
import { hasOwnTitle, ManageSubscription } from './ManageSubscription.tsx';
import { paymentTrouble } from './payment-trouble.ts';
import { PaymentHistory } from './PaymentHistory.tsx';
import { PurchaseOrder } from './PurchaseOrder.tsx';
import { billingQuery, hasEnded, nextVatWords, SUBSCRIPTION_WORDS } from './subscription.ts';

/** The API's own title where it has one, else the specification's (§8, Billing load). */
const loadFailureTitle = (failure: unknown): string =>
  hasOwnTitle(failure) || hasCode(failure, 'payment_provider_error')
    ? describe(failure).title
    : 'Failed to load billing information';

/** Subscription and invoices of the member (specification §2, §8). */
export function BillingCard({ stationStatus }: { stationStatus: StationStatus }) {
  return (
    <Card title="Billing and payments">
      <Billing stationStatus={stationStatus} />
    </Card>
  );
}

function Billing({ stationStatus }: { stationStatus: StationStatus }) {
  const { data, error, isFetching, refetch } = useQuery(billingQuery);
  const load = () => void refetch();
  if (!data) {
    if (!error) return <LoadingBilling />;
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
            {describe(error).detail} The figures below may be out of date.
          </Notice>
        </div>
      ) : null}
      <CurrentSubscription
        subscription={data.subscription}
        canStartAgain={trouble?.remedy === 'buy'}
      />
      {data.subscription === null ? null : <PurchaseOrder current={data.purchase_order} />}
      <PaymentHistory invoices={data.invoices} isRefreshing={isFetching} onRefresh={load} />
    </div>
  );
}

/** About as high as the loaded card, so that little moves. */
function LoadingBilling() {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-11 w-52" />
      <Skeleton className="mt-4 h-5 w-36" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </Loading>
  );
}

interface CurrentSubscriptionProps {
  subscription: Subscription | null;
  /** The subscription has ended and can be bought again. */
  canStartAgain: boolean;
}

/** The next payment, and the button to manage it (specification §2, billing card). */
function CurrentSubscription({ subscription, canStartAgain }: CurrentSubscriptionProps) {
  return (
    <section aria-labelledby="current-subscription" className="flex flex-col gap-4">
      <h3 id="current-subscription" className="font-sans text-text font-semibold">
        Current subscription
      </h3>
      {subscription === null ? (
        <p className="text-muted">You have no subscription at the moment.</p>
      ) : (
        <State subscription={subscription} />
      )}
      <div className="flex flex-wrap items-start gap-3">
        {canStartAgain ? <ButtonLink to={CREATE_PATH}>Start again</ButtonLink> : null}
        <ManageSubscription kind="secondary" />
        {subscription ? <CancelSubscription subscription={subscription} /> : null}
      </div>
    </section>
  );
}

function State({ subscription }: { subscription: Subscription }) {
  const { status, next_payment_date, amount, currency, cancel_at, trial_ends_at } = subscription;
  const isOver = hasEnded(subscription);
  return (
    <Figures>
      <Figure name="Status">
        <Badge kind={status === 'active' ? 'good' : 'neutral'}>{SUBSCRIPTION_WORDS[status]}</Badge>
      </Figure>
      {cancel_at === null ? null : (
        <Figure name={trial_ends_at === null ? 'Cancelled' : 'Trial'}>
          {isOver ? 'Ended on' : 'Ends on'}{' '}
          <span className="whitespace-nowrap">{formatDate(cancel_at)}</span>
        </Figure>
      )}
      {isOver || next_payment_date === null ? null : (
        <>
          <Figure name={cancel_at === null ? 'Next payment' : 'Last payment'}>
            <span className="whitespace-nowrap">{formatDate(next_payment_date)}</span>
          </Figure>
          <Figure name="Amount">
            <Money cents={amount} currency={currency} />{' '}
            <span className="text-small font-normal text-muted">{nextVatWords(subscription)}</span>
          </Figure>
        </>
      )}
    </Figures>
  );
}
