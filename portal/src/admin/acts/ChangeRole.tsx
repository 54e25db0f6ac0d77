import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { AlertSheet, Answers } from '../../ui/AlertDialog.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerLoaded } from '../CustomerLoaded.tsx';
import { customerQuery } from '../queries.ts';
import { ChangeRoleForm } from './ChangeRoleForm.tsx';
import { useRoleChange } from './use-role-change.ts';

interface ChangeRoleProps {
  user_id: string;
  onClose: () => void;
}

/** Makes somebody an admin, or no longer one. */
export function ChangeRole({ user_id, onClose }: ChangeRoleProps) {
  const { data: me } = useQuery(meQuery);
  const customer = useQuery(customerQuery(user_id));
  const { mutateAsync, isPending } = useRoleChange();
  const isOwn = me?.user.id === user_id;
  const { title, meaning } = wordsFor(customer.data, isOwn);
  return (
    <AlertSheet
      title={title}
      description={meaning}
      open
      onOpenChange={() => {
        // What comes of it is said here, so it stays until that is known.
        if (!isPending) onClose();
      }}
    >
      <CustomerLoaded user_id={user_id}>
        {(known) => (
          <ChangeRoleForm
            customer={known}
            send={(password, role) =>
              mutateAsync(
                { customer: known, role, password, isOwn },
                // Nothing is closed for somebody who has gone elsewhere, as whoever leaves the desk has.
                isOwn ? {} : { onSuccess: onClose },
              )
            }
          />
        )}
      </CustomerLoaded>
      {customer.data ? null : <Answers className="mt-6">{null}</Answers>}
    </AlertSheet>
  );
}

/** The question, and what follows from a yes. */
function wordsFor(customer: CustomerDetails | undefined, isOwn: boolean) {
  if (!customer) return { title: 'Change role', meaning: null };
  const name = customerName(customer.profile);
  if (customer.role !== 'admin') {
    return {
      title: `Make ${name} an admin?`,
      meaning:
        'Admins see every customer, change their data, delete accounts and make other admins. It counts at once.',
    };
  }
  if (isOwn) {
    return {
      title: 'Stop being an admin?',
      meaning:
        'You keep your account, but this desk closes for you at once. Only another admin can let you in again.',
    };
  }
  return {
    title: `Remove ${name} as an admin?`,
    meaning: 'They keep their account, but this desk closes for them at once.',
  };
}
