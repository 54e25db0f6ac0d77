import { Field as BaseField } from '@base-ui/react/field';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, use, type ReactNode } from 'react';
import { clsx } from 'clsx';

const Required = createContext(false);

/** The props that a control inside a `Field` adds. */
export function useRequired(): { 'aria-required'?: true } {
  return use(Required) ? { 'aria-required': true } : {};
}

export interface FieldProps {
  label: ReactNode;
  /** Help before anything is wrong, such as the format. */
  hint?: ReactNode;
  /** Marks the control as invalid. */
  error?: string | undefined;
  /** Marks the field as required; the form validates it, not the browser. */
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** A control with label, hint and error, which are linked for screen readers. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  return (
    <BaseField.Root
      invalid={error !== undefined}
      className={clsx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <BaseField.Label className="w-fit text-small font-semibold">
        {label}
        {required ? (
          <span aria-hidden="true" className="text-muted">
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
