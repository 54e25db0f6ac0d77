import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { erasePersonalData } from '@stationhouse/platform-api/contract/admin/personal-data';
import { RETENTION, retentionWords } from '@stationhouse/platform-api/contract/accounts/retention';
import type { PersonalData as Found } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, FormField } from '../../../ui/Form.tsx';
import { EmptyState } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { useAdminDialog } from '../../admin-address.ts';
import { invalidateAdmin } from '../../queries.ts';
import { useStepUpQuestion } from './AdminStepUp.tsx';

/** Finds and erases what is kept about an email address, when its owner asks for it. */
export function PersonalData() {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<Found>();
  const change = (next: boolean) => {
    setOpen(next);
    setFound(undefined);
  };
  return (
    <Dialog
      title="Personal data"
      description="When a person asks what you keep about them, or wants it erased."
      wide
      open={isOpen}
      onOpenChange={change}
      trigger={
        <Button kind="secondary" size="small">
          Personal data
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <AddressForm onFound={setFound} />
        {found ? <Kept found={found} onDone={() => change(false)} /> : null}
      </div>
    </Dialog>
  );
}

function AddressForm({ onFound }: { onFound: (found: Found | undefined) => void }) {
  const form = useApiForm({
    schema: erasePersonalData.body,
    defaultValues: { email: '' },
    async send({ email }) {
      // What is shown must not be about another address than the one in the field.
      onFound(undefined);
      onFound(await (await openClient()).admin.personalData.find(email));
    },
    failureTitle: 'Failed to look for the address',
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormField form={form} name="email" label="Email" required>
        {(field) => <TextInput {...field} type="email" autoComplete="off" spellCheck={false} />}
      </FormField>
      <div>
        <Button type="submit" kind="secondary" busy={form.isBusy} busyText="Looking...">
          Find
        </Button>
      </div>
    </Form>
  );
}

/** The effect of erasing, where it is not obvious. */
const ERASURE_WORDS = {
  deleted: '',
  redacted: ' · the line stays, without the person',
  kept: ' · stays when you erase the address',
} as const;

function Kept({ found, onDone }: { found: Found; onDone: () => void }) {
  const { email, customer, kinds } = found;
  if (kinds.length === 0) {
    return (
      <div role="status">
        <EmptyState title="Nothing is kept about this address">
          You can say so in your answer.
        </EmptyState>
      </div>
    );
  }
  return (
    <section className="flex flex-col gap-4" aria-label="What is kept">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-heading text-title font-bold wrap-anywhere" role="status">
          Kept about {email}
        </p>
        {customer?.has_subscription ? null : <Erase found={found} onDone={onDone} />}
      </div>
      {customer ? <CustomerNotice customer={customer} onDone={onDone} /> : null}
      <ul className="flex flex-col">
        {kinds.map(({ kind, count, erasure }) => (
          <li
            key={kind}
            className="flex items-baseline justify-between gap-4 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">{RETENTION[kind].name}</p>
              <p className="text-small text-muted">
                {retentionWords(kind)}
                {ERASURE_WORDS[erasure]}
              </p>
            </div>
            <p className="tabular-nums">{count.toLocaleString('en-GB')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CustomerNoticeProps {
  customer: NonNullable<Found['customer']>;
  onDone: () => void;
}

/** The account of the address, and what must be done before it can be erased. */
function CustomerNotice({ customer, onDone }: CustomerNoticeProps) {
  const { open } = useAdminDialog();
  const view = () => {
    onDone();
    open('view', customer.user_id);
  };
  return (
    <Notice
      kind={customer.has_subscription ? 'bad' : 'neutral'}
      title={
        customer.has_subscription
          ? ERRORS.subscription_running.title
          : 'Erasing the address deletes its account'
      }
    >
      <p>{adviceOn(customer)}</p>
      <Button kind="secondary" size="small" className="mt-2" onClick={view}>
        View the account
      </Button>
    </Notice>
  );
}

/** The most important consequence for the account. */
function adviceOn({ has_subscription, is_confirmed, role }: CustomerNoticeProps['customer']) {
  if (has_subscription) return ERRORS.subscription_running.detail;
  if (role !== 'user') return 'Its user works in the admin area, and loses access.';
  if (!is_confirmed) {
    return 'The address was never confirmed, so the account may belong to another person.';
  }
  return 'Its station goes off air, and its files are deleted.';
}

function Erase({
  found: { email, customer, kinds },
  onDone,
}: {
  found: Found;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  const { withStepUp, question } = useStepUpQuestion();
  const hasInvoices = kinds.some(({ kind }) => kind === 'invoices');
  const erase = async () => {
    const erased = await withStepUp(({ admin }, token) => admin.personalData.erase(email, token));
    if (!erased) return;
    toast({
      title: 'Address erased',
      description: hasInvoices
        ? `Invoices stay at Stripe for ${retentionWords('invoices')}.`
        : 'Waiting emails to it are not sent.',
      kind: 'good',
    });
    void invalidateAdmin(queries);
    onDone();
  };
  return (
    <AlertDialog
      title="Erase this address?"
      trigger={<Button kind="danger">Erase</Button>}
      action="Erase address"
      busyText="Erasing..."
      failureText="The address could not be erased."
      danger
      onConfirm={erase}
    >
      <p>
        The data about <strong className="text-ink wrap-anywhere">{email}</strong> is deleted for
        good{customer ? ', with the account, its station and its files' : ''}. Waiting emails to it
        are not sent. {hasInvoices ? 'Invoices stay at Stripe, as the law requires. ' : null}
        This cannot be undone.
      </p>
      {question}
    </AlertDialog>
  );
}
