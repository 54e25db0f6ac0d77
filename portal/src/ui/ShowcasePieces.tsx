import { RequestFailed } from '@stationhouse/sdk/client';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Accordion } from './Accordion.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { Badge } from './Badge.tsx';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { Dialog } from './Dialog.tsx';
import { Lamp } from './Lamp.tsx';
import { EmptyState, ErrorState, Skeleton } from './Loaded.tsx';
import { Logo } from './Logo.tsx';
import { Menu } from './Menu.tsx';
import { Money } from './Money.tsx';
import { Notice } from './Notice.tsx';
import { Picture } from './Picture.tsx';
import { Table, type Column } from './Table.tsx';
import { Tabs } from './Tabs.tsx';
import { toast } from './toast.ts';

/** A named part of the showcase. */
export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line py-10">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  );
}

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const INVOICES = [
  { id: '1', month: 'November 2026', status: 'Paid', cents: 149_00 },
  { id: '2', month: 'October 2026', status: 'Paid', cents: 179_40 },
  { id: '3', month: 'September 2026', status: 'Failed', cents: 1_537_60 },
];
const INVOICE_COLUMNS: readonly Column<(typeof INVOICES)[number]>[] = [
  { header: 'Month', cell: ({ month }) => month },
  {
    header: 'Status',
    cell: ({ status }) => <Badge kind={status === 'Paid' ? 'good' : 'bad'}>{status}</Badge>,
  },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ cents }) => <Money cents={cents} currency="eur" />,
  },
];
const nothing = () => {};

/** All that is not asked and not typed. */
export function ShowcasePieces() {
  return (
    <>
      <Shelf title="Logo and lamp">
        <div className="flex flex-wrap items-center gap-6">
          <Logo className="text-[2rem]" />
          <Logo on={false} className="text-[1.25rem]" />
          <Logo oneColour className="text-[1.25rem]" />
          <Logo markOnly className="text-[0.667rem]" />
          <Lamp on className="text-[2rem]" />
          <Lamp on={false} className="text-[2rem]" />
        </div>
      </Shelf>
      <Shelf title="Buttons">
        {KINDS.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center gap-3">
            <Button kind={kind} size="small">
              Small
            </Button>
            <Button kind={kind}>Start Your Station</Button>
            <Button kind={kind} busy busyText="Sending...">
              Send Message
            </Button>
            <Button kind={kind} disabled>
              Not now
            </Button>
          </div>
        ))}
      </Shelf>
      <Shelf title="Badges">
        <div className="flex flex-wrap gap-2">
          <Badge kind="on-air">LIVE</Badge>
          <Badge kind="live">Live</Badge>
          <Badge kind="waiting">In Progress</Badge>
          <Badge kind="good">Paid</Badge>
          <Badge kind="bad">Payment failed</Badge>
          <Badge>Member Dashboard</Badge>
        </div>
      </Shelf>
      <Shelf title="Notices">
        <Notice kind="attention" title="Setup your Radio Station Now to start using it!">
          It takes about ten minutes.
        </Notice>
        <Notice kind="good" title="Setup Information Submitted">
          On 21 November 2026.
        </Notice>
        <Notice kind="bad" title="Login Error">
          Email and password do not match.
        </Notice>
        <Notice kind="neutral" title="Payments go to a sandbox here." />
      </Shelf>
      <Shelf title="Cards">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card
            title="Now playing"
            description="Harbour Café Radio"
            aside={<Badge kind="on-air">LIVE</Badge>}
          >
            <div className="flex items-center gap-4">
              <Picture
                src="/missing.png"
                alt=""
                width={64}
                height={64}
                className="size-16 rounded-small"
              />
              <p className="min-w-0 font-semibold">
                Slow Tide
                <span className="block text-small font-normal text-muted">The Lanterns</span>
              </p>
            </div>
          </Card>
          <Card title="Last played">
            <div className="flex items-center gap-4">
              <Skeleton className="size-16" />
              <div className="grid flex-1 gap-2">
                <Skeleton className="h-4 w-2/3" />
                <Skeleton className="h-3.5 w-1/2" />
              </div>
            </div>
          </Card>
        </div>
      </Shelf>
      <Shelf title="Table">
        <Table
          caption="Payment history"
          rows={INVOICES}
          rowKey={({ id }) => id}
          columns={INVOICE_COLUMNS}
        />
      </Shelf>
      <Shelf title="Nothing, and nothing to be had">
        <EmptyState
          title="No payment history available"
          action={<Button kind="secondary">Refresh</Button>}
        >
          Invoices will appear here after payments
        </EmptyState>
        <ErrorState
          title="Failed to load billing information"
          failure={
            new RequestFailed(500, {
              code: 'internal_error',
              detail: 'The error has been logged. Please try again in a moment.',
              request_id: '019aa5d4-7f3a',
            })
          }
          onRetry={nothing}
        />
      </Shelf>
      <Shelf title="What opens">
        <div className="flex flex-wrap gap-3">
          <Dialog
            title="Edit Station URL"
            description="Your page moves with it."
            trigger={<Button kind="secondary">Dialog</Button>}
            footer={<Button>Save</Button>}
          >
            <p>Old links keep working for thirty days.</p>
          </Dialog>
          <AlertDialog
            title="Delete this customer?"
            trigger={<Button kind="secondary">Question</Button>}
            action="Delete customer"
            busyText="Deleting..."
            failureText="Failed to delete user."
            danger
            onConfirm={() => Promise.reject(new RequestFailed(0, { code: 'unreachable' }))}
          >
            Harbour Café Radio goes off air at once. This cannot be undone.
          </AlertDialog>
          <Menu
            trigger={<Button kind="secondary">Menu</Button>}
            items={[
              { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: nothing },
              {
                label: 'Delete',
                icon: <Trash aria-hidden="true" />,
                onSelect: nothing,
                danger: true,
              },
            ]}
          />
          <Button
            kind="secondary"
            onClick={() =>
              toast({
                kind: 'good',
                title: 'Message Sent!',
                description: 'We reply within 24 hours.',
              })
            }
          >
            Toast
          </Button>
          <Button
            kind="secondary"
            onClick={() => toast({ kind: 'bad', title: 'Failed to download invoice' })}
          >
            Bad toast
          </Button>
        </div>
      </Shelf>
      <Shelf title="Tabs">
        <Tabs
          label="Embed code"
          tabs={[
            { value: 'script', label: 'Script tag', content: 'One line.' },
            { value: 'iframe', label: 'Frame', content: 'For site builders.' },
            { value: 'element', label: 'Element', content: 'For developers.' },
          ]}
        />
      </Shelf>
      <Shelf title="Accordion">
        <Accordion
          items={[
            {
              question: 'How soon are we on air?',
              answer: 'Within 48 hours of your setup form.',
            },
            {
              question: 'May we play our own announcements between the songs, and how often?',
              answer: 'From the Professional package on, every minute if you like.',
            },
          ]}
        />
      </Shelf>
    </>
  );
}
