import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import { PACKAGES, type Package } from '@stationhouse/platform-api/contract/billing/prices';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { ChangePackage } from '../billing/ChangePackage.tsx';
import { billingQuery, hasEnded } from '../billing/subscription.ts';
import { Card, FeatureItem } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { Loading, Skeleton } from '../ui/Loaded.tsx';
import { Money } from '../ui/Money.tsx';

/**
 * The same day of the next month, or its last day, as Stripe counts billing cycles.
 *
 * @param time ISO 8601
 */
function oneMonthAfter(time: string): string {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // JavaScript turns a missing 31st into a day of the month after.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.toISOString();
}

/**
 * When the package renews: with the next payment, or one month after the purchase without a subscription
 * (specification §9).
 *
 * @returns ISO 8601; null when it does not renew or this is unknown
 */
export function renewalDate(
  subscription: Subscription | null,
  purchasedAt: string | null,
): string | null {
  if (subscription === null) return purchasedAt && oneMonthAfter(purchasedAt);
  return hasEnded(subscription) ? null : subscription.next_payment_date;
}

/** The package, its monthly price and its renewal date (specification §2, §9). */
export function PackageCard({ station }: { station: Station }) {
  const { package_name, package_price, currency } = station;
  const offer = PACKAGES.find(({ name }) => name === package_name);
  const price = offer?.monthly_fee ?? package_price;
  return (
    <Card title="Your package">
      <div>
        <p className="font-semibold">{package_name ?? 'Made for you'}</p>
        {price === null ? null : (
          <p className="font-heading text-heading font-bold">
            <Money cents={price} currency={currency} />{' '}
            <span className="font-sans text-text font-medium tracking-normal text-muted">
              a month
            </span>
          </p>
        )}
        <Renewal purchasedAt={station.purchased_at} />
      </div>
      <ChangePackage />
      {offer ? <Features {...offer} /> : null}
    </Card>
  );
}

function Renewal({ purchasedAt }: { purchasedAt: string | null }) {
  const { data, isPending } = useQuery(billingQuery);
  if (isPending) {
    return (
      <Loading>
        <Skeleton className="mt-1 h-5 w-44" />
      </Loading>
    );
  }
  // The billing card reports a failure to load.
  const date = data ? renewalDate(data.subscription, purchasedAt) : null;
  const trialEnd = data?.subscription?.trial_ends_at;
  if (trialEnd) {
    return <p className="tabular text-small text-muted">Trial until {formatDate(trialEnd)}</p>;
  }
  if (date === null) return null;
  const next = data?.subscription?.next_package_name;
  return (
    <p className="tabular text-small text-muted">
      {next ? `Changes to ${next} on ${formatDate(date)}` : `Renews on ${formatDate(date)}`}
    </p>
  );
}

function Features({ features }: Package) {
  return (
    <details className="group mt-auto">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-small border-t border-line pt-3 font-semibold [&::-webkit-details-marker]:hidden">
        {features.length} features included
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mt-3 grid gap-2.5 text-small">
        {features.map((feature) => (
          <FeatureItem key={feature}>{feature}</FeatureItem>
        ))}
      </ul>
    </details>
  );
}
