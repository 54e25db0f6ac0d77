import { oneTimeCode } from '@stationhouse/platform-api/contract/fields';
import { CODE_DIGITS } from '@stationhouse/platform-api/contract/accounts/values';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { withSecondFactor } from '../api/second-factor.ts';
import { useVisitor } from '../api/visitors.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { SecondFactorPrompt } from '../ui/SecondFactorPrompt.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { LoginField, loginRules, SwitchLogin, type LoginDraft } from './LoginField.tsx';

/** Where a code was sent. */
export type CodeTarget = { email: string } | { phone: string };

interface SendCodeFormProps {
  draft: LoginDraft;
  onSent: (target: CodeTarget) => void;
}

/** Sends a one-time code to an email address or phone number. */
export function SendCodeForm({ draft, onSent }: SendCodeFormProps) {
  const [kind, setKind] = useState(draft.kind);
  const form = useApiForm({
    schema: loginRules[kind],
    defaultValues: { email: draft.email, phone: draft.phone },
    async send({ email, phone }) {
      const target = kind === 'email' ? { email } : { phone };
      const { auth } = await openClient();
      await auth.sendCode(target);
      onSent(target);
    },
    failureTitle: 'Login Error',
  });
  return (
    <Form form={form}>
      <LoginField form={form} kind={kind} />
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send code
      </Button>
      <SwitchLogin
        kind={kind}
        onSwitch={(next) => {
          form.fields.clearErrors();
          setKind(next);
        }}
      />
    </Form>
  );
}

/** The code, with the spaces and hyphens that people type between its digits. */
export const codeRules = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(oneTimeCode),
});

interface EnterCodeFormProps {
  target: CodeTarget;
  /** The visitor wants the code at another address or number. */
  onOther: () => void;
}

/** Signs in with the code. */
export function EnterCodeForm({ target, onOther }: EnterCodeFormProps) {
  const { enter } = useVisitor();
  const form = useApiForm({
    schema: codeRules,
    defaultValues: { code: '' },
    send: ({ code }) =>
      enter(({ auth }) =>
        withSecondFactor((factor) =>
          auth.verify({
            type: 'otp',
            ...target,
            code,
            ...(factor !== undefined && { second_factor: factor }),
          }),
        ),
      ),
    failureTitle: 'Login Error',
  });
  // The step has only this field: a phone shows its digit keyboard at once.
  const { setFocus } = form.fields;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <Form form={form}>
      <FormField form={form} name="code" label="Code" required>
        {(field) => (
          <TextInput
            {...field}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={'0'.repeat(CODE_DIGITS)}
            className="text-lead tracking-[0.3em] tabular"
          />
        )}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Signing in...">
        Sign in
      </Button>
      <div className="order-last flex flex-wrap gap-x-6">
        <SecondFactorPrompt />
        <ResendCode target={target} />
        <button type="button" className="link min-h-11 cursor-pointer text-small" onClick={onOther}>
          Use another address or number
        </button>
      </div>
    </Form>
  );
}

/** The wait before another code can be sent, in seconds. */
const RESEND_SECONDS = 30;

/** Counts down the seconds until another code can be sent. */
function useCountdown(): [left: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => performance.now() + RESEND_SECONDS * 1000);
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    // Read from the clock: timers stop while a phone shows another app.
    const count = () => {
      const rest = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(count, 500);
    count();
    return () => clearInterval(timer);
  }, [endsAt]);
  return [left, () => setEndsAt(performance.now() + RESEND_SECONDS * 1000)];
}

function ResendCode({ target }: { target: CodeTarget }) {
  const [left, restart] = useCountdown();
  const [isBusy, setBusy] = useState(false);

  async function resend(): Promise<void> {
    if (isBusy || left > 0) return;
    setBusy(true);
    try {
      const { auth } = await openClient();
      await auth.resend({ type: 'otp', ...target });
      restart();
      toast({
        title: 'Code sent',
        description: 'The previous code no longer works.',
        kind: 'good',
      });
    } catch (failure) {
      toastFailure('Error')(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      aria-disabled={isBusy || left > 0 || undefined}
      className="link min-h-11 cursor-pointer text-small aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
      onClick={() => void resend()}
    >
      {isBusy ? 'Sending...' : 'Send a new code'}
      {left > 0 ? <span className="tabular">{` in ${left} s`}</span> : null}
    </button>
  );
}
