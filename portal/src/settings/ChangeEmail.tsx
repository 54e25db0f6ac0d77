import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { onField } from '../api/failures.ts';
import { useSetMe } from '../api/queries.ts';
import { newEmailRules } from './rules.ts';

interface ChangeEmailProps {
  /** The address that counts now; null: none. */
  current: string | null;
}

/** Another e-mail address to sign in with. It counts once the mail to it was answered. */
export function ChangeEmail({ current }: ChangeEmailProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Change E-mail"
      description={
        current === null
          ? 'We send a mail to the address. It counts once you follow the link in that mail.'
          : `We send a mail to the new address. Until you follow its link, ${current} stays the one you sign in with.`
      }
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Change E-mail</Button>}
    >
      <NewEmailForm current={current} onSent={() => setOpen(false)} />
    </Dialog>
  );
}

function NewEmailForm({ current, onSent }: ChangeEmailProps & { onSent: () => void }) {
  const setMe = useSetMe();
  const form = useApiForm({
    schema: newEmailRules(current),
    defaultValues: { email: '', current_password: '' },
    async send(values) {
      const { auth } = await openClient();
      const user = await auth
        .change(values)
        .catch(onField({ current_password_wrong: 'current_password' }));
      await setMe({ user });
      toast({
        title: 'Check your mail',
        description: `We have sent a link to ${values.email} to confirm it.`,
        kind: 'good',
      });
      onSent();
    },
    failureTitle: 'Failed to change e-mail',
  });
  return (
    <Form form={form}>
      <FormField form={form} name="email" label="New e-mail" required>
        {(field) => <EmailInput {...field} />}
      </FormField>
      <FormField form={form} name="current_password" label="Current password" required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send Confirmation
      </Button>
    </Form>
  );
}
