import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { describe, hasCode } from '../api/failures.ts';
import { askForPasskey } from '../api/passkeys.ts';
import { secondFactorQuestion, type SecondFactorQuestion } from '../api/second-factor.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { TextInput } from './TextInput.tsx';

const nothing = () => undefined;

/** The mounted prompts. The last one is in the innermost dialog, so it asks. */
const mounted: string[] = [];

/**
 * Asks for a passkey, or for the code of an authenticator app. Render it beside the field of the password: inside its
 * dialog, which then stays open below.
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
      title={question?.passkey ? 'Confirm it’s you' : 'Enter your code'}
      description={
        question?.passkey
          ? 'Use your passkey: your fingerprint, face or PIN.'
          : 'Open your authenticator app and type the 6 digits that it shows. A recovery code works as well.'
      }
      open={question !== undefined}
      onOpenChange={() => question?.answer()}
    >
      {question === undefined ? null : <Factors {...question} />}
    </Dialog>
  );
}

function Factors(question: SecondFactorQuestion) {
  const { passkey, hasApp, failure, isBusy, answer } = question;
  const [isByCode, setByCode] = useState(false);
  if (!passkey) return <CodeForm {...question} />;
  return (
    <div className="flex flex-col gap-4">
      <PasskeyButton
        kind="primary"
        act={async () => answer(await askForPasskey(passkey))}
        refusal={hasCode(failure, 'passkey_refused') ? failure : undefined}
        busy={isBusy && !isByCode}
      >
        Use your passkey
      </PasskeyButton>
      {isByCode ? (
        <CodeForm {...question} />
      ) : (
        <button
          type="button"
          className="link min-h-11 cursor-pointer self-center text-small"
          onClick={() => setByCode(true)}
        >
          {hasApp ? 'Use a code instead' : 'Use a recovery code instead'}
        </button>
      )}
    </div>
  );
}

function CodeForm({ passkey, hasApp, failure, isBusy, answer }: SecondFactorQuestion) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refusal = hasCode(failure, 'second_factor_wrong') ? failure : undefined;
  // Beside a passkey it has just been asked for.
  useEffect(() => {
    if (passkey) input.current?.focus();
  }, [passkey]);
  useEffect(() => {
    if (refusal === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [refusal]);
  const empty = hasApp
    ? 'Please type the code that your app shows.'
    : 'Please type a recovery code.';
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
        label={hasApp ? 'Code' : 'Recovery code'}
        {...(passkey && hasApp && { hint: 'From your authenticator app, or a recovery code.' })}
        required
        error={isEmpty ? empty : refusal ? describe(refusal).detail : undefined}
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
      <Button
        type="submit"
        kind={passkey ? 'secondary' : 'primary'}
        busy={isBusy}
        busyText="Checking..."
      >
        Continue
      </Button>
    </form>
  );
}
