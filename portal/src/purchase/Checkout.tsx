import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Setback } from './checkout-setback.ts';

interface CheckoutProps {
  setback: Setback | undefined;
  isBusy: boolean;
  onPay: () => void;
  onDone: () => void;
}

/** The button that leads to paying, and why it did not where it did not. */
export function Checkout({ setback, isBusy, onPay, onDone }: CheckoutProps) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {setback ? <SetbackNotice setback={setback} /> : null}
      </div>
      {setback?.is === 'subscribed' ? (
        <Button size="large" onClick={onDone}>
          Go to your dashboard
        </Button>
      ) : (
        <div className="flex flex-col gap-3">
          <Button size="large" busy={isBusy} busyText="Opening payment..." onClick={onPay}>
            Complete Purchase
          </Button>
          <p className="text-small text-muted">
            You pay on a page of Stripe, our payment provider, which opens in a new tab. Our{' '}
            <Link to="/terms-of-service" target="_blank" rel="noopener" className="link">
              Terms of service
            </Link>{' '}
            apply.
          </p>
        </div>
      )}
    </>
  );
}

function SetbackNotice({ setback }: { setback: Setback }) {
  // Those are said beside the fields themselves.
  if (setback.is === 'wrong-details') return null;
  const isNoFault = setback.is === 'price-changed' || setback.is === 'subscribed';
  return (
    <Notice kind={isNoFault ? 'neutral' : 'bad'} title={setback.title}>
      {setback.detail}
      {setback.is === 'failed' && setback.requestId !== '' ? (
        <span className="block text-muted">Reference: {setback.requestId}</span>
      ) : null}
    </Notice>
  );
}
