import { useQuery } from '@tanstack/react-query';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toast.ts';
import { customerQuery } from '../../queries.ts';
import { useStepUpQuestion } from './AdminStepUp.tsx';

interface ResetPasswordProps {
  userId: string;
  onClose: () => void;
}

/** Sends a customer the email for choosing a new password. */
export function ResetPassword({ userId, onClose }: ResetPasswordProps) {
  const customer = useQuery(customerQuery(userId));
  const { withStepUp, question } = useStepUpQuestion();
  const send = async () => {
    const sent = await withStepUp(async ({ admin }, token) => {
      await admin.customers.resetPassword(userId, token);
      return true;
    });
    if (!sent) return;
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
      {question}
    </AlertDialog>
  );
}
