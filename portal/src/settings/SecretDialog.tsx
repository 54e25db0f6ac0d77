import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface SecretDialogProps {
  /** Opens the dialog, and is its title. */
  button: string;
  description: string;
  madeTitle: string;
  madeDescription: string;
  /** @param show is called with the new secret */
  children: (show: (secret: string) => void) => ReactNode;
}

/** A form that makes a secret, which is then shown once. */
export function SecretDialog(props: SecretDialogProps) {
  const { button, description, madeTitle, madeDescription, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const change = (next: boolean) => {
    setOpen(next);
    setSecret(undefined);
  };
  return (
    <div>
      <Dialog
        title={secret === undefined ? button : madeTitle}
        description={secret === undefined ? description : madeDescription}
        open={isOpen}
        onOpenChange={change}
        trigger={<Button kind="secondary">{button}</Button>}
      >
        {secret === undefined ? (
          children(setSecret)
        ) : (
          <ShownOnce secret={secret} onDone={() => change(false)} />
        )}
      </Dialog>
    </div>
  );
}

interface ShownOnceProps {
  secret: string;
  onDone: () => void;
}

/** A new secret, to be copied. */
export function ShownOnce({ secret, onDone }: ShownOnceProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  // The focused form is gone.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <code className="rounded-card bg-sunken p-4 font-mono text-small wrap-anywhere select-all">
        {secret}
      </code>
      <div className="flex flex-col gap-3 sm:flex-row">
        <CopyButton
          ref={copyButton}
          kind="primary"
          text={secret}
          byHand="Select it and copy it by hand."
        >
          Copy
        </CopyButton>
        <Button kind="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
