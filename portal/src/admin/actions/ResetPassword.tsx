import { useQuery } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toast } from '../../ui/toast.ts';
import { customerQuery } from '../queries.ts';

interface ResetPasswordProps {
  userId: string;
  onClose: () => void;
}

/** Sends a customer the email for choosing a new password. */
export function ResetPassword({ userId, onClose }: ResetPasswordProps) {
  const customer = useQuery(customerQuery(userId));
  const send = async () => {
    const { admin } = await openClient();
    await admin.customers.resetPassword(userId);
    const address = customer.data?.user.email ?? 'the customer';
    const description = `An email with a reset link is on its way to ${address}.`;
    toast({ title: 'Password Reset', description, kind: 'good' });
  };
  return (
    <AlertDialog
      title="Send a password reset email?"
      action="Send email"
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
                It goes to <strong className="text-ink wrap-anywhere">{user.email}</strong> with a
                link for choosing a new password. Nothing changes until the link is used.
              </>
            )}
          </p>
        )}
      </Loaded>
    </AlertDialog>
  );
}
