import type { Subscription } from '@stationhouse/platform-api/contract/billing';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { formatDate } from '../ui/dates.ts';
import { Figure, Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';
import { ManageSubscription } from './ManageSubscription.tsx';
import { hasEnded, SUBSCRIPTION_WORDS } from './status-words.ts';

interface CurrentSubscriptionProps {
  subscription: Subscription | null;
  /** It has ended and the station went off air: it can be bought again. */
  canStartAgain: boolean;
}

/** What is paid next and when, and the way to change it (specification §2, billing card). */
export function CurrentSubscription({ subscription, canStartAgain }: CurrentSubscriptionProps) {
  return (
    <section aria-labelledby="current-subscription" className="flex flex-col gap-4">
      <h3 id="current-subscription" className="font-sans text-text font-semibold">
        Current Subscription
      </h3>
      {subscription === null ? (
        <p className="text-muted">You have no subscription at the moment.</p>
      ) : (
        <State subscription={subscription} />
      )}
      <div className="flex flex-wrap items-start gap-3">
        {canStartAgain ? <ButtonLink to="?create=package">Start again</ButtonLink> : null}
        <ManageSubscription kind="secondary" />
      </div>
    </section>
  );
}

function State({ subscription }: { subscription: Subscription }) {
  const { status, next_payment_date, amount, currency, cancel_at } = subscription;
  const isOver = hasEnded(subscription);
  return (
    <Figures>
      <Figure name="Status">
        <Badge kind={status === 'active' ? 'good' : 'neutral'}>{SUBSCRIPTION_WORDS[status]}</Badge>
      </Figure>
      {cancel_at === null ? null : (
        <Figure name="Cancelled">
          {isOver ? 'Ended on' : 'Ends on'} {formatDate(cancel_at)}
        </Figure>
      )}
      {isOver || next_payment_date === null ? null : (
        <>
          <Figure name="Next payment">{formatDate(next_payment_date)}</Figure>
          <Figure name="Amount">
            <Money cents={amount} currency={currency} />{' '}
            <span className="text-small font-normal text-muted">with VAT</span>
          </Figure>
        </>
      )}
    </Figures>
  );
}
