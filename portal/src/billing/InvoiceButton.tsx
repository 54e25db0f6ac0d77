import Download from 'lucide-react/icons/download';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { useProvidersPage } from './use-providers-page.ts';

interface InvoiceButtonProps {
  id: string;
  /** What tells it from the buttons of other rows, for those who hear the page. */
  period: string;
}

/** Downloads an invoice, in a tab of its own. */
export function InvoiceButton({ id, period }: InvoiceButtonProps) {
  const page = useProvidersPage({
    ask: async () => (await (await openClient()).me.billing.downloadInvoice(id)).download_url,
    failure: 'Failed to download invoice',
    // A download leaves its tab as it was.
    meanwhile: 'Your invoice is on its way. Once it is saved you can close this tab.',
  });
  if (page.link !== undefined) {
    return (
      <ButtonLink href={page.link} newTab kind="secondary" size="small">
        Open invoice<span className="sr-only"> for {period}</span>
      </ButtonLink>
    );
  }
  return (
    <Button
      kind="secondary"
      size="small"
      busy={page.isBusy}
      busyText="Opening..."
      onClick={page.open}
    >
      <Download aria-hidden="true" />
      Invoice<span className="sr-only"> for {period}</span>
    </Button>
  );
}
