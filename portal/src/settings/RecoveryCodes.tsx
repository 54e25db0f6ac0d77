import { useEffect, useRef } from 'react';
import type { StepUp } from '../api/use-step-up.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { saveFile } from '../ui/save-file.ts';

/** Title and description of the dialog with new recovery codes. */
export const CODES_DIALOG = {
  title: 'Keep your recovery codes',
  description:
    'With one of them you can sign in when you lose your phone or passkey. Each works once. We show them only now.',
} as const;

/** The owner of the second factors, for dialogs that ask for the password again. */
export interface Owner {
  /** The email address or phone number, for password managers. */
  login: string;
  stepUp: StepUp;
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, to be copied or downloaded. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const download = useRef<HTMLButtonElement>(null);
  // The focused form is gone.
  useEffect(() => download.current?.focus(), []);
  const all = codes.join('\n');
  return (
    <div className="flex flex-col gap-5">
      <ul className="grid gap-x-6 gap-y-1 rounded-card bg-sunken p-4 font-mono text-small select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={download}
          onClick={() =>
            saveFile('recovery-codes.txt', new Blob([`${all}\n`], { type: 'text/plain' }))
          }
        >
          Download
        </Button>
        <CopyButton text={all} byHand="Select the codes and copy them by hand.">
          Copy
        </CopyButton>
        <Button kind="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
