import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';

interface NewApiKeyProps {
  secret: string;
  onDone: () => void;
}

/** The secret of a key that was just made, to be copied now or never. */
export function NewApiKey({ secret, onDone }: NewApiKeyProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <code className="rounded-card bg-sunken p-4 font-mono text-small wrap-anywhere select-all">
        {secret}
      </code>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={copyButton}
          onClick={() => void copyText(secret, 'Select the key and copy it by hand.')}
        >
          Copy
        </Button>
        <Button kind="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
