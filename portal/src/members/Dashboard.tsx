import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import type { OpenPurchase, Profile, Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { business } from '../api/business.ts';
import { BILLING_PATH, CREATE_PATH, MEMBERS_PATH, SOUND_PATH } from '../api/member-paths.ts';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';
import { BillingNotice } from '../billing/BillingNotice.tsx';
import { ListeningCard } from '../listening/ListeningCard.tsx';
import { LocationsCard } from '../locations/LocationsCard.tsx';
import { MessagesCard } from '../messages/MessagesCard.tsx';
import { SetupPrompt } from '../setup/SetupPrompt.tsx';
import { Teams } from '../team/Teams.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card, Figure, Figures } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { EmptyState, Loaded, Skeleton } from '../ui/Loaded.tsx';
import { Money } from '../ui/Money.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { MemberPage } from './MemberPage.tsx';
import { NowPlaying } from './NowPlaying.tsx';
import { PaidMoment } from './PaidMoment.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { PlayEverywhere } from './PlayEverywhere.tsx';
import { StationCard } from './StationCard.tsx';
import { useCreation } from './use-creation.ts';
import { usePayment } from './use-payment.ts';

// Parts that most members do not see on Home, and that bring the code of forms and dialogs.
const StaffScreen = lazy(async () => ({
  default: (await import('./StaffScreen.tsx')).StaffScreen,
}));
const ConfirmEmail = lazy(async () => ({
  default: (await import('../settings/ChangeEmail.tsx')).ConfirmEmail,
}));

/** Where the dialogs of the dashboard went that have an address. */
const MOVED = { change: BILLING_PATH, setup: SOUND_PATH };

/** `/members`, Home: of the member's own account, or of the business for which they act. */
export function Dashboard() {
  if (!business) return <OwnHome />;
  if (business.role !== 'staff') return <BusinessHome />;
  return (
    <Suspense
      fallback={
        <main className="container-member min-h-dvh py-8 lg:py-12">
          <PageSkeleton />
        </main>
      }
    >
      <StaffScreen />
    </Suspense>
  );
}

/** The station of a business for its manager, without its billing. */
function BusinessHome() {
  const { data: me } = useQuery(meQuery);
  const station = useQuery(stationQuery);
  return (
    <MemberPage
      title="Home"
      description="The radio station: what it plays, its status, and what to do next."
      heading={business?.station_name}
      lead={<Badge>Manager</Badge>}
    >
      <Loaded query={station} failure="Failed to load station">
        {(own) =>
          own ? <StationCards station={own} profile={me?.profile} isJustPaid={false} /> : null
        }
      </Loaded>
    </MemberPage>
  );
}

/** The member's station, the way to buy one, or the wizard that does. */
function OwnHome() {
  const { search } = useLocation();
  const [params] = useSearchParams();
  const { data: me } = useQuery(meQuery);
  const station = useQuery(stationQuery);
  const { data: purchase } = useQuery(purchaseQuery);
  const isOpen = Boolean(purchase);
  const payment = usePayment(isOpen);
  const creation = useCreation(station.data);
  if (params.has('change')) return <Navigate to={MOVED.change + search} replace />;
  if (params.has('setup')) return <Navigate to={MOVED.setup + search} replace />;
  // Never ask for a payment that may have just been made.
  const isSettled =
    payment.status === 'none' ||
    payment.status === 'paid' ||
    payment.status === 'ended' ||
    (payment.status !== 'checking' && purchase === null);
  const isJustPaid = payment.status === 'paid';
  return (
    <MemberPage
      title="Home"
      description="Your radio station: what it plays, its status, and what to do next."
      heading={me ? `Welcome, ${me.profile.first_name}` : 'Welcome'}
      lead={<Badge>Member Dashboard</Badge>}
    >
      {station.data && isJustPaid ? <PaidMoment station={station.data} /> : null}
      <PaymentNotice payment={payment} isOpen={isOpen} />
      <Loaded query={station} failure="Failed to load station">
        {(own) => {
          if (creation.isOn) return <CreateStation onDone={creation.leave} />;
          return (
            <>
              {me?.user.email && !me.user.email_confirmed_at ? (
                <Suspense fallback={<Skeleton className="h-28 w-full" />}>
                  <ConfirmEmail user={me.user} isCustomer={own !== null} />
                </Suspense>
              ) : null}
              {own ? <BillingNotice stationStatus={own.status} /> : null}
              {own && purchase && isSettled ? <OpenPurchaseCard purchase={purchase} /> : null}
              {own ? (
                <StationCards station={own} profile={me?.profile} isJustPaid={isJustPaid} />
              ) : null}
              {!own && isSettled ? <WithoutStation hasTeams={me?.has_teams === true} /> : null}
            </>
          );
        }}
      </Loaded>
    </MemberPage>
  );
}

interface StationCardsProps {
  station: Station;
  profile: Profile | undefined;
  /** The moment after paying leads to the setup form, so nothing below asks for it again. */
  isJustPaid: boolean;
}

/** The station: its status, what is on now, who listens, and the messages about it. */
function StationCards({ station, profile, isJustPaid }: StationCardsProps) {
  const isLive = station.status === 'active';
  return (
    <>
      {profile && !isJustPaid ? <SetupPrompt station={station} profile={profile} /> : null}
      <div className={clsx('grid grid-cols-1 gap-6', isLive && 'xl:grid-cols-3')}>
        {isLive ? <NowPlaying station={station} className="xl:col-span-2" /> : null}
        <StationCard station={station} profile={profile} isJustPaid={isJustPaid} />
      </div>
      {station.status === 'setup_pending' ? null : <ListeningCard />}
      {isLive ? <LocationsCard /> : null}
      {isLive ? <PlayEverywhere station={station} /> : null}
      <MessagesCard />
    </>
  );
}

function WithoutStation({ hasTeams }: { hasTeams: boolean }) {
  const purchase = useQuery(purchaseQuery);
  return (
    <Loaded query={purchase} failure="Failed to load your purchase">
      {(open) =>
        open ? (
          <OpenPurchaseCard purchase={open} />
        ) : (
          <>
            {hasTeams ? <Teams /> : null}
            <NoStation />
          </>
        )
      }
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
      action={<ButtonLink to={CREATE_PATH}>Create New Station</ButtonLink>}
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
        <ButtonLink to={`${MEMBERS_PATH}?create=summary`}>Continue your purchase</ButtonLink>
        <ButtonLink to={CREATE_PATH} kind="quiet">
          Start over
        </ButtonLink>
      </div>
    </Card>
  );
}
