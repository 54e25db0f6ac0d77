import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { describe, isBug, PasskeyFailed } from '../api/failures.ts';
import { Button, type ButtonStyle } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface PasskeyButtonProps {
  kind: ButtonStyle['kind'];
  children: string;
  /** Asks the browser for a passkey and uses it. The button shows what it throws. */
  act: () => Promise<unknown>;
  /** A refusal that became known later. */
  refusal?: unknown;
  busy?: boolean;
}

/** A button that uses a passkey, and why it did not work. It is the first to be focused in a dialog. */
export function PasskeyButton({ kind, children, act, refusal, busy = false }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const use = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (reason) {
      if (isBug(reason)) reportError(reason);
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };
  const isWaiting = isBusy || busy;
  const shown = isWaiting ? undefined : (failure ?? refusal);
  const words = shown === undefined ? undefined : describe(shown);
  return (
    <>
      <Button
        kind={kind}
        data-focus-first
        busy={isWaiting}
        busyText="Waiting for your passkey..."
        onClick={() => void use()}
      >
        <KeyRound aria-hidden="true" />
        {children}
      </Button>
      <div role="alert" className="empty:hidden">
        {words ? (
          <Notice kind={shown instanceof PasskeyFailed ? 'neutral' : 'bad'} title={words.title}>
            {words.detail}
          </Notice>
        ) : null}
      </div>
    </>
  );
}
