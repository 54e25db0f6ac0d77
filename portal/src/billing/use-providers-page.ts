import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
