import { RequestFailed, type CustomerChange, type CustomerDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { failureDetail } from '../auth/failures.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { customerName } from './customer-name.ts';
import { changeRules, differing, valuesOf } from './customer-values.ts';
import { inForm } from './in-form.ts';
import { takeOver, type Meanwhile } from './meanwhile.ts';
import { customerQuestion, refreshDesk } from './questions.ts';
import { useGoingLive } from './use-going-live.ts';

/** What is said of somebody who was deleted while the dialog was open. */
const GONE = 'This customer no longer exists.';

const describe = (failure: RequestFailed) => ({
  title: 'Failed to update user data.',
  detail: failure.code === 'not_found' ? GONE : failureDetail(failure),
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

  async function save(change: CustomerChange): Promise<void> {
    if (!(await maySave(known, valuesNow()))) return;
    const { admin } = await openClient();
    try {
      const saved = await admin.customers.change(user_id, customer.etag, change);
      queries.setQueryData(customerQuestion(user_id).queryKey, saved);
      void refreshDesk(queries);
      toast({ title: 'User Updated', description: customerName(saved.profile), kind: 'good' });
      setDone(true);
    } catch (failure) {
      if (!(failure instanceof RequestFailed)) throw failure;
      if (!failure.current) throw inForm(failure);
      goOnFrom(failure.current);
    }
  }

  /** Somebody else was faster: the form stands upon what they have made of the customer. */
  function goOnFrom(current: CustomerDetails): void {
    const typed = { known, values: valuesNow(), theirs: meanwhile?.theirs ?? {} };
    const taken = takeOver(typed, valuesOf(current));
    // Without the references there would be nothing to focus until it is drawn again.
    form.fields.reset(taken.values, { keepFieldsRef: true });
    setCustomer(current);
    setMeanwhile(taken.meanwhile);
    queries.setQueryData(customerQuestion(user_id).queryKey, current);
  }

  return {
    form,
    /** As the form has them for its ground. */
    customer,
    check,
    doubt,
    meanwhile,
    isDone,
    isDirty: () => differing(known, valuesNow()).length > 0,
  };
}

export type CustomerForm = ReturnType<typeof useCustomerForm>;
