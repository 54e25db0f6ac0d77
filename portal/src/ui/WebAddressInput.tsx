import { TextInput, type TextInputProps } from './TextInput.tsx';

/** The address of a website, with the keyboard for it. */
export function WebAddressInput(props: TextInputProps) {
  return (
    <TextInput
      placeholder="https://example.com"
      autoComplete="url"
      {...props}
      type="url"
      inputMode="url"
      autoCapitalize="none"
    />
  );
}
