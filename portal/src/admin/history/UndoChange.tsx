import type { AuditEntry } from '@stationhouse/platform-api/contract/admin';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastFailure } from '../../ui/toast-failure.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.ts';
import { FieldChanges } from './FieldChanges.tsx';
import { fieldsToUndo, type UndoneField } from './undo.ts';
import { useUndo } from './use-undo.ts';

interface UndoChangeProps {
  line: AuditEntry;
  user_id: string;
}

/** Puts back what a change has changed, after a question that shows what would be set. */
export function UndoChange({ line, user_id }: UndoChangeProps) {
  const [customer, setCustomer] = useState<CustomerDetails>();
  const [isOpen, setOpen] = useState(false);
  const { read, undo } = useUndo(line, user_id);
  const ask = useMutation({
    mutationFn: read,
    onSuccess(known) {
      setCustomer(known);
      const isThere = fieldsToUndo(line, known).length > 0;
      setOpen(isThere);
      if (!isThere)
        toast({ title: 'Nothing to undo', description: 'It stands as before already.' });
    },
    onError: toastFailure('Failed to load customer data.'),
  });
  const fields = customer ? fieldsToUndo(line, customer) : [];
  return (
    <>
      <Button kind="secondary" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
        Undo<span className="sr-only"> the change of {formatMoment(line.at)}</span>
      </Button>
      <AlertDialog
        title="Undo this change?"
        action="Undo Change"
        busyText="Undoing..."
        failureText="Failed to update user data."
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={async () => {
          if (customer) await undo(customer, setCustomer);
        }}
      >
        <Question fields={fields} />
      </AlertDialog>
    </>
  );
}

function Question({ fields }: { fields: readonly UndoneField[] }) {
  const changedSince = fields.filter(({ isChangedSince }) => isChangedSince);
  return (
    <div className="flex flex-col gap-4 text-ink">
      <p className="text-muted">
        This is set again, and stands in the history as a change of yours.
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
        <p className="text-small font-semibold text-on-air-text">
          {inWords(changedSince)} changed again since. Undo overwrites that too.
        </p>
      )}
      {fields.some(({ field }) => field === 'profile.email') ? (
        <p className="text-small text-muted">
          With the address they sign in with another one: they are signed out, and both addresses
          are told.
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
