import { email, password, requiredLine } from '@stationhouse/platform-api/contract/fields';
import { RequestFailed } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { z } from 'zod';
import { AlertSheet, Answers } from './AlertDialog.tsx';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Combobox } from './Combobox.tsx';
import { countryChoices, countryCode } from './countries.ts';
import { Field } from './Field.tsx';
import { Form, FormField } from './Form.tsx';
import { NumberInput } from './NumberInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { PhoneInput } from './PhoneInput.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Select } from './Select.tsx';
import { Shelf } from './ShowcasePieces.tsx';
import { EmailInput, TextArea, TextInput } from './TextInput.tsx';
import { toast } from './toast.ts';
import { useApiForm } from './use-api-form.ts';
import { useHydrated } from './use-hydrated.ts';

const schema = z.object({
  first_name: requiredLine('Please enter your first name.'),
  email,
  password,
  country: requiredLine('Please choose your country.'),
  phone_number: z.string(),
});

/** A stub: `taken@…` is refused, `busy@…` is unreachable, anything else succeeds. */
async function pretendToSignUp(values: z.infer<typeof schema>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 800));
  if (values.email.startsWith('busy@')) throw new RequestFailed(0, { code: 'unreachable' });
  if (values.email.startsWith('taken@')) {
    throw new RequestFailed(422, {
      code: 'validation_failed',
      errors: [
        { field: 'email', code: 'taken', message: 'This address already has an account.' },
        { field: 'password', code: 'weak', message: 'This password is too common.' },
      ],
    });
  }
  toast({ kind: 'good', title: 'Account Created!' });
}

/** All controls, alone and in a form. */
export function ShowcaseForms() {
  return (
    <>
      <Shelf title="Controls">
        <Controls />
      </Shelf>
      <Shelf title="A form">
        <SignUp />
      </Shelf>
      <Shelf title="A question with a field">
        <DeleteAccount />
      </Shelf>
    </>
  );
}

function Controls() {
  const [shown, setShown] = useState('a long walk');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Company" hint="Shown on your invoices.">
        <TextInput placeholder="Harbour Café" autoComplete="organization" />
      </Field>
      <Field label="Email" required error="Please enter an email address.">
        <EmailInput defaultValue="ada@" />
      </Field>
      <Field label="Package">
        <Select
          defaultValue="Starter"
          choices={[
            { value: 'Starter', label: 'Starter' },
            { value: 'Professional', label: 'Professional' },
          ]}
        />
      </Field>
      <Field label="Station URL">
        <TextInput disabled defaultValue="harbour-cafe" />
      </Field>
      <Field label="Password">
        <PasswordInput
          autoComplete="new-password"
          value={shown}
          onChange={(event) => setShown(event.currentTarget.value)}
        />
      </Field>
      <Choices />
      <Field label="Message" className="sm:col-span-2">
        <TextArea placeholder="What should your guests hear?" />
      </Field>
      <div>
        <Checkbox label="Keep me signed in" defaultChecked hint="On this device only." />
        <Checkbox label="I agree to the terms" error="Please agree to the terms." />
        <Checkbox label="Disabled" disabled />
      </div>
    </div>
  );
}

function Choices() {
  const [minutes, setMinutes] = useState(10);
  const [voice, setVoice] = useState<'male' | 'female'>('male');
  // Base UI renders an inline style, which prerendered HTML must not have.
  const mayBeStyled = useHydrated();
  return (
    <>
      {mayBeStyled ? (
        <Field label="Radio ID frequency" hint="Every 1 to 60 minutes">
          <NumberInput
            label="Radio ID frequency"
            value={minutes}
            onChange={setMinutes}
            bounds={{ min: 1, max: 60 }}
            fallback={10}
            unit={{ one: 'minute', many: 'minutes' }}
          />
        </Field>
      ) : null}
      <RadioGroup
        label="Voice"
        choices={[
          { value: 'male', label: 'Male' },
          { value: 'female', label: 'Female' },
        ]}
        value={voice}
        onChange={setVoice}
      />
    </>
  );
}

function SignUp() {
  const form = useApiForm({
    schema,
    defaultValues: {
      first_name: '',
      email: 'taken@example.com',
      password: '',
      country: 'United Kingdom',
      phone_number: '',
    },
    send: pretendToSignUp,
  });
  const country = countryCode(form.fields.watch('country')) ?? 'GB';
  return (
    <Form form={form} className="max-w-md">
      <FormField form={form} name="first_name" label="First name" required>
        {(field) => <TextInput {...field} autoComplete="given-name" />}
      </FormField>
      <FormField form={form} name="email" label="Email" required hint="We rarely write.">
        {(field) => <EmailInput {...field} />}
      </FormField>
      <FormField form={form} name="password" label="Password" required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="country" label="Country" required>
        {(field) => (
          <Combobox {...field} choices={countryChoices('GB')} autoComplete="country-name" />
        )}
      </FormField>
      <FormField form={form} name="phone_number" label="Phone">
        {(field) => <PhoneInput {...field} country={country} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Creating account...">
        Create account
      </Button>
    </Form>
  );
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const leave = () => setOpen(false);
  return (
    <AlertSheet
      title="Delete your account?"
      description="It takes effect at once and cannot be undone."
      trigger={
        <Button kind="secondary" className="self-start">
          Delete my account
        </Button>
      }
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Field label="Your email address" hint="Type ada@example.com to confirm." className="mt-5">
        <EmailInput />
      </Field>
      <Answers className="mt-6">
        <Button kind="danger" onClick={leave}>
          Delete account
        </Button>
      </Answers>
    </AlertSheet>
  );
}
