import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { newPasswordRules } from './rules.ts';

interface NewPasswordProps {
  onChanged: () => void;
  /** The link has been used, replaced, or is too old. */
  onSpent: () => void;
}

async function reset(password: string): Promise<void> {
  const { auth } = await openClient();
  await auth.reset({ password });
}

/** Asks for the new password that the link in the mail is for. */
export function NewPassword({ onChanged, onSpent }: NewPasswordProps) {
  const form = useApiForm({
    schema: newPasswordRules,
    defaultValues: { password: '' },
    async send({ password }) {
      try {
        await reset(password);
      } catch (failure) {
        if (!hasCode(failure, 'invalid_token')) throw failure;
        onSpent();
        return;
      }
      toast({ title: 'Password changed', description: 'Sign in with your new one.', kind: 'good' });
      onChanged();
    },
    failureTitle: 'Error',
    alsoToast: true,
  });
  return (
    <AuthFrame
      title="Choose a new password"
      lead="It ends every session of your account, on all devices. Then sign in anew."
    >
      <Form form={form}>
        <FormField form={form} name="password" label="New password" required>
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <Button type="submit" busy={form.isBusy} busyText="Saving...">
          Change Password
        </Button>
      </Form>
    </AuthFrame>
  );
}
