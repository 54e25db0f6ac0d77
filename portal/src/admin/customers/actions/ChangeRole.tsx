import type { UserRole } from '@stationhouse/platform-api/contract/accounts/values';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { passwordAgain } from '../../../api/form-rules.ts';
import { meQuery } from '../../../api/queries.ts';
import { visitors } from '../../../api/visitors.ts';
import { AlertSheet, Answers } from '../../../ui/AlertDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApiForm } from '../../../ui/use-api-form.ts';
import { CustomerLoaded, customerName } from '../../Customer.tsx';
import { customerQuery, invalidateAdmin } from '../../queries.ts';
import { AdminsPassword, useAdminStepUp } from './AdminStepUp.tsx';

interface ChangeRoleProps {
  userId: string;
  onClose: () => void;
  /** The role that is given or removed. */
  about?: Exclude<UserRole, 'user'>;
}

/** Gives a customer the support role, or removes it. */
export const ChangeSupportRole = (props: ChangeRoleProps) => (
  <ChangeRole {...props} about="support" />
);

/** Makes a customer an admin, or removes the role. */
export function ChangeRole({ userId, onClose, about = 'admin' }: ChangeRoleProps) {
  const { data: me } = useQuery(meQuery);
  const customer = useQuery(customerQuery(userId));
  const { mutateAsync, isPending } = useRoleChange();
  const isOwn = me?.user.id === userId;
  const { title, meaning } = wordsFor(customer.data, { isOwn, about });
  return (
    <AlertSheet
      title={title}
      description={meaning}
      open
      onOpenChange={() => {
        // The result is shown here, so the dialog stays open until it is known.
        if (!isPending) onClose();
      }}
    >
      <CustomerLoaded userId={userId}>
        {(known) => (
          <ChangeRoleForm
            customer={known}
            about={about}
            send={(password, role) =>
              mutateAsync(
                { customer: known, role, password, isOwn },
                // After giving up their own role the admin is on another page, with no dialog to close.
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

/** The dialog's title and the consequences. */
function wordsFor(
  customer: CustomerDetails | undefined,
  { isOwn, about }: { isOwn: boolean; about: Exclude<UserRole, 'user'> },
) {
  if (!customer) return { title: 'Change role', meaning: null };
  const name = customerName(customer.profile);
  if (about === 'support' && customer.role !== 'support') {
    return {
      title: `Give ${name} the support role?`,
      meaning:
        'Support sees all customers, edits their data, answers messages, and helps with signing in and the setup. It cannot change packages, roles or logins, or delete accounts. This takes effect immediately.',
    };
  }
  if (customer.role !== about) {
    return {
      title: `Make ${name} an admin?`,
      meaning:
        'Admins can see and change every customer, delete accounts and make other admins. This takes effect immediately.',
    };
  }
  if (isOwn) {
    return {
      title: 'Stop being an admin?',
      meaning:
        'You keep your account but lose access to the admin area immediately. Only another admin can restore it.',
    };
  }
  return {
    title: about === 'admin' ? `Remove ${name} as an admin?` : `Remove ${name} from support?`,
    meaning: 'They keep their account but lose access to the admin area immediately.',
  };
}

interface ChangeRoleFormProps {
  customer: CustomerDetails;
  about: Exclude<UserRole, 'user'>;
  /** Sets the other role. @throws RequestFailed */
  send: (password: string, role: UserRole) => Promise<unknown>;
}

function ChangeRoleForm({ customer, about, send }: ChangeRoleFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isProven } = useAdminStepUp();
  const isRemoval = customer.role === about;
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven) }),
    defaultValues: { password: '' },
    async send({ password }) {
      // The password field disappears once it is accepted, and would take the focus with it.
      button.current?.focus();
      await send(password, isRemoval ? 'user' : about);
    },
    failureTitle: 'Failed to update user data.',
  });
  return (
    <Form form={form} className="mt-5">
      <AdminsPassword form={form} name="password" />
      <Answers>
        <Button
          ref={button}
          type="submit"
          kind={isRemoval ? 'danger' : 'primary'}
          busy={form.isBusy}
          busyText="Saving..."
        >
          {isRemoval ? 'Remove' : 'Make'} {about}
        </Button>
      </Answers>
    </Form>
  );
}

/** @param before the role until now */
function standing(role: UserRole, before: UserRole): string {
  if (role === 'admin') return 'an admin now';
  if (role === 'support') return 'support now';
  return before === 'support' ? 'no longer support' : 'no longer an admin';
}

interface RoleChange {
  customer: CustomerDetails;
  role: UserRole;
  password: string;
  /** The admin's own role, which can only be removed. */
  isOwn: boolean;
}

/** Changes a role. Admins who remove their own role go to their dashboard. */
function useRoleChange() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { prove } = useAdminStepUp();
  const leaveAdmin = useLeaveAdmin();
  return useMutation({
    async mutationFn({ customer, role, password, isOwn }: RoleChange) {
      await prove(password, ({ admin }, token) =>
        admin.customers.setRole(customer.user.id, role, token),
      );
      if (isOwn) {
        leaveAdmin();
        toast({ title: 'You are no longer an admin', kind: 'good', leavesPage: true });
        await navigate('/members', { replace: true });
        return;
      }
      const description = `${customerName(customer.profile)} is ${standing(role, customer.role)}.`;
      toast({ title: 'User Updated', description, kind: 'good' });
      void invalidateAdmin(queries);
    },
  });
}

/** Updates the cached role once the admin area is unmounted; earlier it would show 'Access Denied'. */
function useLeaveAdmin(): () => void {
  const queries = useQueryClient();
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      if (!isLeft.current) return;
      queries.removeQueries({ queryKey: ['admin'] });
      queries.setQueryData(meQuery.queryKey, (me) => me && { ...me, role: 'user' as const });
      void visitors.readRole();
    },
    [queries],
  );
  return () => {
    isLeft.current = true;
  };
}
