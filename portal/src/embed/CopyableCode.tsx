import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';

interface CopyableCodeProps {
  code: string;
  /** What the button says, where 'Copy' would not say which. */
  button?: string;
}

/** A piece of code as text, and a button that selects and copies it: refused, it is still selected. */
export function CopyableCode({ code, button = 'Copy' }: CopyableCodeProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-col items-start gap-4">
      <pre className="w-full rounded-card border border-line bg-sunken p-4 font-mono text-small leading-relaxed whitespace-pre-wrap">
        <code ref={shown} className="wrap-anywhere">
          {code}
        </code>
      </pre>
      <Button
        kind="secondary"
        onClick={() => {
          if (shown.current) getSelection()?.selectAllChildren(shown.current);
          void copyText(code, 'The code is selected: copy it by hand.');
        }}
      >
        {button}
      </Button>
    </div>
  );
}
