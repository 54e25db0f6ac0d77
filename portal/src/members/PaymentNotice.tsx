import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { PaymentReturn } from './use-payment.ts';

interface PaymentNoticeProps {
  payment: PaymentReturn;
  /** There is an unpaid purchase; an email will confirm its payment. */
  isOpen: boolean;
}

/** The state of a payment on the return from it (specification §4, Payment return). */
export function PaymentNotice({ payment, isOpen }: PaymentNoticeProps) {
  if (payment.status === 'none' || payment.status === 'paid') return null;
  return (
    <div role="status">
      <Notice kind="neutral" title="Payment Verification">
        {payment.status === 'checking' ? (
          <p>We are checking that your payment has arrived...</p>
        ) : null}
        {payment.status === 'waiting' || payment.status === 'ended' ? (
          <p>{payment.message}</p>
        ) : null}
        {payment.status === 'resting' ? (
          <>
            <p>
              {isOpen
                ? 'This takes longer than usual. We send you an email as soon as your payment arrives. Do not pay again.'
                : payment.message}
            </p>
            <Button
              kind="secondary"
              size="small"
              className="mt-3 mb-1"
              busy={payment.isChecking}
              busyText="Checking..."
              onClick={payment.check}
            >
              Check again
            </Button>
          </>
        ) : null}
      </Notice>
    </div>
  );
}
