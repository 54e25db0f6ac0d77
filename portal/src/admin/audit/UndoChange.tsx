import type { AuditEntry } from '@stationhouse/platform-api/contract/admin/calls';
import { type CustomerChange, type CustomerDetails, RequestFailed } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../api/client.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { useStepUpQuestion } from '../customers/actions/AdminStepUp.tsx';
import { nameOf } from '../field-names.ts';
import { customerQuery, invalidateAdmin } from '../queries.ts';
import { FieldChanges } from './FieldChanges.tsx';
import { fieldsToUndo, missingOnAir, undoing, type UndoneField } from './undo.ts';

interface UndoChangeProps {
  line: AuditEntry;
  userId: string;
}

/** Restores the values from before a change, after a dialog that shows what will be set. */
export function UndoChange({ line, userId }: UndoChangeProps) {
  const [customer, setCustomer] = useState<CustomerDetails>();
  const [isOpen, setOpen] = useState(false);
  const { read, undo, question } = useUndo(line, userId);
  const ask = useMutation({
    mutationFn: read,
    onSuccess(known) {
      setCustomer(known);
      const isThere = fieldsToUndo(line, known).length > 0;
      setOpen(isThere);
      if (!isThere)
        toast({ title: 'Nothing to undo', description: 'The old values are already in place.' });
    },
    onError: toastFailure('Failed to load customer data.'),
  });
  const fields = customer ? fieldsToUndo(line, customer) : [];
  const missing = customer ? missingOnAir(customer, undoing(line, fields)) : [];
  return (
    <>
      <Button kind="secondary" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
        Undo<span className="sr-only"> the change of {formatMoment(line.at)}</span>
      </Button>
      <AlertDialog
        title="Undo this change?"
        action="Undo change"
        busyText="Undoing..."
        failureText="Failed to update user data."
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={async () => {
          if (customer) await undo(customer, setCustomer);
        }}
      >
        <Question fields={fields} missing={missing} />
        {question}
      </AlertDialog>
    </>
  );
}

interface QuestionProps {
  fields: readonly UndoneField[];
  /** The faults that listeners would notice, as sentences. */
  missing: readonly string[];
}

function Question({ fields, missing }: QuestionProps) {
  const changedSince = fields.filter(({ isChangedSince }) => isChangedSince);
  return (
    <div className="flex flex-col gap-4 text-ink">
      <p className="text-muted">
        These values are restored. The history records it as a change by you.
      </p>
      <FieldChanges
        changes={fields.map(({ field, name, now, back }) => ({
          field,
          name,
          before: now,
          after: back,
        }))}
      />
      {changedSince.length === 0 ? null : (
        <p className="text-small font-semibold text-attention">
          {inWords(changedSince)} changed again since then. Undoing overwrites that too.
        </p>
      )}
      {missing.length === 0 ? null : (
        <p className="text-small font-semibold text-attention">
          The station is then on air. {missing.join(' ')}
        </p>
      )}
      {fields.some(({ field }) => field === 'profile.email') ? (
        <p className="text-small text-muted">
          This changes the email they sign in with. They are signed out, and both addresses get an
          email.
        </p>
      ) : null}
    </div>
  );
}

/** The subject of a sentence: 'Status was', 'Status and Station URL were'. */
function inWords(fields: readonly UndoneField[]): string {
  const names = fields.map(({ name }) => name);
  const list = new Intl.ListFormat('en-GB').format(names);
  return `${list} ${names.length === 1 ? 'was' : 'were'}`;
}

function useUndo(line: AuditEntry, userId: string) {
  const queries = useQueryClient();
  const { withStepUp, question } = useStepUpQuestion();

  /** A changed email address needs the admin's password. @returns undefined when that was cancelled */
  async function send({ etag }: CustomerDetails, change: CustomerChange) {
    if (change.profile?.email !== undefined) {
      return withStepUp(({ admin }, token) => admin.customers.change(userId, etag, change, token));
    }
    const { admin } = await openClient();
    return admin.customers.change(userId, etag, change);
  }

  return {
    question,
    /** The current customer, not from the cache. @throws RequestFailed */
    read: () => queries.fetchQuery({ ...customerQuery(userId), staleTime: 0 }),

    /**
     * Restores the old values.
     *
     * @param customer as shown in the dialog; its ETag detects concurrent changes
     * @param learn called with the current customer if another admin changed it in between
     * @throws RequestFailed its message includes the faults of each field
     */
    async undo(
      customer: CustomerDetails,
      learn: (current: CustomerDetails) => void,
    ): Promise<void> {
      const change = undoing(line, fieldsToUndo(line, customer));
      try {
        if (!(await send(customer, change))) return;
      } catch (failure) {
        if (!(failure instanceof RequestFailed)) throw failure;
        const { current } = failure;
        if (current) learn(current);
        // Another admin may have undone the same change.
        if (!current || fieldsToUndo(line, current).length > 0) throw withFields(failure);
      }
      toast({ title: 'User Updated', description: 'The change is undone.', kind: 'good' });
      void invalidateAdmin(queries);
    },
  };
}

/** Appends the field faults to the message, because there is no form to show them in. */
function withFields(failure: RequestFailed): RequestFailed {
  const { status, code, title, message, errors, requestId } = failure;
  const faults = errors.map((fault) => `${nameOf(fault.field)}: ${fault.message}`);
  return new RequestFailed(status, {
    code,
    title,
    detail: [message, ...faults].join(' '),
    request_id: requestId,
  });
}
