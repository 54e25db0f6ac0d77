import { useState, type ReactNode, type Ref } from 'react';
import { readColour, sixDigits } from './colour.ts';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

const WRONG = 'Enter a colour as # and six digits from 0 to f, such as #1a0a53.';

/** The picker has to show a colour while none is chosen or typed. */
const NO_COLOUR = '#ffffff';

interface ColourFieldProps {
  label: string;
  /** `#` and three or six hex digits. */
  value: string;
  hint?: ReactNode;
  onChange: (colour: string) => void;
}

/** A colour with its label. Invalid text is ignored, with an error on blur. */
export function ColourField({ label, value, hint, onChange }: ColourFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);

  // Set from outside, for example to the colour of a logo.
  if (known !== value) {
    setKnown(value);
    if (readColour(text) !== value) setText(value);
  }

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
    <Field label={label} hint={hint} error={isWrong ? WRONG : undefined}>
      <ColourInput label={label} value={text} onChange={write} onBlur={leave} />
    </Field>
  );
}

interface ColourInputProps {
  /** The label of the field around it. */
  label: string;
  /** The text in the field, as typed. */
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A colour picker and a text input with the same value. */
export function ColourInput({ label, value, onChange, ...rest }: ColourInputProps) {
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={`${label}, colour picker`}
        autoComplete="off"
        value={sixDigits(readColour(value) ?? NO_COLOUR)}
        onChange={(event) => onChange(event.target.value)}
        className="size-11 flex-none cursor-pointer rounded-card border border-edge bg-surface p-1 hover:border-ink"
      />
      <TextInput
        {...rest}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono"
      />
    </div>
  );
}
