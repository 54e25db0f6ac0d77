import { Field as BaseField } from '@base-ui/react/field';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, use, type ReactNode } from 'react';
import { clsx } from 'clsx';

const Required = createContext(false);

/** What a control inside of a `Field` adds to itself. */
export function useRequired(): { 'aria-required'?: true } {
  return use(Required) ? { 'aria-required': true } : {};
}

export interface FieldProps {
  label: ReactNode;
  /** What helps before anything is wrong: a format, where to find it. */
  hint?: ReactNode;
  /** What to do about it; while it is set the control counts as wrong. */
  error?: string | undefined;
  /** Marked for all; the form itself decides, not the browser. */
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * One thing that is asked: its name, the control inside of it, a hint, and what is wrong. The control is
 * tied to all of them for those who hear the page.
 */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  return (
    <BaseField.Root
      invalid={error !== undefined}
      className={clsx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <BaseField.Label className="w-fit text-small font-semibold">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-on-air-text">
            {' *'}
          </span>
        ) : null}
      </BaseField.Label>
      <Required value={required}>{children}</Required>
      {hint === undefined ? null : (
        <BaseField.Description className="text-small text-muted">{hint}</BaseField.Description>
      )}
      <BaseField.Error
        match={error !== undefined}
        className="flex items-start gap-1.5 text-small font-medium text-bad"
      >
        <CircleAlert aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
        <span className="min-w-0">{error}</span>
      </BaseField.Error>
    </BaseField.Root>
  );
}
