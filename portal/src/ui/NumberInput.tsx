import { NumberField } from '@base-ui/react/number-field';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';

interface NumberInputProps {
  /** The field's label, for the names of the buttons. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  onBlur?: () => void;
  bounds: { min: number; max: number };
  /** The value of an empty field. */
  fallback: number;
  /** The unit after the number: 'minute', 'minutes'. */
  unit: { one: string; many: string };
}

const STEP =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-card text-muted hover:bg-sunken hover:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-40 [&_svg]:size-4.5';

/** A whole number. Any number can be typed; the value is clamped at once, and the text on blur. */
export function NumberInput(props: NumberInputProps) {
  const { label, value, onChange, onBlur, bounds, fallback, unit } = props;
  return (
    <NumberField.Root
      {...bounds}
      value={value}
      onValueChange={(next) => onChange(next === null ? fallback : Math.round(next))}
      locale="en-GB"
      format={{ maximumFractionDigits: 0, useGrouping: false }}
    >
      <NumberField.Group className="control flex items-center gap-1 p-0! focus-within:border-focus focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-bad">
        <NumberField.Decrement aria-label={`${label}: fewer ${unit.many}`} className={STEP}>
          <Minus aria-hidden="true" />
        </NumberField.Decrement>
        <span className="grid min-w-0 flex-1 grid-cols-2 items-baseline gap-1.5">
          <NumberField.Input
            onBlur={onBlur}
            className="tabular min-h-10.5 w-full bg-transparent text-end outline-none"
          />
          <span className="text-muted">{value === 1 ? unit.one : unit.many}</span>
        </span>
        <NumberField.Increment aria-label={`${label}: more ${unit.many}`} className={STEP}>
          <Plus aria-hidden="true" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
