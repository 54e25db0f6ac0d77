import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState, type ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';

/** How long the button has a tick, in ms. */
const TICK_MS = 2_000;

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  text: string;
  /** Said when the browser forbids it: 'Select the line and copy it yourself.' */
  byHand: string;
  /** Called before the text is copied. */
  onPress?: () => void;
}

/** Copies a text, and confirms it with a toast and a tick. */
export function CopyButton({
  text,
  byHand,
  onPress,
  kind = 'secondary',
  children,
  ...rest
}: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Sign = copied === text ? Check : Copy;
  return (
    <Button
      {...rest}
      kind={kind}
      onClick={() => {
        onPress?.();
        void copyText(text, byHand).then((isCopied) => setCopied(isCopied ? text : undefined));
      }}
    >
      <Sign aria-hidden="true" />
      {children}
    </Button>
  );
}
