import type { StationStatus } from '@stationhouse/platform-api/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Notice } from '../ui/Notice.tsx';
import { billingQuery } from './billing-query.ts';
import { ManageSubscription } from './ManageSubscription.tsx';
import { paymentTrouble } from './payment-trouble.ts';

/** At the top of the dashboard while a payment is missing: what happened, until when, what helps. */
export function BillingNotice({ stationStatus }: { stationStatus: StationStatus }) {
  const { data } = useQuery(billingQuery);
  const trouble = data ? paymentTrouble(data.subscription, stationStatus) : null;
  if (!trouble) return null;
  const { title, text, remedy } = trouble;
  return (
    <div role="status">
      <Notice kind="bad" title={title}>
        <p>{text}</p>
        <div className="mt-3 mb-1">
          {remedy === 'buy' ? (
            <ButtonLink to="?create=package">Start again</ButtonLink>
          ) : (
            <ManageSubscription kind="primary" />
          )}
        </div>
      </Notice>
    </div>
  );
}
