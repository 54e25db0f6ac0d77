import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { customerName } from '../Customer.tsx';
import { auditQuery, customerQuery } from '../queries.ts';
import { AuditLine } from './AuditLine.tsx';

interface AuditListProps {
  /** Limits the list to this customer. */
  userId?: string;
}

/** The audit log, newest first, with a button for older entries. */
export function AuditList({ userId }: AuditListProps) {
  const audit = useInfiniteQuery(auditQuery(userId));
  return (
    <Loaded query={audit} failure="Failed to load the history.">
      {({ pages }) => {
        const lines = pages.flatMap(({ data }) => data);
        if (lines.length === 0) {
          return (
            <EmptyState title="No history yet">
              Changes, emails and deletions by admins appear here.
            </EmptyState>
          );
        }
        return (
          <div className="flex flex-col gap-4">
            <ol className="flex flex-col">
              {lines.map((line) => (
                <AuditLine key={line.id} line={line} hidesCustomer={userId !== undefined} />
              ))}
            </ol>
            <ShowMore query={audit} />
          </div>
        );
      }}
    </Loaded>
  );
}

interface CustomerAuditProps {
  userId: string;
  onClose: () => void;
}

/** The audit log of one customer. */
export function CustomerAudit({ userId, onClose }: CustomerAuditProps) {
  const { data: customer } = useQuery(customerQuery(userId));
  return (
    <Dialog
      title="History"
      description={customer && `What admins did for ${customerName(customer.profile)}.`}
      wide
      open
      onOpenChange={onClose}
    >
      <AuditList userId={userId} />
    </Dialog>
  );
}
