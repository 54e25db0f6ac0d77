import type { ChangeEvent } from 'react';
import { lowerCaseSlug } from '@stationhouse/platform-api/contract/slug';
import { TextInput, type TextInputProps } from '../ui/TextInput.tsx';

interface SlugInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (slug: string) => void;
}

/** What an address can have of a text (specification §5, Station URL slug). */
const slugOf = (text: string): string => lowerCaseSlug(text).replace(/[^a-z0-9-]/g, '');

/** The short address of a station: small letters, digits and hyphens, whatever is typed or pasted. */
export function SlugInput({ onChange, ...rest }: SlugInputProps) {
  const keepSlug = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = input;
    const slug = slugOf(value);
    if (slug !== value) {
      // The caret stays where one types; React, left to itself, moves it to the end.
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
