import { openClient } from '../../api/client.ts';
import { pageAt, type ThreadSource } from '../../messages/queries.ts';
import { Thread } from '../../messages/Thread.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useAdminDialog } from '../admin-address.ts';
import { CustomerCaption } from '../Customer.tsx';

/** The thread of a customer. Sending and reading also change the list of those who wait. */
const threadOf = (userId: string): ThreadSource => ({
  key: ['admin', 'messages', userId],
  isTeam: true,
  list: async (cursor, options) => {
    const { messages } = (await openClient()).admin.customers;
    return messages.list(userId, pageAt(cursor), options);
  },
  send: async (body) => (await openClient()).admin.customers.messages.send(userId, body),
  read: async (until) => (await openClient()).admin.customers.messages.read(userId, until),
});

interface CustomerMessagesProps {
  userId: string;
  onClose: () => void;
}

/** The messages with one customer. */
export function CustomerMessages({ userId, onClose }: CustomerMessagesProps) {
  const { open } = useAdminDialog();
  return (
    <Dialog
      title="Messages"
      description={<CustomerCaption userId={userId} />}
      wide
      open
      onOpenChange={onClose}
      footer={
        <Button kind="secondary" onClick={() => open('view', userId)}>
          Customer details
        </Button>
      }
    >
      <Thread
        source={threadOf(userId)}
        empty="No messages yet. The customer gets yours on the dashboard, and by email."
      />
    </Dialog>
  );
}
