import { useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { CustomerCaption } from '../CustomerCaption.tsx';
import { CustomerLoaded } from '../CustomerLoaded.tsx';
import { EditCustomerForm, type EditCustomerHandle } from './EditCustomerForm.tsx';

interface EditCustomerProps {
  user_id: string;
  onClose: () => void;
}

/** A customer's profile and station, to change (specification §2, Admin dashboard). */
export function EditCustomer({ user_id, onClose }: EditCustomerProps) {
  const form = useRef<EditCustomerHandle>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      title="Edit Customer Data"
      description={<CustomerCaption user_id={user_id} />}
      wide
      tall
      open
      onOpenChange={() => {
        if (form.current) form.current.close();
        else onClose();
      }}
      // The dialog is there before the customer is known, and the form brings its buttons along.
      footer={<div ref={setFoot} className="min-h-11 w-full" />}
    >
      <CustomerLoaded user_id={user_id}>
        {(customer) => (
          <EditCustomerForm ref={form} customer={customer} foot={foot} onClose={onClose} />
        )}
      </CustomerLoaded>
    </Dialog>
  );
}
