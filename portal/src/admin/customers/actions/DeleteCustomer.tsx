import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { ignoreNotFound } from '../../../api/failures.ts';
import { passwordAgain, typedLogin } from '../../../api/form-rules.ts';
import { ACCOUNT_PATH } from '../../../api/member-paths.ts';
import { meQuery } from '../../../api/queries.ts';
import { AlertSheet, Answers } from '../../../ui/AlertDialog.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { ConfirmByTyping } from '../../../ui/ConfirmByTyping.tsx';
import { Form } from '../../../ui/Form.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { CUSTOMERS_ID } from '../../admin-address.ts';
import { CustomerLoaded, customerName } from '../../Customer.tsx';
import { customerQuery, invalidateAdmin } from '../../queries.ts';
import { AdminsPassword, useAdminStepUp } from './AdminStepUp.tsx';

interface DeleteCustomerProps {
  userId: string;
  onClose: () => void;
}

/** Deletes a customer and all their data, after confirmation (specification §2). */
export function DeleteCustomer({ userId, onClose }: DeleteCustomerProps) {
  const { data: me } = useQuery(meQuery);
  if (me?.user.id === userId) return <OwnAccount onClose={onClose} />;
  return <Deletion userId={userId} onClose={onClose} />;
}

function OwnAccount({ onClose }: Pick<DeleteCustomerProps, 'onClose'>) {
  return (
    <AlertSheet
      title="This is your own account"
      description="To delete it, go to your account settings."
      open
      onOpenChange={onClose}
    >
      <Answers className="mt-6">
        <ButtonLink to={ACCOUNT_PATH}>Go to my account</ButtonLink>
      </Answers>
    </AlertSheet>
  );
}

function Deletion({ userId, onClose }: DeleteCustomerProps) {
  const customer = useQuery(customerQuery(userId));
  const { mutateAsync, isPending, isSuccess } = useDeletion(userId);
  return (
    <AlertSheet
      title="Delete this customer?"
      description="This takes effect immediately and cannot be undone."
      open
      onOpenChange={() => {
        // The result is shown here, so the dialog stays open until it is known.
        if (!isPending) onClose();
      }}
      // The row that opened the dialog is about to disappear.
      finalFocus={() => (isSuccess ? document.getElementById(CUSTOMERS_ID) : null)}
    >
      <CustomerLoaded userId={userId}>
        {(known) => (
          <DeleteCustomerForm
            customer={known}
            // Callbacks of `mutate` do not run after unmounting, so no other dialog is closed.
            send={(password) => mutateAsync({ password, customer: known }, { onSuccess: onClose })}
          />
        )}
      </CustomerLoaded>
      {customer.data ? null : <Answers className="mt-6">{null}</Answers>}
    </AlertSheet>
  );
}

function useDeletion(userId: string) {
  const queries = useQueryClient();
  const { prove } = useAdminStepUp();
  return useMutation({
    async mutationFn({ password, customer }: { password: string; customer: CustomerDetails }) {
      await prove(password, ({ admin }, token) =>
        // Another admin may have deleted the customer already.
        admin.customers.delete(userId, token).catch(ignoreNotFound),
      );
      const description = `${customerName(customer.profile)} and all their data.`;
      toast({ title: 'User Deleted', description, kind: 'good' });
      void invalidateAdmin(queries);
    },
  });
}

interface DeleteCustomerFormProps {
  customer: CustomerDetails;
  /** Deletes the customer. @throws RequestFailed */
  send: (password: string) => Promise<unknown>;
}

/** Lists what is deleted, and asks for the customer's login and the admin's password. */
function DeleteCustomerForm({ customer, send }: DeleteCustomerFormProps) {
  const { user } = customer;
  const { isProven } = useAdminStepUp();
  const button = useRef<HTMLButtonElement>(null);
  const login = user.email ?? user.phone ?? '';
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven), typed_login: typedLogin(login) }),
    defaultValues: { typed_login: '', password: '' },
    async send({ password }) {
      // The password field disappears once it is accepted, and would take the focus with it.
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
          Delete customer
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
        {role === 'user' ? null : <li>They lose access to the admin area.</li>}
        {station === null ? null : (
          <li>The station goes off air immediately. Its page and players stop working.</li>
        )}
        <li>The subscription is cancelled.</li>
        <li>All their files and data are deleted for good.</li>
        <li>Invoices stay with the payment provider, as the law requires.</li>
      </ul>
    </div>
  );
}
