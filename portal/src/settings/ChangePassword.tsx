import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { onField } from '../api/failures.ts';
import { CurrentPassword } from '../ui/CurrentPassword.tsx';
import { sessionsQuery } from './queries.ts';
import { passwordChangeRules } from './rules.ts';

interface ChangePasswordProps {
  /** What the member signs in with. */
  login: string;
}

/** Another password. Everywhere else one has to sign in with it. */
export function ChangePassword({ login }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Change Password"
      description="It signs you out everywhere else. Here you stay signed in."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Change Password</Button>}
    >
      <PasswordForm login={login} onChanged={() => setOpen(false)} />
    </Dialog>
  );
}

/** Where the API's refusals belong that name no field. */
const FIELDS = { current_password_wrong: 'current_password', weak_password: 'password' };

function PasswordForm({ login, onChanged }: ChangePasswordProps & { onChanged: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: passwordChangeRules,
    defaultValues: { current_password: '', password: '' },
    async send(values) {
      const { auth } = await openClient();
      await auth.change(values).catch(onField(FIELDS));
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast({
        title: 'Password changed',
        description: 'Everywhere else you have been signed out.',
        kind: 'good',
      });
      onChanged();
    },
    failureTitle: 'Failed to change password',
  });
  return (
    <Form form={form}>
      <CurrentPassword form={form} name="current_password" label="Current password" login={login} />
      <FormField form={form} name="password" label="New password" required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Saving...">
        Save Password
      </Button>
    </Form>
  );
}
