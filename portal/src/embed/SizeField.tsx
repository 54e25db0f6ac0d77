import { useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';

interface SizeFieldProps {
  label: string;
  /** In px. */
  value: number;
  bounds: { min: number; max: number };
  /** What the text means within the bounds (specification §5). */
  read: (text: string) => number;
  onChange: (px: number) => void;
}

/** A length in px. What is written is put right when it is left, and counts as put right at once. */
export function SizeField({ label, value, bounds, read, onChange }: SizeFieldProps) {
  const [text, setText] = useState(String(value));
  return (
    <Field label={label} hint={`${bounds.min} to ${bounds.max} px`}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={bounds.min}
        max={bounds.max}
        value={text}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => setText(String(value))}
        className="tabular"
      />
    </Field>
  );
}
