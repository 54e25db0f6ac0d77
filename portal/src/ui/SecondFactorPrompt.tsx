import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { describe } from '../api/failures.ts';
import { secondFactorQuestion } from '../api/second-factor.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

const nothing = () => undefined;

/** The mounted prompts. The last one is in the innermost dialog, so it asks. */
const mounted: string[] = [];

/**
 * Asks for the code of an authenticator app. Render it beside the field of the password: inside its dialog, which
 * then stays open below.
 */
export function SecondFactorPrompt() {
  const id = useId();
  useEffect(() => {
    mounted.push(id);
    return () => void mounted.splice(mounted.indexOf(id), 1);
  }, [id]);
  const question = useSyncExternalStore(
    secondFactorQuestion.subscribe,
    () => (mounted.at(-1) === id ? secondFactorQuestion.get() : undefined),
    nothing,
  );
  return (
    <Dialog
      title="Enter your code"
      description="Open your authenticator app and type the 6 digits that it shows. A recovery code works as well."
      open={question !== undefined}
      onOpenChange={() => question?.answer()}
    >
      {question === undefined ? null : <CodeForm {...question} />}
    </Dialog>
  );
}

function CodeForm({
  failure,
  isBusy,
  answer,
}: NonNullable<ReturnType<typeof secondFactorQuestion.get>>) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [failure]);
  const refusal = failure === undefined ? undefined : describe(failure).detail;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(code.trim() === '');
        if (code.trim() !== '' && !isBusy) answer(code);
      }}
    >
      <Field
        label="Code"
        required
        error={isEmpty ? 'Please type the code that your app shows.' : refusal}
      >
        <TextInput
          ref={input}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          inputMode="text"
          spellCheck={false}
          className="text-lead tracking-[0.2em] tabular"
        />
      </Field>
      <Button type="submit" busy={isBusy} busyText="Checking...">
        Continue
      </Button>
    </form>
  );
}
