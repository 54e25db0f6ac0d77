import { email, loginPhone } from '@stationhouse/platform-api/contract/fields';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../ui/Button.tsx';
import { FormField } from '../ui/Form.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import type { ApiForm } from '../ui/use-api-form.ts';
import { useCountries } from '../ui/use-countries.ts';

/** The kinds of login. */
export type LoginKind = 'email' | 'phone';

/** The login as typed so far. It is kept while the visitor switches between the sign-in forms. */
export interface LoginDraft {
  kind: LoginKind;
  email: string;
  phone: string;
}

/** The rules for one kind of login; the field of the other kind is not shown. */
export const loginRules = {
  email: z.object({ email, phone: z.string() }),
  phone: z.object({ email: z.string(), phone: loginPhone }),
} as const satisfies Record<LoginKind, z.ZodType>;

const otherKind = (kind: LoginKind): LoginKind => (kind === 'email' ? 'phone' : 'email');

interface LoginFieldProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values & Pick<LoginDraft, LoginKind>, Sent>;
  kind: LoginKind;
  /** 'username' beside a password, for password managers. */
  autoComplete?: 'email' | 'username';
}

/** The email address or phone number to sign in with. */
export function LoginField<Values extends FieldValues, Sent>({
  form,
  kind,
  autoComplete = 'email',
}: LoginFieldProps<Values, Sent>) {
  const { likely } = useCountries();
  // The form has a field for each kind, which its generic type cannot express.
  const name = kind as FieldPath<Values & Pick<LoginDraft, LoginKind>>;
  return kind === 'email' ? (
    <FormField key="email" form={form} name={name} label="Email" required>
      {(field) => <EmailInput {...field} autoComplete={autoComplete} />}
    </FormField>
  ) : (
    <FormField
      key="phone"
      form={form}
      name={name}
      label="Phone number"
      hint="Confirm your phone number before you sign in with it."
      required
    >
      {(field) => <PhoneInput {...field} country={likely} />}
    </FormField>
  );
}

interface SwitchLoginProps {
  kind: LoginKind;
  onSwitch: (kind: LoginKind) => void;
}

/** Switches between email address and phone number. */
export function SwitchLogin({ kind, onSwitch }: SwitchLoginProps) {
  const other = otherKind(kind);
  return (
    <Button kind="quiet" onClick={() => onSwitch(other)}>
      {other === 'phone' ? 'Use your phone number' : 'Use your email address'}
    </Button>
  );
}
