import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/limits';
import type { OpenPurchase } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';
import { Queries } from '../api/Queries.tsx';
import { ForMembers } from '../auth/ForMembers.tsx';
import { BillingNotice } from '../billing/BillingCard.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { ConfirmEmail } from '../settings/ChangeEmail.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card, Figure, Figures } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { Head } from '../ui/Head.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/Loaded.tsx';
import { Money } from '../ui/Money.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { prepareToasts } from '../ui/Toaster.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { StationCards } from './StationCards.tsx';
import { useCreation } from './use-creation.ts';
import { useLiveStation } from './use-live-station.ts';
import { usePayment } from './use-payment.ts';

/** `/members` */
export function MembersPage() {
  useEffect(prepareToasts, []);
  return (
    <>
      <Head
        title="Dashboard"
        description="Your radio station: its status, its player, its setup and its invoices."
      />
      <meta name="robots" content="noindex" />
      <ForMembers>
        <Queries>
          <Dashboard />
        </Queries>
      </ForMembers>
    </>
  );
}

/** The member's station, the way to buy one, or the wizard that does. */
export function Dashboard() {
  // The setup form may have been submitted in another tab.
  const { data: me } = useQuery({ ...meQuery, refetchOnWindowFocus: 'always' });
  const station = useQuery(stationQuery);
  const { data: purchase } = useQuery(purchaseQuery);
  const isOpen = Boolean(purchase);
  const payment = usePayment(isOpen);
  const creation = useCreation(station.data);
  useLiveStation(Boolean(station.data));
  // Never ask for a payment that may have just been made.
  const isSettled =
    payment.status === 'none' ||
    payment.status === 'ended' ||
    (payment.status !== 'checking' && purchase === null);
  return (
    <main className="container-dashboard pb-(--section)">
      <PageTitle lead={<Badge>Member Dashboard</Badge>}>
        {me ? `Welcome, ${me.profile.first_name}` : 'Welcome'}
      </PageTitle>
      <div className="flex flex-col gap-6">
        <PaymentNotice payment={payment} isOpen={isOpen} />
        <Loaded query={station} failure="Failed to load station">
          {(own) => {
            if (creation.isOn) return <CreateStation onDone={creation.leave} />;
            return (
              <>
                {me ? <ConfirmEmail user={me.user} isCustomer={own !== null} /> : null}
                {own ? <BillingNotice stationStatus={own.status} /> : null}
                {own && purchase && isSettled ? <OpenPurchaseCard purchase={purchase} /> : null}
                {own ? <StationCards station={own} /> : null}
                {!own && isSettled ? <WithoutStation /> : null}
                <AccountSettings />
              </>
            );
          }}
        </Loaded>
      </div>
    </main>
  );
}

function WithoutStation() {
  const purchase = useQuery(purchaseQuery);
  return (
    <Loaded query={purchase} failure="Failed to load your purchase">
      {(open) => (open ? <OpenPurchaseCard purchase={open} /> : <NoStation />)}
    </Loaded>
  );
}

/** Loaded only by members who buy. */
const PurchaseWizard = lazy(async () => ({
  default: (await import('../purchase/PurchaseWizard.tsx')).PurchaseWizard,
}));

/** Creation mode: the wizard instead of the cards (specification §2, member dashboard). */
function CreateStation({ onDone }: { onDone: () => void }) {
  const me = useQuery(meQuery);
  const purchase = useQuery(purchaseQuery);
  return (
    <Loaded query={me} failure="Failed to load your profile">
      {({ profile }) => (
        <Loaded query={purchase} failure="Failed to load your purchase">
          {(open) => (
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <PurchaseWizard profile={profile} purchase={open} onDone={onDone} />
            </Suspense>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Before the first purchase (specification §2, member dashboard). */
function NoStation() {
  return (
    <EmptyState
      title="You have no station yet"
      action={<ButtonLink to="?create=package">Create New Station</ButtonLink>}
    >
      Choose a package and give us your company details. Your station is on air in under{' '}
      {LAUNCH_HOURS} hours.
    </EmptyState>
  );
}

/** An unpaid purchase, and the link to continue it. */
function OpenPurchaseCard({ purchase }: { purchase: OpenPurchase }) {
  const { package_name, quote, trial, created_at } = purchase;
  return (
    <Card
      title="Your station is waiting for you"
      description="Your purchase is not paid yet. Nothing has been charged."
    >
      <Figures>
        <Figure name="Package">
          {trial ? `${package_name}, for a trial month` : package_name}
        </Figure>
        <Figure name="First payment">
          <Money cents={quote.total} currency={quote.currency} />
        </Figure>
        <Figure name="Started">{formatDate(created_at)}</Figure>
      </Figures>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="?create=summary">Continue your purchase</ButtonLink>
        <ButtonLink to="?create=package" kind="quiet">
          Start over
        </ButtonLink>
      </div>
    </Card>
  );
}
