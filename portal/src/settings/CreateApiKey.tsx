import { apiKeyDays, apiKeyName, apiKeyScopes } from '@stationhouse/platform-api/contract/fields';
import { z } from 'zod';
import { passwordAgain } from '../api/form-rules.ts';
import type { StepUp } from '../api/use-step-up.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import type { ApiKey } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';

type Scopes = ApiKey['scopes'];

/** Keys for one part of the API. Others can be made by the API itself. */
const PART_CHOICES = [
  { value: 'stations:read', label: 'Only read your station and its figures' },
  { value: 'stations:write', label: 'Only change your station' },
  { value: 'assets:write', label: 'Only upload and remove files' },
  { value: 'announcements:write', label: 'Only make announcements' },
  { value: 'billing:read', label: 'Only read billing and invoices' },
  { value: 'stations:read,webhooks:write', label: 'Only manage webhooks about your station' },
] as const;

/** The scopes of a key in words. */
export function scopeWords(scopes: Scopes): string {
  const asAdmin = scopes.includes('admin') ? ' as an admin' : '';
  const narrow = PART_CHOICES.find(({ value }) => value === scopes.join(','));
  if (narrow) return narrow.label;
  if (!scopes.includes('read') && !scopes.includes('write')) return scopes.join(', ');
  if (!scopes.includes('write')) return `Can read${asAdmin}`;
  return (scopes.includes('read') ? 'Can read and change' : 'Can change') + asAdmin;
}

/** The choices for a new key. The scopes are one choice: 'read', or 'read,write'. */
const SCOPE_CHOICES = [
  { value: 'read', label: 'Read' },
  { value: 'read,write', label: 'Read and change' },
  ...PART_CHOICES,
] as const;
const ADMIN_CHOICES = [
  { value: 'read,admin', label: 'Read, also in the admin area' },
  { value: 'read,write,admin', label: 'Read and change, also in the admin area' },
] as const;

/** Days until a new key expires; '' for never. */
const EXPIRY_CHOICES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
] as const;

const apiKeyRules = (isProven: boolean) =>
  z.object({
    name: apiKeyName,
    scopes: z
      .string()
      .transform((chosen) => chosen.split(','))
      .pipe(apiKeyScopes),
    expires_in_days: z
      .string()
      .transform((days) => (days === '' ? undefined : Number(days)))
      .pipe(apiKeyDays.optional()),
    is_test: z.boolean(),
    password: passwordAgain(isProven),
  });

export interface CreateApiKeyProps {
  /** The email address or phone number, for password managers. */
  login: string;
  isAdmin: boolean;
  stepUp: StepUp;
  /** The new key without its secret, which must not be cached. */
  onCreated: (key: ApiKey) => void;
}

/** Creates an API key and shows its secret once. */
export function CreateApiKey({ onCreated, ...maker }: CreateApiKeyProps) {
  return (
    <SecretDialog
      button="Create API key"
      description="Give it a name and choose what it may do. We email you about it if your address is confirmed."
      madeTitle="Your new API key"
      madeDescription="Copy it now: we show it only once and do not store it."
    >
      {(show) => (
        <KeyForm
          {...maker}
          onMade={({ key, ...made }) => {
            show(key);
            onCreated(made);
          }}
        />
      )}
    </SecretDialog>
  );
}

type KeyFormProps = Omit<CreateApiKeyProps, 'onCreated'> & {
  onMade: (made: ApiKey & { key: string }) => void;
};

function KeyForm({ login, isAdmin, stepUp: { isProven, prove }, onMade }: KeyFormProps) {
  const form = useApiForm({
    schema: apiKeyRules(isProven),
    defaultValues: {
      name: '',
      scopes: SCOPE_CHOICES[0].value,
      expires_in_days: EXPIRY_CHOICES[2].value,
      is_test: false,
      password: '',
    },
    async send({ password, is_test, ...key }) {
      const made = { ...key, ...(is_test && { is_test }) };
      onMade(await prove(password, ({ me }, token) => me.apiKeys.create(made, token)));
    },
    failureTitle: 'Failed to create the key',
  });
  const scopes = isAdmin ? [...SCOPE_CHOICES, ...ADMIN_CHOICES] : SCOPE_CHOICES;
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="For example the program that uses it."
        required
      >
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="scopes" label="What it may do" required>
        {(field) => <Select {...field} choices={scopes} />}
      </FormField>
      <FormField form={form} name="expires_in_days" label="When it expires">
        {(field) => <Select {...field} choices={EXPIRY_CHOICES} />}
      </FormField>
      <Checkbox
        label="Test key"
        hint="For tests of a program: requests get the examples of the reference and change nothing."
        {...form.fields.register('is_test')}
      />
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <Button type="submit" busy={form.isBusy} busyText="Creating...">
        Create key
      </Button>
    </Form>
  );
}
