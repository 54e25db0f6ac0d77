import { useQuery } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { customerQuery } from '../queries.ts';

interface ResetPasswordProps {
  user_id: string;
  onClose: () => void;
}

/** Sends a customer the mail with which they choose another password. */
export function ResetPassword({ user_id, onClose }: ResetPasswordProps) {
  const customer = useQuery(customerQuery(user_id));
  const send = async () => {
    const { admin } = await openClient();
    await admin.customers.resetPassword(user_id);
    const address = customer.data?.user.email ?? 'the customer';
    const description = `The mail is on its way to ${address}. Its link goes to nobody else.`;
    toast({ title: 'Password Reset', description, kind: 'good' });
  };
  return (
    <AlertDialog
      title="Send a password reset mail?"
      action="Send Mail"
      busyText="Sending..."
      failureText="Failed to reset password."
      open
      onOpenChange={onClose}
      onConfirm={send}
    >
      <Loaded query={customer} failure="Failed to load customer data.">
        {({ user }) => (
          <p>
            {user.email === null ? (
              'This customer signs in by phone and has no email address.'
            ) : (
              <>
                It goes to <strong className="text-ink wrap-anywhere">{user.email}</strong>, with a
                link to choose another password. Until that is used, nothing changes.
              </>
            )}
          </p>
        )}
      </Loaded>
    </AlertDialog>
  );
}
