import { TextInput, type TextInputProps } from './TextInput.tsx';

/** A VAT number: in capitals, and no word that a browser should correct or remember. */
export function VatNumberInput(props: TextInputProps) {
  return <TextInput {...props} autoComplete="off" autoCapitalize="characters" spellCheck={false} />;
}
