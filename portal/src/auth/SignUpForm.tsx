import {
  country,
  email,
  firstName,
  lastName,
  optionalLine,
  phoneNumber,
} from '@stationhouse/platform-api/contract/fields';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { newPassword, optionalWebsite } from '../api/form-rules.ts';
import { useKeptStation } from '../api/kept-station.ts';
import { industryIn } from '../api/member-paths.ts';
import { useVisitor } from '../api/visitors.ts';
import { CountryInput } from '../ui/Combobox.tsx';
import { CompanyFields, PROFILE_COMPANY } from '../ui/CompanyFields.tsx';
import { Form, FormField, SubmitButton } from '../ui/Form.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { EmailInput, TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm, useInputBeforeHydration } from '../ui/use-api-form.ts';
import { useCountries } from '../ui/use-countries.ts';

/** The sign-up form. Email and phone number are required here; the API needs one of them (§5). */
export const signUpRules = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  password: newPassword,
  country,
  phone_number: phoneNumber.min(1, 'Please enter your phone number.'),
  company_name: optionalLine,
  company_address: optionalLine,
  company_city: optionalLine,
  company_postal_code: optionalLine,
  company_website: optionalWebsite,
  company_vat_number: optionalLine,
});

type SignUpValues = z.input<typeof signUpRules>;

const EMPTY: SignUpValues = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  country: '',
  phone_number: '',
  company_name: '',
  company_address: '',
  company_city: '',
  company_postal_code: '',
  company_website: '',
  company_vat_number: '',
};

const COMPANY_NAMES = Object.values(PROFILE_COMPANY);

/** The fields of the prerendered form. Not the country: its text may not be a country yet. */
const SERVED = [
  'first_name',
  'last_name',
  'email',
  'password',
  'phone_number',
  ...COMPANY_NAMES,
] as const;

/** Kept for visitors who read the terms and come back; never holds the password. */
let draft: SignUpValues = EMPTY;

function useSignUp() {
  const { enter } = useVisitor();
  const kept = useKeptStation();
  const industry = industryIn(useSearchParams()[0]) ?? kept?.industry;
  // The address to which an invitation was sent.
  const { email: invited = '' } = Object(useLocation().state) as { email?: string };
  const isDone = useRef(false);
  const form = useApiForm({
    schema: signUpRules,
    defaultValues: { ...draft, email: draft.email || invited },
    async send(values) {
      await enter(({ auth }) => auth.signUp({ ...values, ...(industry && { industry }) }));
      isDone.current = true;
      draft = EMPTY;
      toast({
        title: 'Account Created!',
        description: 'Redirecting to your dashboard...',
        kind: 'good',
        leavesPage: true,
      });
    },
    failureTitle: 'Sign Up Error',
  });
  useInputBeforeHydration(form, SERVED);
  const { getValues } = form.fields;
  useEffect(
    () => () => {
      if (!isDone.current) draft = { ...getValues(), password: '' };
    },
    [getValues],
  );
  return form;
}

/** Creates an account (specification §5, sign-up fields). */
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
        <FormField form={form} name="email" label="Email" required>
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
      <Business form={form} />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large" busy={form.isBusy} busyText="Creating your account...">
          Create account
        </SubmitButton>
        <p className="text-small text-muted">
          By creating an account you agree to our{' '}
          <Link to="/terms-of-service" className="link">
            Terms of service
          </Link>{' '}
          and{' '}
          <Link to="/privacy-policy" className="link">
            Privacy policy
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

/** The optional company details. Closed, unless a field in it is filled or wrong. */
function Business({ form }: { form: ReturnType<typeof useSignUp> }) {
  const { errors } = useFormState({ control: form.control, name: COMPANY_NAMES });
  const [isOpened, setOpened] = useState(() =>
    form.fields.getValues(COMPANY_NAMES).some((value) => value),
  );
  const isWrong = COMPANY_NAMES.some((name) => errors[name] !== undefined);
  return (
    <details
      open={isOpened || isWrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group border-y border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-heading text-title font-bold">Your business</span>
          <span className="block text-small text-muted">
            Optional now, needed on your invoices later.
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-7">
        <CompanyFields form={form} names={PROFILE_COMPANY} />
      </div>
    </details>
  );
}
