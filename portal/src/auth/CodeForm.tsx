import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { PhoneField } from './PhoneField.tsx';
import { codeTargetRules, type Way } from './rules.ts';
import type { Typed } from './typed.ts';

/** Where a code has been sent. */
export type Target = { email: string } | { phone: string };

interface CodeFormProps {
  typed: Typed;
  onSent: (target: Target) => void;
}

/** Asks where a code to sign in with should be sent, and sends it. */
export function CodeForm({ typed, onSent }: CodeFormProps) {
  const [way, setWay] = useState<Way>(typed.way);
  const form = useApiForm({
    schema: codeTargetRules[way],
    defaultValues: { email: typed.email, phone: typed.phone },
    async send({ email, phone }) {
      const target = way === 'email' ? { email } : { phone };
      const { auth } = await openClient();
      await auth.sendCode(target);
      onSent(target);
    },
    failureTitle: 'Login Error',
    alsoToast: true,
  });
  const other = way === 'email' ? 'phone' : 'email';
  return (
    <Form form={form}>
      {way === 'email' ? (
        <FormField key="email" form={form} name="email" label="E-mail" required>
          {(field) => <EmailInput {...field} />}
        </FormField>
      ) : (
        <FormField
          key="phone"
          form={form}
          name="phone"
          label="Phone number"
          hint="It signs you in once it has been confirmed."
          required
        >
          {(field) => <PhoneField {...field} />}
        </FormField>
      )}
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send Code
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          form.fields.clearErrors();
          setWay(other);
        }}
      >
        {other === 'phone' ? 'Use your phone number' : 'Use your e-mail address'}
      </Button>
    </Form>
  );
}
