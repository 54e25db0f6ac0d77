import { email, password } from '@stationhouse/platform-api/contract/fields';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { onField } from '../api/failures.ts';
import { useSetMe, type Me } from '../api/queries.ts';
import { changeLogin } from '../api/second-factor.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SecondFactorPrompt } from '../ui/SecondFactorPrompt.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';

interface ChangeEmailProps {
  /** The present address, or null. */
  current: string | null;
  size?: 'small';
}

/** Changes the email address to sign in with, once its owner follows the link sent to it. */
export function ChangeEmail({ current, size }: ChangeEmailProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Change email"
      description={
        current === null
          ? 'We send an email to the address. Follow the link in it to confirm the address.'
          : `We send an email to the new address. Until you follow the link in it, you sign in with ${current}.`
      }
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="secondary" {...(size && { size })}>
          Change email
        </Button>
      }
    >
      <NewEmailForm current={current} onSent={() => setOpen(false)} />
    </Dialog>
  );
}

function NewEmailForm({ current, onSent }: ChangeEmailProps & { onSent: () => void }) {
  const setMe = useSetMe();
  const form = useApiForm({
    schema: z.object({
      email: email.refine((typed) => typed !== current, 'This is already your address.'),
      current_password: password,
    }),
    defaultValues: { email: '', current_password: '' },
    async send(values) {
      const user = await changeLogin(values).catch(
        onField({ current_password_wrong: 'current_password' }),
      );
      await setMe({ user });
      toast({
        title: 'Check your email',
        description: `We have sent a confirmation link to ${values.email}.`,
        kind: 'good',
      });
      onSent();
    },
    failureTitle: 'Failed to change email',
  });
  return (
    <Form form={form}>
      <FormField form={form} name="email" label="New email" required>
        {(field) => <EmailInput {...field} />}
      </FormField>
      <FormField form={form} name="current_password" label="Current password" required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <SecondFactorPrompt />
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send confirmation
      </Button>
    </Form>
  );
}

interface PendingEmailProps {
  /** The address that is not confirmed yet. */
  address: string;
  /** The confirmed address, or null. */
  current: string | null;
}

/** A new email address that waits to be confirmed. */
export function PendingEmail({ address, current }: PendingEmailProps) {
  return (
    <div role="status">
      <Notice kind="neutral" title="Confirm your new address">
        <p>
          Follow the link in our email to <span className="font-semibold">{address}</span>.
          {current === null ? null : ` Until then you sign in with ${current}.`}
        </p>
        <div className="mt-3 mb-1">
          <SendAgain type="email_change" address={address} />
        </div>
      </Notice>
    </div>
  );
}

interface ConfirmEmailProps {
  user: Me['user'];
  /** There is a station, so receipts are sent. */
  isCustomer: boolean;
}

/** Shown on Home and Account until the address of the sign-up is confirmed, or replaced by another. */
export function ConfirmEmail({ user, isCustomer }: ConfirmEmailProps) {
  const { email, new_email, email_confirmed_at } = user;
  if (email === null || email_confirmed_at !== null) return null;
  const address = new_email ?? email;
  return (
    <div role="status">
      <Notice kind="neutral" title="Confirm your email address">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-72">
            Follow the link in our email to{' '}
            <span className="font-semibold wrap-anywhere text-ink">{address}</span>.{' '}
            {isCustomer
              ? `Until then your receipts go to ${new_email === null ? 'it' : email}, and may not reach you. They are also on the Billing page.`
              : 'Your receipts and the news of your station will go there.'}
          </p>
          <div className="flex flex-wrap gap-3">
            <SendAgain type={new_email === null ? 'signup' : 'email_change'} address={address} />
            <ChangeEmail current={email} size="small" />
          </div>
        </div>
      </Notice>
    </div>
  );
}

interface SendAgainProps {
  type: 'signup' | 'email_change';
  address: string;
}

function SendAgain({ type, address }: SendAgainProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).auth.resend({ type, email: address }),
    onSuccess: () =>
      toast({
        title: 'Email sent',
        description: `It is on its way to ${address}.`,
        kind: 'good',
      }),
    onError: toastFailure('Failed to send the email'),
  });
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isPending}
      busyText="Sending..."
      onClick={() => mutate()}
    >
      Send the email again
    </Button>
  );
}
