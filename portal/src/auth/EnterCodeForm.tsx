import { CODE_DIGITS } from '@stationhouse/platform-api/contract/limits';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';
import { useVisitor } from '../api/use-visitor.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import type { Target } from './CodeForm.tsx';
import { codeRules } from './rules.ts';

/** How long a code has to arrive before another may be asked for, in seconds (ours). */
const RESEND_SECONDS = 30;

/** Signs in with the code that was sent. */
export function EnterCodeForm({ target, onOther }: { target: Target; onOther: () => void }) {
  const { enter } = useVisitor();
  const form = useApiForm({
    schema: codeRules,
    defaultValues: { code: '' },
    send: ({ code }) => enter(({ auth }) => auth.verify({ type: 'otp', ...target, code })),
    failureTitle: 'Login Error',
    alsoToast: true,
  });
  // The step is nothing but this field: a phone shows its digits at once.
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
        Sign In
      </Button>
      <div className="order-last flex flex-wrap gap-x-6">
        <ResendCode target={target} />
        <button type="button" className="link min-h-11 cursor-pointer text-small" onClick={onOther}>
          Use another address or number
        </button>
      </div>
    </Form>
  );
}

/** Seconds until another code may be asked for. @returns them, and what begins to count anew */
function useCountdown(): [left: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => performance.now() + RESEND_SECONDS * 1000);
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    // By the clock: a phone that shows another app meanwhile does not count.
    const count = () => {
      const rest = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(beat);
    };
    const beat = setInterval(count, 500);
    count();
    return () => clearInterval(beat);
  }, [endsAt]);
  return [left, () => setEndsAt(performance.now() + RESEND_SECONDS * 1000)];
}

function ResendCode({ target }: { target: Target }) {
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
        description: 'The one before it no longer works.',
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
