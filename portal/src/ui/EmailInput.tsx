import { TextInput, type TextInputProps } from './TextInput.tsx';

/** One e-mail address, with the keyboard for it. As a login it is a `username` to password managers. */
export function EmailInput(
  props: TextInputProps & { autoComplete?: 'email' | 'username' | 'off' },
) {
  return (
    <TextInput
      autoComplete="email"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
    />
  );
}
