import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { describe, hasCode, isRefusal } from '../api/failures.ts';
import { Button } from '../ui/Button.tsx';
import { openLater, type LaterTab } from '../ui/open-later.ts';
import { toast } from '../ui/toast.ts';

/** Whether a failure is shown under the API's own title: 'Setup Required', 'Configuration Error'. */
export const hasOwnTitle = (failure: unknown): boolean =>
  isRefusal(failure) || hasCode(failure, 'stripe_not_configured');

/** Words for a failed action (specification §8, Invoice and Portal). Server errors get no detail. */
function describeAction(failure: unknown, title: string) {
  if (hasOwnTitle(failure)) return describe(failure);
  const isUnreachable = hasCode(failure, 'unreachable');
  const detail = isUnreachable ? describe(failure).detail : 'Please try again in a moment.';
  return { title, detail };
}

interface ProviderPage {
  /** Requests the address of the page. */
  request: () => Promise<string>;
  /** The title of a failure. */
  failure: string;
  /** The text of the new tab until the page is loaded. */
  tabText?: string;
}

/**
 * Opens a page of the payment provider in a new tab, which is opened at the click. `link` is set when the
 * browser blocked the tab.
 */
export function useProviderPage({ request, failure: title, tabText }: ProviderPage) {
  const [link, setLink] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: LaterTab) => request(),
    onSuccess: (url, tab) => setLink(tab.go(url) ? undefined : url),
    onError(failure, tab) {
      tab.close();
      const words = describeAction(failure, title);
      toast({ title: words.title, description: words.detail, kind: 'bad' });
    },
  });
  return { open: () => mutate(openLater(tabText)), isBusy: isPending, link };
}

/** Opens the provider's page to change the card or pay an invoice. */
export function ManageSubscription({ kind }: { kind: 'primary' | 'secondary' }) {
  const page = useProviderPage({
    request: async () => (await (await openClient()).me.billing.openPortal()).url,
    failure: 'Failed to open billing portal',
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button kind={kind} busy={page.isBusy} busyText="Opening..." onClick={page.open}>
        Manage subscription
      </Button>
      {page.link === undefined ? null : (
        <p role="status" className="text-small text-muted">
          Your browser blocked the new tab.{' '}
          <a href={page.link} target="_blank" rel="noopener" className="link">
            Open it here<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      )}
    </div>
  );
}
