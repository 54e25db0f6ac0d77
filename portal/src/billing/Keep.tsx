import { useMutation } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { Button } from '../ui/Button.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { useShowSubscription } from './subscription.ts';

/** Takes back a cancellation, or continues a trial, with one click. */
export function Keep({ isTrial = false }: { isTrial?: boolean }) {
  const show = useShowSubscription();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).me.billing.resume(),
    onSuccess({ subscription }) {
      show(subscription);
      toast({ title: 'Your subscription continues', kind: 'good' });
    },
    onError(failure) {
      if (hasCode(failure, 'subscription_changed')) void show.again();
      const what = isTrial ? 'Failed to continue' : 'Failed to take back the cancellation';
      toastFailure(what)(failure);
    },
  });
  return (
    <Button kind="primary" busy={isPending} busyText="One moment..." onClick={() => mutate()}>
      {isTrial ? 'Continue after the trial' : 'Keep my station'}
    </Button>
  );
}
