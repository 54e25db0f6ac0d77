import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { openLater, type LaterTab } from '../ui/open-later.ts';
import { toast } from '../ui/toast.ts';
import { actionFailure } from './billing-failure.ts';

interface ProvidersPage {
  /** Asks for its address. Throws what the client throws. */
  ask: () => Promise<string>;
  /** What is said when that fails without a reason of its own. */
  failure: string;
  /** What the new tab says until the page is there. */
  meanwhile?: string;
}

/**
 * Opens a page of the payment provider in a tab of its own, which is there from the click on. `link` is
 * the page where the browser opened none.
 */
export function useProvidersPage({ ask, failure: title, meanwhile }: ProvidersPage) {
  const [link, setLink] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: LaterTab) => ask(),
    // The person waits in front of an empty tab: without a network it is told at once.
    networkMode: 'always',
    onSuccess: (url, tab) => setLink(tab.go(url) ? undefined : url),
    onError(failure, tab) {
      tab.close();
      toast({ ...actionFailure(title, failure), kind: 'bad' });
    },
  });
  return { open: () => mutate(openLater(meanwhile)), isBusy: isPending, link };
}

/** Opens the payment provider's page on which a card is changed, an invoice paid, a subscription cancelled. */
export function ManageSubscription({ kind }: { kind: 'primary' | 'secondary' }) {
  const page = useProvidersPage({
    ask: async () => (await (await openClient()).me.billing.openPortal()).url,
    failure: 'Failed to open billing portal',
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button kind={kind} busy={page.isBusy} busyText="Opening..." onClick={page.open}>
        Manage Subscription
      </Button>
      {page.link === undefined ? null : (
        <p role="status" className="text-small text-muted">
          Your browser kept the new tab shut.{' '}
          <a href={page.link} target="_blank" rel="noopener" className="link">
            Open it here<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      )}
    </div>
  );
}
