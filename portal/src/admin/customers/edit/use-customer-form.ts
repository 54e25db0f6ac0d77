import { type CustomerChange, type CustomerDetails, RequestFailed } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { describe as describeFailure, onField } from '../../../api/failures.ts';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { useStepUpQuestion } from '../actions/AdminStepUp.tsx';
import { CUSTOMER_GONE, customerName } from '../../Customer.tsx';
import { customerQuery, invalidateAdmin } from '../../queries.ts';
import { changeRules, type CustomerValues, differing, valuesOf } from './customer-values.ts';
import { type EditConflict, mergeEdits } from './edit-conflict.ts';
import { useCheckBeforeSave } from './use-station-check.ts';

/** The field of errors that the API answers without one. */
const FIELD_OF = {
  slug_taken: 'station_slug',
  slug_held: 'station_slug',
  slug_invalid: 'station_slug',
  slug_reserved: 'station_slug',
} as const;

const describe = (failure: RequestFailed) => ({
  title: 'Failed to update user data.',
  detail: failure.code === 'not_found' ? CUSTOMER_GONE : describeFailure(failure).detail,
});

/**
 * The form of the Edit dialog. Saving uses optimistic locking: if another admin saved first, the form merges
 * their changes and shows the conflicts.
 */
export function useCustomerForm(opened: CustomerDetails) {
  const queries = useQueryClient();
  const { id: userId } = opened.user;
  const [customer, setCustomer] = useState(opened);
  const [conflict, setConflict] = useState<EditConflict>();
  const [isDone, setDone] = useState(false);
  const known = valuesOf(customer);
  const { check, confirmation, maySave } = useCheckBeforeSave(userId);
  const { withStepUp, question } = useStepUpQuestion();
  const form = useApiForm({
    schema: changeRules(known),
    defaultValues: known,
    async send(change) {
      if (Object.keys(change).length > 0) await save(change);
      else setDone(true);
    },
    describe,
  });
  const valuesNow = () => form.fields.getValues();
  const isDirty = () => differing(known, valuesNow()).length > 0;

  /** Makes `current` the version that the form is based on. */
  function resetTo(current: CustomerDetails, values: CustomerValues): void {
    // Without the field references nothing could be focused until the next render.
    form.fields.reset(values, { keepFieldsRef: true });
    setCustomer(current);
  }

  // The form may open with cached data and get the current data a moment later.
  const follow = useEffectEvent((etag: string) => {
    if (etag !== customer.etag && !form.isBusy && !isDirty()) resetTo(opened, valuesOf(opened));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- whether the form is dirty is only known to the form library
  useEffect(() => follow(opened.etag), [opened.etag]);

  async function save(change: CustomerChange): Promise<void> {
    const sent = { ...valuesNow() };
    if (!(await maySave(known, sent))) return;
    try {
      const saved = await send(change);
      if (!saved) return;
      queries.setQueryData(customerQuery(userId).queryKey, saved);
      void invalidateAdmin(queries);
      toast({ title: 'User Updated', description: customerName(saved.profile), kind: 'good' });
      finishSave(saved, sent);
    } catch (failure) {
      if (!(failure instanceof RequestFailed) || !failure.current) {
        return onField(FIELD_OF)(failure);
      }
      showConflict(failure.current);
    }
  }

  /** A changed email address needs the admin's password. @returns undefined when that was cancelled */
  async function send(change: CustomerChange): Promise<CustomerDetails | undefined> {
    if (change.profile?.email !== undefined) {
      return withStepUp(({ admin }, token) =>
        admin.customers.change(userId, customer.etag, change, token),
      );
    }
    const { admin } = await openClient();
    return admin.customers.change(userId, customer.etag, change);
  }

  /** Closes the dialog, unless more was typed while saving. */
  function finishSave(saved: CustomerDetails, sent: CustomerValues): void {
    const values = valuesNow();
    if (differing(sent, values).length === 0) {
      setDone(true);
      return;
    }
    resetTo(saved, mergeEdits({ known: sent, values, theirs: {} }, valuesOf(saved)).values);
    setConflict(undefined);
  }

  /** Another admin saved first: merges their changes into the form. */
  function showConflict(current: CustomerDetails): void {
    const edits = { known, values: valuesNow(), theirs: conflict?.theirs ?? {} };
    const merged = mergeEdits(edits, valuesOf(current));
    resetTo(current, merged.values);
    setConflict(merged.conflict);
    queries.setQueryData(customerQuery(userId).queryKey, current);
  }

  return {
    form,
    /** The version that the form is based on. */
    customer,
    check,
    confirmation,
    /** Asks for the admin's password. */
    question,
    conflict,
    isDone,
    isDirty,
  };
}

export type CustomerForm = ReturnType<typeof useCustomerForm>;
