import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

interface PaymentPageProps {
  url: string;
  /** It has a tab of its own already. */
  isOpen: boolean;
  onOpen: () => void;
  onDone: () => void;
}

/** In place of the summary once there is a page to pay on: the way to it, and the way on. */
export function PaymentPage({ url, isOpen, onOpen, onDone }: PaymentPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone, and what took its place is read out.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="max-w-xl">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-title outline-none">
          {isOpen ? 'Your payment page is open in another tab' : 'Your payment page is ready'}
        </h3>
        <p className="mt-2 text-muted">
          {isOpen
            ? 'Finish paying there, then come back here. Your dashboard shows when the payment has arrived.'
            : 'Your browser did not let us open a tab for it. Open it yourself: nothing that you typed is lost.'}
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ButtonLink
          href={url}
          newTab
          kind={isOpen ? 'secondary' : 'primary'}
          onClick={onOpen}
          onAuxClick={onOpen}
        >
          {isOpen ? 'Open it again' : 'Open the payment page'}
        </ButtonLink>
        <Button kind={isOpen ? 'primary' : 'secondary'} onClick={onDone}>
          Go to your dashboard
        </Button>
      </div>
    </Card>
  );
}
