import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { useRequired } from './Field.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<'select'> {
  choices: readonly Choice[];
  /** Shown until something is chosen: 'Choose a voice'. */
  placeholder?: string;
}

/** A native select. For more than about twenty choices use `Combobox`. */
export function Select({ choices, placeholder, className, ...rest }: SelectProps) {
  const required = useRequired();
  return (
    <span className={clsx('relative block', className)}>
      <Field.Control
        render={
          <select {...required} {...rest} className="control cursor-pointer pe-10">
            {placeholder === undefined ? null : (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        }
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
