import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { useProvidersPage } from './use-providers-page.ts';

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
