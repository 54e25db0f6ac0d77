import { useId } from 'react';
import { useVisitor } from '../api/use-visitor.ts';
import { Button } from '../ui/Button.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useApiForm, useInputBeforeHydration } from '../ui/use-api-form.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { PhoneField } from './PhoneField.tsx';
import { loginRules, type Way } from './rules.ts';
import type { Typed } from './typed.ts';

const FAILURE = 'Login Error';

/** What its HTML asks for before the script is here. */
const SERVED = ['email', 'password'] as const;

interface LoginFormProps {
  typed: Typed;
  /** Told what has been typed when the person wants another way to sign in. */
  onOtherWay: (typed: Typed, way: Way | 'code') => void;
}

/** Signs in with e-mail address or phone number and a password (specification §2, Login). */
export function LoginForm({ typed, onOtherWay }: LoginFormProps) {
  const { way } = typed;
  const { enter } = useVisitor();
  const form = useApiForm({
    schema: loginRules[way],
    defaultValues: { email: typed.email, phone: typed.phone, password: '' },
    send: ({ email, phone, password }) =>
      enter(({ auth }) => auth.signIn(way === 'email' ? { email, password } : { phone, password })),
    failureTitle: FAILURE,
    alsoToast: true,
  });
  useInputBeforeHydration(form, SERVED);
  const change = (next: Way | 'code') => {
    const { email, phone } = form.fields.getValues();
    form.fields.clearErrors();
    onOtherWay({ way, email, phone }, next);
  };

  return (
    <Form form={form}>
      {way === 'email' ? (
        <FormField key="email" form={form} name="email" label="E-mail" required>
          {(field) => <EmailInput {...field} autoComplete="username" />}
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
      <div>
        <FormField form={form} name="password" label="Password" required>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <ForgotPassword email={() => form.fields.getValues('email')} />
      </div>
      <SubmitButton busy={form.isBusy} busyText="Signing in...">
        Sign In
      </SubmitButton>
      <OtherWays way={way} onChange={change} />
    </Form>
  );
}

function OtherWays({ way, onChange }: { way: Way; onChange: (next: Way | 'code') => void }) {
  const id = useId();
  const other = way === 'email' ? 'phone' : 'email';
  return (
    <div role="group" aria-labelledby={id} className="order-last flex flex-col gap-3">
      <p id={id} className="flex items-center gap-4 py-1 text-small text-muted">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        Other ways to sign in
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      <Button kind="secondary" onClick={() => onChange('code')}>
        Sign in with a code
      </Button>
      <Button kind="quiet" onClick={() => onChange(other)}>
        {other === 'phone' ? 'Use your phone number' : 'Use your e-mail address'}
      </Button>
    </div>
  );
}
