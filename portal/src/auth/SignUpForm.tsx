import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useVisitor } from '../api/use-visitor.ts';
import { CountryInput } from '../ui/CountryInput.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm, useInputBeforeHydration } from '../ui/use-api-form.ts';
import { BusinessFields, BUSINESS_NAMES } from './BusinessFields.tsx';
import { signUpRules } from './rules.ts';
import { NOTHING_SIGNED_UP, type SignUpValues } from './sign-up-values.ts';
import { useCountries } from '../ui/use-countries.ts';

const FAILURE = 'Sign Up Error';

/** Not the country: what is typed there is not yet one of them. */
const TYPED = [
  'first_name',
  'last_name',
  'email',
  'password',
  'phone_number',
  ...BUSINESS_NAMES,
] as const;

/** What was typed, for somebody who reads the terms and comes back; never the password. */
let draft: SignUpValues = NOTHING_SIGNED_UP;

function useSignUp() {
  const { enter } = useVisitor();
  const isDone = useRef(false);
  const form = useApiForm({
    schema: signUpRules,
    defaultValues: draft,
    async send(values) {
      await enter(({ auth }) => auth.signUp(values));
      isDone.current = true;
      draft = NOTHING_SIGNED_UP;
      toast({
        title: 'Account Created!',
        description: 'Redirecting to your dashboard...',
        kind: 'good',
      });
    },
    failureTitle: FAILURE,
    alsoToast: true,
  });
  useInputBeforeHydration(form, TYPED);
  const { getValues } = form.fields;
  useEffect(
    () => () => {
      if (!isDone.current) draft = { ...getValues(), password: '' };
    },
    [getValues],
  );
  return form;
}

/** Makes an account (specification §5, sign-up fields). */
export function SignUpForm() {
  const form = useSignUp();
  const { choices, likely, codeOf } = useCountries();
  const chosen = codeOf(form.fields.watch('country'));
  return (
    <Form form={form} className="gap-10">
      <Group title="You">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="first_name" label="First name" required>
            {(field) => <TextInput {...field} autoComplete="given-name" />}
          </FormField>
          <FormField form={form} name="last_name" label="Last name" required>
            {(field) => <TextInput {...field} autoComplete="family-name" />}
          </FormField>
        </div>
        <FormField form={form} name="email" label="E-mail" required>
          {(field) => <EmailInput {...field} />}
        </FormField>
        <FormField form={form} name="password" label="Password" required>
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
      </Group>
      <Group title="Where we reach you">
        <FormField form={form} name="country" label="Country" required>
          {(field) => <CountryInput {...field} choices={choices} />}
        </FormField>
        <FormField form={form} name="phone_number" label="Phone number" required>
          {(field) => <PhoneInput {...field} country={chosen ?? likely} />}
        </FormField>
      </Group>
      <BusinessFields form={form} />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large" busy={form.isBusy} busyText="Creating your account...">
          Create Account
        </SubmitButton>
        <p className="text-small text-muted">
          By creating an account you agree to our{' '}
          <Link to="/terms-of-service" className="link">
            Terms of Service
          </Link>{' '}
          and{' '}
          <Link to="/privacy-policy" className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
    </Form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-5 font-heading text-title font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
