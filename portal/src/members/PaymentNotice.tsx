import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { PaymentReturn } from './use-payment.ts';

interface PaymentNoticeProps {
  payment: PaymentReturn;
  /** The purchase is known and not paid yet: what follows will be told by mail too. */
  isOpen: boolean;
}

/** What has become of a payment, for whoever comes back from it (specification §4, Payment return). */
export function PaymentNotice({ payment, isOpen }: PaymentNoticeProps) {
  if (payment.is === 'none') return null;
  return (
    <div role="status">
      <Notice kind="neutral" title="Payment Verification">
        {payment.is === 'checking' ? <p>We are checking that your payment has arrived...</p> : null}
        {payment.is === 'waiting' ? <p>{payment.message}</p> : null}
        {payment.is === 'resting' ? (
          <>
            <p>
              {isOpen
                ? 'It takes longer than usual. We go on checking, and send you a mail as soon as your payment has arrived. There is no need to pay again.'
                : payment.message}
            </p>
            <Button
              kind="secondary"
              size="small"
              className="mt-3 mb-1"
              busy={payment.isAsking}
              busyText="Checking..."
              onClick={payment.onAsk}
            >
              Check again
            </Button>
          </>
        ) : null}
      </Notice>
    </div>
  );
}
