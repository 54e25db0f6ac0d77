import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useRef } from 'react';
import { z } from 'zod';
import { passwordAgain, typedLogin } from '../../api/form-rules.ts';
import { Answers } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmByTyping } from '../../ui/ConfirmByTyping.tsx';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { customerName } from '../customer-name.ts';
import { AdminsPassword } from './AdminsPassword.tsx';
import { useDeskStepUp } from './DeskStepUp.tsx';

interface DeleteCustomerFormProps {
  customer: CustomerDetails;
  /** Deletes the customer. Throws what the client throws. */
  send: (password: string) => Promise<unknown>;
}

/** Says what goes with the customer, and asks for what nobody types by accident. */
export function DeleteCustomerForm({ customer, send }: DeleteCustomerFormProps) {
  const { user } = customer;
  const { isProven } = useDeskStepUp();
  const button = useRef<HTMLButtonElement>(null);
  const login = user.email ?? user.phone ?? '';
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven), typed_login: typedLogin(login) }),
    defaultValues: { typed_login: '', password: '' },
    async send({ password }) {
      // The field goes once the password is believed, and would take the focus with it.
      button.current?.focus();
      await send(password);
    },
    failureTitle: 'Failed to delete user.',
  });
  return (
    <Form form={form} className="mt-4">
      <Consequences customer={customer} />
      <ConfirmByTyping form={form} name="typed_login" user={user} whose="The customer’s" />
      <AdminsPassword form={form} name="password" />
      <Answers>
        <Button ref={button} type="submit" kind="danger" busy={form.isBusy} busyText="Deleting...">
          Delete Customer
        </Button>
      </Answers>
    </Form>
  );
}

function Consequences({ customer }: { customer: CustomerDetails }) {
  const { profile, role, station } = customer;
  return (
    <div className="flex flex-col gap-2 text-small">
      <p className="font-semibold wrap-anywhere">
        {[customerName(customer.profile), profile.company_name].filter(Boolean).join(', ')}
      </p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {role === 'admin' ? <li>They are an admin, and are signed out of this desk.</li> : null}
        {station === null ? null : (
          <li>The station goes off air at once, and its address and players stop working.</li>
        )}
        <li>The subscription is cancelled.</li>
        <li>All their files and data are deleted for good.</li>
        <li>Invoices stay with the payment provider, as the law wants.</li>
      </ul>
    </div>
  );
}
