import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from './Form.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import type { ApiForm } from './use-api-form.ts';

interface KnownPasswordProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  name: FieldPath<Values>;
  label: string;
  /** What the member signs in with, so that a password manager knows whose password is asked for. */
  login: string;
}

/** The password that counts now, once more. */
export function CurrentPassword<Values extends FieldValues, Sent>({
  form,
  name,
  label,
  login,
}: KnownPasswordProps<Values, Sent>) {
  return (
    <>
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <FormField form={form} name={name} label={label} required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
    </>
  );
}
