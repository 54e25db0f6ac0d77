import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

interface PaymentPageProps {
  url: string;
  /** The page is open in its own tab. */
  isOpen: boolean;
  onOpen: () => void;
  onDone: () => void;
}

/** Replaces the summary once there is a payment page, with links to it and to the dashboard. */
export function PaymentPage({ url, isOpen, onOpen, onDone }: PaymentPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so the focus moves to the new heading, which is then read out.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="max-w-xl">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-title outline-none">
          {isOpen ? 'Your payment page is open in another tab' : 'Your payment page is ready'}
        </h3>
        <p className="mt-2 text-muted">
          {isOpen
            ? 'Finish paying there. If you closed it, open it again here: your order is saved. Your dashboard shows when the payment has arrived.'
            : 'Your browser blocked the new tab. Open the page yourself; your details are saved.'}
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ButtonLink href={url} newTab onClick={onOpen} onAuxClick={onOpen}>
          {isOpen ? 'Open it again' : 'Open the payment page'}
        </ButtonLink>
        <Button kind="secondary" onClick={onDone}>
          Go to your dashboard
        </Button>
      </div>
    </Card>
  );
}
