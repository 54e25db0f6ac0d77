import type { AuditEntry } from '@stationhouse/platform-api/contract/admin';
import { RequestFailed, type CustomerDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import { customerQuery, refreshDesk } from '../queries.ts';
import { nameOf } from './audit-words.ts';
import { fieldsToUndo, undoing } from './undo.ts';

/** How the change that a line tells of is undone. */
export function useUndo(line: AuditEntry, user_id: string) {
  const queries = useQueryClient();
  return {
    /** The customer as they are at this moment. @throws RequestFailed */
    read: () => queries.fetchQuery({ ...customerQuery(user_id), staleTime: 0 }),

    /**
     * Puts back what a customer had.
     *
     * @param customer as they are while it is asked
     * @param learn told of the customer as they are by now, where somebody else was faster
     * @throws RequestFailed whose sentence says what is wrong with each field
     */
    async undo(
      customer: CustomerDetails,
      learn: (current: CustomerDetails) => void,
    ): Promise<void> {
      const { admin } = await openClient();
      const change = undoing(line, fieldsToUndo(line, customer));
      try {
        await admin.customers.change(user_id, customer.etag, change);
      } catch (failure) {
        if (!(failure instanceof RequestFailed)) throw failure;
        const { current } = failure;
        if (current) learn(current);
        // Another admin may have undone it just as well.
        if (!current || fieldsToUndo(line, current).length > 0) throw withFields(failure);
      }
      toast({ title: 'User Updated', description: 'The change is undone.', kind: 'good' });
      void refreshDesk(queries);
    },
  };
}

/** There is no form to say it at: what is wrong with a field follows the sentence. */
function withFields(failure: RequestFailed): RequestFailed {
  const { status, code, title, message, errors, requestId } = failure;
  const faults = errors.map((fault) => `${nameOf(fault.field)}: ${fault.message}`);
  return new RequestFailed(status, {
    code,
    title,
    detail: [message, ...faults].join(' '),
    request_id: requestId,
  });
}
