import { useQuery } from '@tanstack/react-query';
import { AlertDialog } from '../../../ui/AlertDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toast.ts';
import { customerQuery } from '../../queries.ts';
import { useStepUpQuestion } from './AdminStepUp.tsx';

interface RemoveSecondFactorProps {
  userId: string;
  onClose: () => void;
}

/** Removes authenticator app, passkeys and recovery codes of a customer who has lost them. */
export function RemoveSecondFactor({ userId, onClose }: RemoveSecondFactorProps) {
  const customer = useQuery(customerQuery(userId));
  const { withStepUp, question } = useStepUpQuestion();
  const remove = async () => {
    const isRemoved = await withStepUp(async ({ admin }, token) => {
      await admin.customers.removeSecondFactor(userId, token);
      return true;
    });
    if (!isRemoved) return;
    const description =
      'The customer signs in with the password alone, and gets an email about it.';
    toast({ title: 'Second factor removed', description, kind: 'good' });
  };
  return (
    <AlertDialog
      title="Remove the second factor?"
      action="Remove second factor"
      busyText="Removing..."
      failureText="Failed to remove the second factor."
      open
      onOpenChange={onClose}
      onConfirm={remove}
      danger
    >
      <Loaded query={customer} failure="Failed to load customer data.">
        {({ user }) => (
          <p>
            Only for a customer who has lost authenticator app, passkeys and all recovery codes: all
            of them are removed. Make sure first that it is really{' '}
            <strong className="text-ink wrap-anywhere">{user.email ?? user.phone}</strong> who is
            asking, for example by calling the number that you know.
          </p>
        )}
      </Loaded>
      {question}
    </AlertDialog>
  );
}
