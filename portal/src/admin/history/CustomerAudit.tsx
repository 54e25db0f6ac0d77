import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/Dialog.tsx';
import { customerName } from '../customer-name.ts';
import { customerQuery } from '../queries.ts';
import { AuditList } from './AuditList.tsx';

interface CustomerAuditProps {
  user_id: string;
  onClose: () => void;
}

/** What admins did to one customer. */
export function CustomerAudit({ user_id, onClose }: CustomerAuditProps) {
  const { data: customer } = useQuery(customerQuery(user_id));
  return (
    <Dialog
      title="History"
      description={customer && `What admins did for ${customerName(customer.profile)}.`}
      wide
      open
      onOpenChange={onClose}
    >
      <AuditList user_id={user_id} />
    </Dialog>
  );
}
