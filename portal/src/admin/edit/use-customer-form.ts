import { RequestFailed, type CustomerChange, type CustomerDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { openClient } from '../../api/client.ts';
import { describe as describeFailure, onField } from '../../api/failures.ts';
import { toast } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { customerName } from '../customer-name.ts';
import { CUSTOMER_GONE } from '../CustomerLoaded.tsx';
import { customerQuery, refreshDesk } from '../queries.ts';
import { changeRules, differing, valuesOf, type CustomerValues } from './customer-values.ts';
import { takeOver, type Meanwhile } from './meanwhile.ts';
import { useGoingLive } from './use-going-live.ts';

/** The field of a refusal that comes without one. */
const FIELD_OF = {
  slug_taken: 'station_slug',
  slug_invalid: 'station_slug',
  slug_reserved: 'station_slug',
} as const;

const describe = (failure: RequestFailed) => ({
  title: 'Failed to update user data.',
  detail: failure.code === 'not_found' ? CUSTOMER_GONE : describeFailure(failure).detail,
});

/**
 * The form of the Edit dialog: what is typed over a customer as they were when it was opened, or as somebody
 * else has made them meanwhile.
 */
export function useCustomerForm(opened: CustomerDetails) {
  const queries = useQueryClient();
  const { id: user_id } = opened.user;
  const [customer, setCustomer] = useState(opened);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const [isDone, setDone] = useState(false);
  const known = valuesOf(customer);
  const { check, doubt, maySave } = useGoingLive(user_id);
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

  /** The form stands upon a customer as they are now, and holds these texts. */
  function standUpon(current: CustomerDetails, values: CustomerValues): void {
    // Without the references there would be nothing to focus until it is drawn again.
    form.fields.reset(values, { keepFieldsRef: true });
    setCustomer(current);
  }

  // It may have been opened upon what was known before, and be told of the present a moment later.
  const follow = useEffectEvent((etag: string) => {
    if (etag !== customer.etag && !form.isBusy && !isDirty()) standUpon(opened, valuesOf(opened));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what is typed is the form library's, known to no drawing
  useEffect(() => follow(opened.etag), [opened.etag]);

  async function save(change: CustomerChange): Promise<void> {
    const sent = { ...valuesNow() };
    if (!(await maySave(known, sent))) return;
    const { admin } = await openClient();
    try {
      const saved = await admin.customers.change(user_id, customer.etag, change);
      queries.setQueryData(customerQuery(user_id).queryKey, saved);
      void refreshDesk(queries);
      toast({ title: 'User Updated', description: customerName(saved.profile), kind: 'good' });
      goOnAfter(saved, sent);
    } catch (failure) {
      if (!(failure instanceof RequestFailed) || !failure.current) {
        return onField(FIELD_OF)(failure);
      }
      goOnFrom(failure.current);
    }
  }

  /** It is done, unless more was typed while it was under way. */
  function goOnAfter(saved: CustomerDetails, sent: CustomerValues): void {
    const values = valuesNow();
    if (differing(sent, values).length === 0) {
      setDone(true);
      return;
    }
    standUpon(saved, takeOver({ known: sent, values, theirs: {} }, valuesOf(saved)).values);
    setMeanwhile(undefined);
  }

  /** Somebody else was faster: the form stands upon what they have made of the customer. */
  function goOnFrom(current: CustomerDetails): void {
    const typed = { known, values: valuesNow(), theirs: meanwhile?.theirs ?? {} };
    const taken = takeOver(typed, valuesOf(current));
    standUpon(current, taken.values);
    setMeanwhile(taken.meanwhile);
    queries.setQueryData(customerQuery(user_id).queryKey, current);
  }

  return {
    form,
    /** As the form has them for its ground. */
    customer,
    check,
    doubt,
    meanwhile,
    isDone,
    isDirty,
  };
}

export type CustomerForm = ReturnType<typeof useCustomerForm>;
