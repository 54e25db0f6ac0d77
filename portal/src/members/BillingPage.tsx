import { BillingCard } from '../billing/BillingCard.tsx';
import { BillingNotice } from '../billing/BillingNotice.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';
import { PackageCard } from './PackageCard.tsx';

/** `/members/billing`: the package, the subscription and the invoices. */
export function BillingPage() {
  return (
    <MemberPage title="Billing" description="Your package, your subscription and your invoices.">
      <OfStation>
        {(station) => {
          const { status, package_name, package_price } = station;
          const isBought = package_name !== null || package_price !== null;
          return (
            <>
              <BillingNotice stationStatus={status} />
              <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
                {isBought ? <PackageCard station={station} /> : null}
                <BillingCard stationStatus={status} />
              </div>
            </>
          );
        }}
      </OfStation>
    </MemberPage>
  );
}
