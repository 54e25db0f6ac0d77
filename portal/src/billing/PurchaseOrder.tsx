import { changePurchaseOrder } from '@stationhouse/platform-api/contract/billing/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { billingQuery } from './subscription.ts';

interface PurchaseOrderProps {
  /** The purchase order number of the invoices; null without one. */
  current: string | null;
}

/** The purchase-order number on the next invoices, and the dialog that changes it. */
export function PurchaseOrder({ current }: PurchaseOrderProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <span className="text-muted">
        {current === null ? 'No purchase-order number on invoices' : `Purchase order ${current}`}
      </span>
      <Dialog
        title="Purchase order"
        description="The number is printed on your next invoices. Leave it empty for none."
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button kind="quiet" size="small">
            {current === null ? 'Add' : 'Change'}
            <span className="sr-only"> the purchase-order number</span>
          </Button>
        }
      >
        <PurchaseOrderForm current={current} onSaved={() => setOpen(false)} />
      </Dialog>
    </p>
  );
}

function PurchaseOrderForm({ current, onSaved }: PurchaseOrderProps & { onSaved: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: changePurchaseOrder.body,
    defaultValues: { purchase_order: current ?? '' },
    async send({ purchase_order: typed }) {
      const { me } = await openClient();
      const { purchase_order } = await me.billing.changePurchaseOrder(typed);
      queries.setQueryData(billingQuery.queryKey, (known) => known && { ...known, purchase_order });
      toast({ title: 'Purchase order saved', kind: 'good' });
      onSaved();
    },
    failureTitle: 'Failed to save the purchase order',
  });
  return (
    <Form form={form}>
      <FormField form={form} name="purchase_order" label="Purchase-order number">
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Saving...">
        Save
      </Button>
    </Form>
  );
}
