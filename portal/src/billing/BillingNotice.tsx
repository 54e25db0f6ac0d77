import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { StationStatus } from '@stationhouse/platform-api/contract/stations/values';
import { useQuery } from '@tanstack/react-query';
import { CHANGE_PACKAGE_PATH, CREATE_PATH } from '../api/member-paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Keep } from './Keep.tsx';
import { ManageSubscription } from './ManageSubscription.tsx';
import { paymentTrouble } from './payment-trouble.ts';
import { billingQuery, nextVatWords } from './subscription.ts';

/** Shown on Home and Billing while a payment is missing. */
export function BillingNotice({ stationStatus }: { stationStatus: StationStatus }) {
  const { data } = useQuery(billingQuery);
  const trouble = data ? paymentTrouble(data.subscription, stationStatus) : null;
  if (!trouble) {
    return data?.subscription ? (
      <>
        <TrialNotice subscription={data.subscription} />
        <UnpaidChange subscription={data.subscription} />
      </>
    ) : null;
  }
  const { title, text, remedy } = trouble;
  return (
    <div role="status">
      <Notice kind="bad" title={title}>
        <p>{text}</p>
        <div className="mt-3 mb-1">
          {remedy === 'buy' ? (
            <ButtonLink to={CREATE_PATH}>Start again</ButtonLink>
          ) : (
            <ManageSubscription kind="primary" />
          )}
        </div>
      </Notice>
    </div>
  );
}

/** Says when a trial ends, and continues it with one click. */
function TrialNotice({ subscription }: { subscription: Subscription }) {
  const { trial_ends_at, amount, currency } = subscription;
  if (trial_ends_at === null) return null;
  return (
    <div role="status">
      <Notice kind="neutral" title={`Your trial ends on ${formatDate(trial_ends_at)}`}>
        <p>
          It ends automatically, and nothing more is charged. If you continue, you pay{' '}
          <Money cents={amount} currency={currency} /> a month {nextVatWords(subscription)} from
          that day on.
        </p>
        <div className="mt-3 mb-1">
          <Keep isTrial />
        </div>
      </Notice>
    </div>
  );
}

/** While a change of package waits for its payment. */
function UnpaidChange({ subscription }: { subscription: Subscription }) {
  const { unpaid_change: unpaid, package_name: present } = subscription;
  if (!unpaid) return null;
  return (
    <div role="status">
      <Notice kind="neutral" title={`${unpaid.package_name} is not paid yet`}>
        <p>
          Your change waits for its payment for a day. Nothing changes until then
          {present === null ? '' : `, and you keep ${present}`}.
        </p>
        <div className="mt-3 mb-1 flex flex-wrap gap-3">
          <ButtonLink href={unpaid.payment_url} newTab>
            Go to the payment
          </ButtonLink>
          <ButtonLink to={CHANGE_PACKAGE_PATH} kind="secondary">
            Change package
          </ButtonLink>
        </div>
      </Notice>
    </div>
  );
}
