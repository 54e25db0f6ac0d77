import { useMutation } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/toast.ts';

interface PendingEmailProps {
  /** Where the change waits to be confirmed. */
  address: string;
  /** The one that counts until then; null: none. */
  current: string | null;
}

/** A change of address that waits for somebody to follow the link in the mail. */
export function PendingEmail({ address, current }: PendingEmailProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await openClient()).auth.resend({ type: 'email_change', email: address }),
    // Somebody waits: without a network it is told at once.
    networkMode: 'always',
    onSuccess: () =>
      toast({
        title: 'E-mail sent',
        description: 'The link in the mail before it no longer works.',
        kind: 'good',
      }),
    onError: toastFailure('Failed to send the mail'),
  });
  return (
    <div role="status">
      <Notice kind="neutral" title="Your new address waits to be confirmed">
        <p>
          Follow the link in our mail to <span className="font-semibold">{address}</span>.
          {current === null ? null : ` Until then ${current} stays as it is.`}
        </p>
        <Button
          kind="secondary"
          size="small"
          className="mt-3 mb-1"
          busy={isPending}
          busyText="Sending..."
          onClick={() => mutate()}
        >
          Send the Mail Again
        </Button>
      </Notice>
    </div>
  );
}
