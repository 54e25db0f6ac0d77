import { useRef, type ReactNode } from 'react';
import { CopyButton } from '../ui/CopyButton.tsx';

interface CopyableCodeProps {
  code: string;
  /** The button's text. */
  button?: string;
  /** Its use, beside the button. */
  children?: ReactNode;
}

/** Code with a button that selects and copies it. If copying is blocked, it stays selected. */
export function CopyableCode({ code, button = 'Copy', children }: CopyableCodeProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="text-small text-muted">{children}</p>
        <CopyButton
          size="small"
          text={code}
          byHand="The code is selected, so you can copy it yourself."
          onPress={() => {
            if (shown.current) getSelection()?.selectAllChildren(shown.current);
          }}
        >
          {button}
        </CopyButton>
      </div>
      <pre className="w-full rounded-card border border-line bg-sunken p-4 font-mono text-small leading-relaxed whitespace-pre-wrap">
        <code ref={shown} className="wrap-anywhere">
          {code}
        </code>
      </pre>
    </div>
  );
}
