import { lowerCaseSlug } from '@stationhouse/platform-api/contract/stations/slug';
import type { ChangeEvent } from 'react';
import { TextInput, type TextInputProps } from '../ui/TextInput.tsx';

interface SlugInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (slug: string) => void;
}

/** Removes what a slug cannot have (specification §5, Station URL slug). */
const slugOf = (text: string): string => lowerCaseSlug(text).replace(/[^a-z0-9-]/g, '');

/** An input for a slug, which turns typed and pasted text into lower-case letters, digits and hyphens. */
export function SlugInput({ onChange, ...rest }: SlugInputProps) {
  const keepSlug = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = input;
    const slug = slugOf(value);
    if (slug !== value) {
      // React would move the caret to the end when it changes the value.
      const caret = slugOf(value.slice(0, selectionStart ?? value.length)).length;
      input.value = slug;
      input.setSelectionRange(caret, caret);
    }
    onChange(slug);
  };
  return (
    <TextInput
      {...rest}
      onChange={keepSlug}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
