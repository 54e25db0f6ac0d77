import { password } from '@stationhouse/platform-api/contract/fields';
import { useId } from 'react';
import { askForPasskey } from '../api/passkeys.ts';
import { withSecondFactor } from '../api/second-factor.ts';
import { useVisitor } from '../api/visitors.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField, SubmitButton } from '../ui/Form.tsx';
import { PasskeyButton } from '../ui/PasskeyButton.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SecondFactorPrompt } from '../ui/SecondFactorPrompt.tsx';
import { useApiForm, useInputBeforeHydration } from '../ui/use-api-form.ts';
import { ForgotPassword } from './AskForLink.tsx';
import { LoginField, loginRules, SwitchLogin, type LoginDraft } from './LoginField.tsx';

/** An email address or phone number, and a password (specification §5). */
export const passwordLoginRules = {
  email: loginRules.email.extend({ password }),
  phone: loginRules.phone.extend({ password }),
} as const;

/** The fields of the prerendered form. */
const SERVED = ['email', 'password'] as const;

interface LoginFormProps {
  draft: LoginDraft;
  /** The visitor wants to use the other kind of login. */
  onSwitch: (draft: LoginDraft) => void;
  /** The visitor wants to sign in with a code. */
  onCode: (draft: LoginDraft) => void;
}

/** Signs in with an email address or phone number, and a password (specification §2, Login). */
export function LoginForm({ draft, onSwitch, onCode }: LoginFormProps) {
  const id = useId();
  const { kind } = draft;
  const { enter } = useVisitor();
  const form = useApiForm({
    schema: passwordLoginRules[kind],
    defaultValues: { email: draft.email, phone: draft.phone, password: '' },
    send: ({ email, phone, password }) =>
      enter(({ auth }) =>
        withSecondFactor((code) =>
          auth.signIn({
            ...(kind === 'email' ? { email } : { phone }),
            password,
            ...(code !== undefined && { second_factor: code }),
          }),
        ),
      ),
    failureTitle: 'Login Error',
  });
  useInputBeforeHydration(form, SERVED);
  const typed = (): LoginDraft => {
    const { email, phone } = form.fields.getValues();
    form.fields.clearErrors();
    return { kind, email, phone };
  };

  return (
    <Form form={form}>
      <LoginField form={form} kind={kind} autoComplete="username" />
      <div>
        <FormField form={form} name="password" label="Password" required>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <ForgotPassword email={() => form.fields.getValues('email')} />
        <SecondFactorPrompt />
      </div>
      <SubmitButton busy={form.isBusy} busyText="Signing in...">
        Sign in
      </SubmitButton>
      <div role="group" aria-labelledby={id} className="order-last flex flex-col gap-3">
        <p id={id} className="flex items-center gap-4 py-1 text-small text-muted">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          Other ways to sign in
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </p>
        <PasskeyButton
          kind="secondary"
          act={() =>
            enter(async ({ auth }) =>
              auth.signInWithPasskey(await askForPasskey(await auth.beginPasskeySignIn())),
            )
          }
        >
          Sign in with a passkey
        </PasskeyButton>
        <Button kind="secondary" onClick={() => onCode(typed())}>
          Sign in with a code
        </Button>
        <SwitchLogin kind={kind} onSwitch={(next) => onSwitch({ ...typed(), kind: next })} />
      </div>
    </Form>
  );
}
