import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** May contain links. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/**
 * A checkbox with its label. A styled native input: Base UI's renders a hidden input with an inline style,
 * which the content security policy forbids.
 */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  return (
    <Field.Root invalid={error !== undefined} className={className}>
      <Field.Label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <span className="relative mt-px grid size-5.5 flex-none place-items-center">
          <Field.Control
            render={
              <input
                {...rest}
                type="checkbox"
                className={clsx(
                  'peer absolute inset-0 cursor-pointer appearance-none rounded-small border bg-surface',
                  'transition-colors checked:border-primary checked:bg-primary hover:border-ink disabled:cursor-not-allowed disabled:opacity-50',
                  error === undefined ? 'border-edge' : 'border-2 border-bad',
                )}
              />
            }
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none relative size-4 text-on-primary opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </Field.Label>
      {hint === undefined ? null : (
        <Field.Description className="-mt-1.5 ps-8.5 pb-1.5 text-small text-muted">
          {hint}
        </Field.Description>
      )}
      <Field.Error
        match={error !== undefined}
        className="-mt-1.5 ps-8.5 pb-1.5 text-small font-medium text-bad"
      >
        {error}
      </Field.Error>
    </Field.Root>
  );
}
