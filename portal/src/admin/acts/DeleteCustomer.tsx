import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../api/failures.ts';
import { meQuery } from '../../api/queries.ts';
import { AlertSheet, Answers } from '../../ui/AlertDialog.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { customerName } from '../customer-name.ts';
import { CustomerLoaded } from '../CustomerLoaded.tsx';
import { CUSTOMERS_PLACE } from '../customers/customers-place.ts';
import { customerQuery, refreshDesk } from '../queries.ts';
import { DeleteCustomerForm } from './DeleteCustomerForm.tsx';
import { useDeskStepUp } from './DeskStepUp.tsx';

interface DeleteCustomerProps {
  user_id: string;
  onClose: () => void;
}

/** The end of a customer, and of all that is theirs (specification §2, Delete confirmation dialog). */
export function DeleteCustomer({ user_id, onClose }: DeleteCustomerProps) {
  const { data: me } = useQuery(meQuery);
  if (me?.user.id === user_id) return <OwnAccount onClose={onClose} />;
  return <Deletion user_id={user_id} onClose={onClose} />;
}

function OwnAccount({ onClose }: Pick<DeleteCustomerProps, 'onClose'>) {
  return (
    <AlertSheet
      title="This is your own account"
      description="You delete it where everybody deletes their own: on your dashboard, under Account settings."
      open
      onOpenChange={onClose}
    >
      <Answers className="mt-6">
        <ButtonLink to="/members">Go to My Dashboard</ButtonLink>
      </Answers>
    </AlertSheet>
  );
}

function Deletion({ user_id, onClose }: DeleteCustomerProps) {
  const customer = useQuery(customerQuery(user_id));
  const { mutateAsync, isPending, isSuccess } = useDeletion(user_id);
  return (
    <AlertSheet
      title="Delete this customer?"
      description="It takes effect at once and cannot be undone."
      open
      onOpenChange={() => {
        // What comes of it is said here, so it stays until that is known.
        if (!isPending) onClose();
      }}
      // The customer's row, from where it was opened, is about to go.
      finalFocus={() => (isSuccess ? document.getElementById(CUSTOMERS_PLACE) : null)}
    >
      <CustomerLoaded user_id={user_id}>
        {(known) => (
          <DeleteCustomerForm
            customer={known}
            // Nothing is closed for somebody who has gone elsewhere meanwhile.
            send={(password) => mutateAsync({ password, customer: known }, { onSuccess: onClose })}
          />
        )}
      </CustomerLoaded>
      {customer.data ? null : <Answers className="mt-6">{null}</Answers>}
    </AlertSheet>
  );
}

function useDeletion(user_id: string) {
  const queries = useQueryClient();
  const { prove } = useDeskStepUp();
  return useMutation({
    async mutationFn({ password, customer }: { password: string; customer: CustomerDetails }) {
      await prove(password, ({ admin }, token) =>
        // Another admin may have been faster.
        admin.customers.delete(user_id, token).catch(ignoreNotFound),
      );
      const description = `${customerName(customer.profile)} and all that was theirs.`;
      toast({ title: 'User Deleted', description, kind: 'good' });
      void refreshDesk(queries);
    },
  });
}
