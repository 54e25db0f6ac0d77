import { password } from '@stationhouse/platform-api/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { onField } from '../api/failures.ts';
import { newPassword } from '../api/form-rules.ts';
import { changeLogin } from '../api/second-factor.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { CurrentPassword, PasswordInput } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { apiKeysQuery, sessionsQuery } from './queries.ts';

interface ChangePasswordProps {
  /** The email address or phone number, for password managers. */
  login: string;
}

/** Changes the password, which ends all other sessions. */
export function ChangePassword({ login }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Change password"
      description="You stay signed in here and are signed out everywhere else."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Change password</Button>}
    >
      <PasswordForm login={login} onChanged={() => setOpen(false)} />
    </Dialog>
  );
}

/** The fields of refusals that come without one. */
const FIELDS = { current_password_wrong: 'current_password', weak_password: 'password' };

function PasswordForm({ login, onChanged }: ChangePasswordProps & { onChanged: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: z.object({
      password: newPassword,
      current_password: password,
      end_api_keys: z.boolean(),
    }),
    defaultValues: { current_password: '', password: '', end_api_keys: false },
    async send(values) {
      await changeLogin(values).catch(onField(FIELDS));
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      toast({
        title: 'Password changed',
        description: 'You are signed out everywhere else.',
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
      <Checkbox
        {...form.fields.register('end_api_keys')}
        label="Revoke all API keys too"
        hint="Choose this if someone else may know your password."
      />
      <Button type="submit" busy={form.isBusy} busyText="Saving...">
        Save password
      </Button>
    </Form>
  );
}
