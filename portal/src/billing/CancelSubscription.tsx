import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import { NOTICE_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Money } from '../ui/Money.tsx';
import { toast } from '../ui/toast.ts';
import { Keep } from './Keep.tsx';
import { hasEnded, nextVatWords, useShowSubscription } from './subscription.ts';

/** Cancels the subscription after it has shown the last day and the last payment, or takes that back. A trial is continued instead. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  if (subscription.if_cancelled) {
    return <Cancel subscription={subscription} ending={subscription.if_cancelled} />;
  }
  if (subscription.cancel_at === null || hasEnded(subscription)) return null;
  return <Keep isTrial={subscription.trial_ends_at !== null} />;
}

interface CancelProps {
  subscription: Subscription;
  ending: NonNullable<Subscription['if_cancelled']>;
}

function Cancel({ subscription, ending: { ends_at, payment } }: CancelProps) {
  const show = useShowSubscription();
  const cancel = async () => {
    try {
      show((await (await openClient()).me.billing.cancel(ends_at)).subscription);
    } catch (failure) {
      // The dialog then shows the new dates.
      if (hasCode(failure, 'subscription_changed')) await show.again();
      throw failure;
    }
    toast({
      title: 'Subscription cancelled',
      description: `Your station stays on air until ${formatDate(ends_at)}.`,
      kind: 'good',
    });
  };
  return (
    <AlertDialog
      title="Cancel your subscription?"
      trigger={<Button kind="quiet">Cancel subscription</Button>}
      action="Cancel subscription"
      no="Keep my station"
      busyText="Cancelling..."
      failureText="Failed to cancel the subscription"
      onConfirm={cancel}
      danger
    >
      <div className="flex flex-col gap-3">
        <p>
          Your station stays on air until{' '}
          <strong className="whitespace-nowrap text-ink">{formatDate(ends_at)}</strong>.
        </p>
        {payment === null ? (
          <p>Nothing more will be charged.</p>
        ) : (
          <p>
            Cancelling takes {NOTICE_DAYS} days’ notice, and the month you have paid for ends before
            that. One last payment of{' '}
            <strong className="whitespace-nowrap text-ink">
              <Money cents={payment.amount} currency={subscription.currency} />
            </strong>{' '}
            {nextVatWords(subscription)} is due on{' '}
            <strong className="whitespace-nowrap text-ink">{formatDate(payment.date)}</strong>.
          </p>
        )}
        <p>You can change your mind here until the last day.</p>
      </div>
    </AlertDialog>
  );
}
