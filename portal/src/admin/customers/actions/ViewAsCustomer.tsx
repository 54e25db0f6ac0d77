import { SUPPORT_VIEW_SECONDS } from '@stationhouse/platform-api/contract/accounts/values';
import { useQuery } from '@tanstack/react-query';
import { openClient } from '../../../api/client.ts';
import { enterSupportView } from '../../../api/support-view.ts';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { customerQuery } from '../../queries.ts';

interface ViewAsCustomerProps {
  userId: string;
  onClose: () => void;
}

/** Opens the portal as a customer sees it, in this tab. */
export function ViewAsCustomer({ userId, onClose }: ViewAsCustomerProps) {
  const customer = useQuery(customerQuery(userId));
  const view = async () => {
    const { admin } = await openClient();
    enterSupportView(await admin.customers.view(userId));
    // The dialog stays busy until the page is left.
    await new Promise(() => undefined);
  };
  return (
    <AlertDialog
      title="View as customer?"
      action="View as customer"
      busyText="Opening..."
      failureText="The view could not be opened."
      open
      onOpenChange={onClose}
      onConfirm={view}
    >
      <Loaded query={customer} failure="Failed to load customer data.">
        {({ user }) => (
          <p>
            You see the portal as{' '}
            <strong className="text-ink wrap-anywhere">{user.email ?? user.phone}</strong> does, for
            at most {SUPPORT_VIEW_SECONDS / 60} minutes. Nothing can be changed. The history has
            your name, and the customer sees when we have looked.
          </p>
        )}
      </Loaded>
    </AlertDialog>
  );
}
