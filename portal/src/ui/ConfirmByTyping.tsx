import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from './Form.tsx';
import { TextInput } from './TextInput.tsx';
import type { ApiForm } from './use-api-form.ts';

interface ConfirmByTypingProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  name: FieldPath<Values>;
  /** The account to be deleted. */
  user: { email: string | null; phone: string | null };
  whose: 'Your' | 'The customer’s';
}

/** Confirms a deletion: the login of the account must be typed. `typedLogin` is its rule. */
export function ConfirmByTyping<Values extends FieldValues, Sent>({
  form,
  name,
  user: { email, phone },
  whose,
}: ConfirmByTypingProps<Values, Sent>) {
  return (
    <FormField
      form={form}
      name={name}
      label={`${whose} ${email === null ? 'phone number' : 'email address'}`}
      hint={<span className="wrap-anywhere">Type {email ?? phone} to confirm.</span>}
      required
    >
      {(field) => (
        <TextInput
          {...field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={email === null ? 'tel' : 'email'}
        />
      )}
    </FormField>
  );
}
