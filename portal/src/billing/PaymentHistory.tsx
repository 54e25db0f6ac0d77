import type { Invoice } from '@stationhouse/platform-api/contract/billing/schemas';
import Download from 'lucide-react/icons/download';
import { openClient } from '../api/client.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { formatPeriod } from '../ui/dates.ts';
import { EmptyState } from '../ui/Loaded.tsx';
import { Amount } from '../ui/Money.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { useProviderPage } from './ManageSubscription.tsx';
import { INVOICE_WORDS } from './subscription.ts';

interface PaymentHistoryProps {
  /** Newest first. */
  invoices: readonly Invoice[];
  isRefreshing: boolean;
  onRefresh: () => void;
}

const periodOf = ({ period_start, period_end }: Invoice) => formatPeriod(period_start, period_end);

const COLUMNS: readonly Column<Invoice>[] = [
  { header: 'Period', cell: periodOf },
  {
    header: 'Amount',
    numeric: true,
    // An open invoice has paid 0, which would read as its price.
    cell: ({ amount_paid, currency, status }) =>
      amount_paid === 0 && status !== 'paid' ? (
        <span className="text-muted">Not paid</span>
      ) : (
        <Amount cents={amount_paid} currency={currency} />
      ),
  },
  {
    header: 'Status',
    cell: ({ status }) => (
      <Badge kind={status === 'paid' ? 'good' : 'neutral'}>{INVOICE_WORDS[status]}</Badge>
    ),
  },
  {
    header: 'Download',
    cell: (invoice) => <InvoiceButton id={invoice.id} period={periodOf(invoice)} />,
  },
];

/** The invoices (specification §2, billing card). */
export function PaymentHistory({ invoices, isRefreshing, onRefresh }: PaymentHistoryProps) {
  return (
    <section aria-labelledby="payment-history" className="flex flex-col gap-3">
      <header className="flex items-center justify-between gap-4">
        <h3 id="payment-history" className="font-sans text-text font-semibold">
          Payment history
        </h3>
        <Button
          kind="secondary"
          size="small"
          busy={isRefreshing}
          busyText="Refreshing..."
          onClick={onRefresh}
        >
          Refresh
        </Button>
      </header>
      <Table
        caption="Payment history"
        columns={COLUMNS}
        rows={invoices}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No payment history available">
            Invoices will appear here after payments
          </EmptyState>
        }
      />
    </section>
  );
}

interface InvoiceButtonProps {
  id: string;
  /** Distinguishes the button for screen readers. */
  period: string;
}

/** Downloads an invoice in a new tab. */
function InvoiceButton({ id, period }: InvoiceButtonProps) {
  const page = useProviderPage({
    request: async () => (await (await openClient()).me.billing.downloadInvoice(id)).download_url,
    failure: 'Failed to download invoice',
    // A download leaves this text in the tab.
    tabText: 'Your invoice is being downloaded. You can close this tab once it is saved.',
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
