import { useQuery } from '@tanstack/react-query';
import { BillingNotice } from '../billing/BillingNotice.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { Badge } from '../ui/Badge.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { CreateStation } from './CreateStation.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoStation } from './NoStation.tsx';
import { OpenPurchaseCard } from './OpenPurchaseCard.tsx';
import { PaymentNotice } from './PaymentNotice.tsx';
import { meQuery, purchaseQuery, stationQuery } from '../api/queries.ts';
import { StationCards } from './StationCards.tsx';
import { useCreation } from './use-creation.ts';
import { useLiveStation } from './use-live-station.ts';
import { usePayment } from './use-payment.ts';

/** What `/members` shows: the station's cards, the way to a station, or the wizard that makes one. */
export function Dashboard() {
  // The form may have been submitted in another tab meanwhile.
  const { data: me } = useQuery({ ...meQuery, refetchOnWindowFocus: 'always' });
  const station = useQuery(stationQuery);
  const { data: purchase } = useQuery(purchaseQuery);
  const isOpen = Boolean(purchase);
  const payment = usePayment(isOpen);
  const creation = useCreation(station.data);
  useLiveStation(Boolean(station.data));
  // Whoever may have just paid is not asked to pay.
  const isSettled = payment.is === 'none' || (payment.is !== 'checking' && purchase === null);
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
