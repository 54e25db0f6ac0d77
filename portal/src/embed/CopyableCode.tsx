import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';

interface CopyableCodeProps {
  code: string;
  /** The button's text. */
  button?: string;
}

/** Code with a button that selects and copies it. If copying is blocked, it stays selected. */
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
          void copyText(code, 'The code is selected, so you can copy it yourself.');
        }}
      >
        {button}
      </Button>
    </div>
  );
}
