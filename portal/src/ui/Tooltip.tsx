import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

interface TooltipProps {
  /** What the thing is called; a button with an icon alone needs the same as its `aria-label`. */
  text: string;
  /** What it hangs on: something that takes the focus. */
  children: ReactElement;
}

/** The name of a button that shows only a sign. Nothing one must know stands in it: phones show none. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={8} className="z-40">
          <BaseTooltip.Popup className="rounded-small bg-ink px-2.5 py-1 text-small text-background transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
