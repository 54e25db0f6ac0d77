import { useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { readColour, sixDigits } from './colour.ts';

const WRONG = 'Write a colour as # and six digits from 0 to f, such as #1a0a53.';

interface ColourFieldProps {
  label: string;
  /** `#` and three or six hex digits. */
  value: string;
  onChange: (colour: string) => void;
}

/**
 * A colour to pick or to write. The two always say the same; text that is no colour changes nothing, and
 * is only called wrong once it is left.
 */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  const [text, setText] = useState(value);
  const [isWrong, setWrong] = useState(false);

  function write(next: string): void {
    setText(next);
    const colour = readColour(next);
    if (colour === undefined) return;
    setWrong(false);
    onChange(colour);
  }

  function leave(): void {
    const colour = readColour(text);
    setWrong(colour === undefined);
    if (colour !== undefined) setText(colour);
  }

  return (
    <Field label={label} error={isWrong ? WRONG : undefined}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}, colour picker`}
          value={sixDigits(value)}
          onChange={(event) => write(event.target.value)}
          className="size-11 flex-none cursor-pointer rounded-card border border-edge bg-surface p-1 hover:border-ink"
        />
        <TextInput
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
          onBlur={leave}
          className="font-mono"
        />
      </div>
    </Field>
  );
}
