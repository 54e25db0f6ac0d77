import type { Subscription } from '@stationhouse/platform-api/contract/billing';
import { NOTICE_DAYS } from '@stationhouse/platform-api/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Money } from '../ui/Money.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { billingQuery, hasEnded } from './subscription.ts';

/** Cancels the subscription after it has shown the last day and the last payment, or takes that back. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  if (subscription.if_cancelled) {
    return <Cancel subscription={subscription} ending={subscription.if_cancelled} />;
  }
  return subscription.cancel_at === null || hasEnded(subscription) ? null : <Keep />;
}

interface CancelProps {
  subscription: Subscription;
  ending: NonNullable<Subscription['if_cancelled']>;
}

function Cancel({ subscription: { currency }, ending: { ends_at, payment } }: CancelProps) {
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
          <strong className="text-ink">{formatDate(ends_at)}</strong>.
        </p>
        {payment === null ? (
          <p>Nothing more will be charged.</p>
        ) : (
          <p>
            Cancelling takes {NOTICE_DAYS} days’ notice, and the month you have paid for ends before
            that. One last payment of{' '}
            <strong className="text-ink">
              <Money cents={payment.amount} currency={currency} />
            </strong>{' '}
            with VAT is due on <strong className="text-ink">{formatDate(payment.date)}</strong>.
          </p>
        )}
        <p>You can change your mind here until the last day.</p>
      </div>
    </AlertDialog>
  );
}

function Keep() {
  const show = useShowSubscription();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).me.billing.resume(),
    onSuccess({ subscription }) {
      show(subscription);
      toast({ title: 'Your subscription continues', kind: 'good' });
    },
    onError(failure) {
      if (hasCode(failure, 'subscription_changed')) void show.again();
      toastFailure('Failed to take back the cancellation')(failure);
    },
  });
  return (
    <Button kind="primary" busy={isPending} busyText="One moment..." onClick={() => mutate()}>
      Keep my station
    </Button>
  );
}

/** Shows a changed subscription in the billing card; `again` loads it. */
function useShowSubscription() {
  const queries = useQueryClient();
  const show = (subscription: Subscription) =>
    queries.setQueryData(billingQuery.queryKey, (known) => known && { ...known, subscription });
  return Object.assign(show, {
    again: () => queries.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}
