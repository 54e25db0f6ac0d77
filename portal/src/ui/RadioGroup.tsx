import { clsx } from 'clsx';
import { useId } from 'react';
import type { Choice } from './Select.tsx';

interface RadioGroupProps<Value extends string> {
  label: string;
  /** A note stands behind its label. */
  choices: readonly (Choice & { value: Value; note?: string | undefined })[];
  value: Value;
  onChange: (value: Value) => void;
  /** One below the other, for long labels. */
  stacked?: boolean;
  className?: string;
}

/** A choice of two or three; for more use `Select`. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, choices, value, onChange, stacked = false, className } = props;
  const name = useId();
  return (
    <fieldset className={clsx('min-w-0', className)}>
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className={clsx('grid gap-3', !stacked && 'auto-cols-fr grid-flow-col')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="control flex cursor-pointer items-center gap-2.5 hover:border-ink has-checked:border-primary has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="radio"
            />
            {choice.label}
            {choice.note === undefined ? null : (
              <span className="ms-auto flex-none text-small font-normal text-muted">
                {choice.note}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
