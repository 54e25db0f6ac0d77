import type { UserRole } from '@stationhouse/platform-api/contract/limits';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { visitors } from '../../api/visitors.ts';
import { meQuery } from '../../api/queries.ts';
import { toast } from '../../ui/toast.ts';
import { customerName } from '../customer-name.ts';
import { refreshDesk } from '../queries.ts';
import { useDeskStepUp } from './DeskStepUp.tsx';

interface RoleChange {
  customer: CustomerDetails;
  role: UserRole;
  password: string;
  /** An admin's own role, which only can be taken away. */
  isOwn: boolean;
}

/** Gives somebody another role; whoever stops being an admin is led to their dashboard. */
export function useRoleChange() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { prove } = useDeskStepUp();
  const leaveDesk = useLeavingDesk();
  return useMutation({
    async mutationFn({ customer, role, password, isOwn }: RoleChange) {
      await prove(password, ({ admin }, token) =>
        admin.customers.setRole(customer.user.id, role, token),
      );
      if (isOwn) {
        leaveDesk();
        toast({ title: 'You are no longer an admin', kind: 'good' });
        await navigate('/members', { replace: true });
        return;
      }
      const now = role === 'admin' ? 'an admin now' : 'no longer an admin';
      const description = `${customerName(customer.profile)} is ${now}.`;
      toast({ title: 'User Updated', description, kind: 'good' });
      void refreshDesk(queries);
    },
  });
}

/** Lets the page know that it is no longer an admin's, once the desk is left: it would deny access. */
function useLeavingDesk(): () => void {
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
