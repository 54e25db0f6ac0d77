import type {
  PackageChange,
  Subscription,
} from '@stationhouse/platform-api/contract/billing/schemas';
import type { AssetKind } from '@stationhouse/platform-api/contract/assets/values';
import {
  PACKAGE_NAMES,
  packageNamed,
  type PackageName,
} from '@stationhouse/platform-api/contract/billing/prices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { describe, hasCode } from '../api/failures.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { ErrorState, Loading, Skeleton } from '../ui/Loaded.tsx';
import { formatMoney, Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { toast } from '../ui/toast.ts';
import { vatWords } from './subscription.ts';

const isLarger = (one: PackageName, other: PackageName): boolean =>
  PACKAGE_NAMES.indexOf(one) > PACKAGE_NAMES.indexOf(other);

/** The subscription whose package is chosen. */
export interface ChangeableSubscription {
  package_name: PackageName;
  next_package_name: PackageName | null;
  unpaid_change: Subscription['unpaid_change'];
  /** Null: none follows, so only a larger package can be chosen. Absent: it is not known. */
  next_payment_date?: string | null;
  currency: string;
}

interface Changed {
  subscription: Subscription;
  payment_url: string | null;
}

/** The calls of the member, or of an admin on their behalf. */
interface PackageCalls {
  quote: (wanted: PackageName) => Promise<PackageChange>;
  change: (quote: PackageChange) => Promise<Changed>;
}

interface PackageChoiceProps {
  subscription: ChangeableSubscription;
  calls: PackageCalls;
  /** With an address for the payment, the change waits for it, and the choice says so. */
  onChanged: (changed: Changed) => void;
}

/** Chooses another package: what it costs, when it starts and what differs, and the button to confirm it. */
export function PackageChoice({ subscription, calls, onChanged }: PackageChoiceProps) {
  const { package_name: present, next_package_name: planned, unpaid_change: unpaid } = subscription;
  const settled = unpaid?.package_name ?? planned ?? present;
  // Stripe compares with the planned price, so a larger package needs the plan to be taken back first.
  const offered = PACKAGE_NAMES.filter(
    (name) =>
      name === present ||
      (isLarger(name, present) ? planned === null : subscription.next_payment_date !== null),
  );
  const [wanted, setWanted] = useState<PackageName>(settled);
  const note = (name: PackageName) => {
    if (name === present) return 'At present';
    return name === settled ? (unpaid ? 'Not paid yet' : 'Planned') : undefined;
  };
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        label="Package"
        stacked
        value={wanted}
        onChange={setWanted}
        choices={offered.map((value) => ({
          value,
          label: `${value}, ${formatMoney(packageNamed(value).monthly_fee, subscription.currency)} a month`,
          note: note(value),
        }))}
      />
      {planned === null ? null : (
        <p className="text-small text-muted">
          For a larger package, keep {present} first. Then its price is shown.
        </p>
      )}
      {unpaid?.package_name === wanted ? (
        <PayFirst wanted={wanted} url={unpaid.payment_url} />
      ) : wanted === settled ? null : (
        <Quoted
          key={wanted}
          subscription={subscription}
          wanted={wanted}
          calls={calls}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

interface QuotedProps extends PackageChoiceProps {
  wanted: PackageName;
}

function Quoted({ subscription, wanted, calls, onChanged }: QuotedProps) {
  // A new quote each time: the difference falls by the minute.
  const {
    data: quote,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['package-quote', wanted],
    queryFn: () => calls.quote(wanted),
    gcTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: calls.change,
    onSuccess(changed) {
      if (changed.payment_url === null) {
        toast({ ...doneWords(subscription, changed.subscription), kind: 'good' });
      }
      onChanged(changed);
    },
    onError(failure) {
      if (hasCode(failure, 'subscription_changed')) void refetch();
    },
  });
  if (error) {
    const load = () => void refetch();
    return (
      <ErrorState
        title="Failed to load the price"
        failure={error}
        busy={isFetching}
        onRetry={load}
      />
    );
  }
  if (!quote) {
    return (
      <Loading className="flex flex-col gap-3">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  return (
    <>
      <Meaning subscription={subscription} quote={quote} />
      <Differences present={subscription.package_name} wanted={wanted} quote={quote} />
      <div role="alert" className="empty:hidden">
        {change.error ? (
          <Notice kind="bad" title={describe(change.error).title}>
            {describe(change.error).detail}
          </Notice>
        ) : null}
      </div>
      <Button
        busy={change.isPending || isFetching}
        busyText="One moment..."
        onClick={() => change.mutate(quote)}
      >
        {actionOf(subscription, quote)}
      </Button>
    </>
  );
}

function actionOf(
  { package_name: present, currency }: ChangeableSubscription,
  quote: PackageChange,
): string {
  const { package_name: wanted, amount_due, effective_at } = quote;
  if (wanted === present) return `Keep ${present}`;
  if (effective_at !== null) return `Change on ${formatDate(effective_at)}`;
  return `Pay ${formatMoney(amount_due, currency)} and change now`;
}

function doneWords(
  before: ChangeableSubscription,
  { package_name, next_package_name, next_payment_date }: Subscription,
) {
  if (next_package_name !== null && next_payment_date !== null) {
    return {
      title: `Changes to ${next_package_name}`,
      description: `On ${formatDate(next_payment_date)}. Until then it stays ${before.package_name}.`,
    };
  }
  return { title: `The package is ${package_name ?? before.package_name}` };
}

/** The payments, and when the package starts. */
function Meaning({
  subscription,
  quote,
}: {
  subscription: ChangeableSubscription;
  quote: PackageChange;
}) {
  const { package_name: present, currency } = subscription;
  const { package_name: wanted, effective_at, amount_due, next_payment } = quote;
  const vat = next_payment === null ? '' : ` ${vatWords(next_payment.amount, wanted)}`;
  return (
    <div className="flex flex-col gap-2">
      {wanted === present ? <p>{present} stays, and the other change is taken back.</p> : null}
      {effective_at === null ? null : (
        <p>
          {present} stays until <Strong>{formatDate(effective_at)}</Strong>. Nothing is charged
          before.
        </p>
      )}
      {amount_due > 0 ? (
        <p>
          To pay now:{' '}
          <Strong>
            <Money cents={amount_due} currency={currency} />
          </Strong>
          {vat}. It is the difference for the rest of the paid month. {wanted} starts at once.
        </p>
      ) : null}
      {next_payment === null ? null : (
        <p>
          From <Strong>{formatDate(next_payment.date)}</Strong>:{' '}
          <Strong>
            <Money cents={next_payment.amount} currency={currency} />
          </Strong>{' '}
          a month{vat}.
        </p>
      )}
    </div>
  );
}

const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="whitespace-nowrap text-ink">{children}</strong>
);

const KIND_WORDS: Record<AssetKind, string> = {
  logo: 'logos',
  dark_logo: 'logos for dark grounds',
  background: 'background pictures',
  jingle: 'jingles',
  radio_id: 'radio IDs',
  commercial: 'commercial spots',
};

interface DifferencesProps {
  present: PackageName;
  wanted: PackageName;
  quote: PackageChange;
}

/** The differences between the packages, and the files for which there is no room. */
function Differences({ present, wanted, quote }: DifferencesProps) {
  if (present === wanted) return null;
  const of = (name: PackageName, other: PackageName) => {
    const common = packageNamed(other).features;
    return packageNamed(name).features.filter((feature) => !common.includes(feature));
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Features title={`With ${present}`} features={of(present, wanted)} />
        <Features title={`With ${wanted}`} features={of(wanted, present)} />
      </div>
      {quote.over_limits.length === 0 ? null : (
        <Notice kind="neutral" title={`There are more files than ${wanted} has room for`}>
          <ul className="list-disc ps-5">
            {quote.over_limits.map(({ kind, files, allowed }) => (
              <li key={kind}>
                {files} {KIND_WORDS[kind]}, and {allowed === 0 ? 'none are' : `${allowed} are`} part
                of it
              </li>
            ))}
          </ul>
          <p className="mt-1">
            They are kept. New ones can be added once those that are too many are deleted.
          </p>
        </Notice>
      )}
    </>
  );
}

function Features({ title, features }: { title: string; features: string[] }) {
  return (
    <div>
      <h3 className="font-sans text-small font-semibold">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-small text-muted">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </div>
  );
}

/** The stored card was declined, or its bank wants a confirmation. */
function PayFirst({ wanted, url }: { wanted: PackageName; url: string }) {
  return (
    <>
      <div role="alert">
        <Notice kind="neutral" title="The bank has not paid yet">
          {wanted} starts once the payment is made. Please confirm it, or pay with another card.
          Nothing changes until then.
        </Notice>
      </div>
      <ButtonLink href={url} newTab>
        Go to the payment
      </ButtonLink>
    </>
  );
}
