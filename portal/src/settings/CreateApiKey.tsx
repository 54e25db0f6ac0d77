import { apiKeyName, apiKeyScopes } from '@stationhouse/platform-api/contract/fields';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import type { ApiKey } from './queries.ts';

type Scopes = ApiKey['scopes'];

/** The scopes of a key in words. */
export function scopeWords(scopes: Scopes): string {
  if (!scopes.includes('write')) return 'Can read';
  return scopes.includes('read') ? 'Can read and change' : 'Can change';
}

/** The choices for a new key. */
const SCOPE_CHOICES = [
  { value: 'read', label: 'Read' },
  { value: 'read,write', label: 'Read and change' },
] as const;

/** The scopes are one choice: 'read', or 'read,write'. */
const apiKeyRules = z.object({
  name: apiKeyName,
  scopes: z
    .string()
    .transform((chosen) => chosen.split(','))
    .pipe(apiKeyScopes),
});

interface CreateApiKeyProps {
  /** The new key without its secret, which must not be cached. */
  onCreated: (key: ApiKey) => void;
}

/** Creates an API key and shows its secret once. */
export function CreateApiKey({ onCreated }: CreateApiKeyProps) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const change = (next: boolean) => {
    setOpen(next);
    setSecret(undefined);
  };
  return (
    <div>
      <Dialog
        title={secret === undefined ? 'Create API key' : 'Your new API key'}
        description={
          secret === undefined
            ? 'Give it a name and choose what it may do.'
            : 'Copy it now: we show it only once and do not store it.'
        }
        open={isOpen}
        onOpenChange={change}
        trigger={<Button kind="secondary">Create API key</Button>}
      >
        {secret === undefined ? (
          <KeyForm
            onMade={({ key, ...made }) => {
              setSecret(key);
              onCreated(made);
            }}
          />
        ) : (
          <NewApiKey secret={secret} onDone={() => change(false)} />
        )}
      </Dialog>
    </div>
  );
}

function KeyForm({ onMade }: { onMade: (made: ApiKey & { key: string }) => void }) {
  const form = useApiForm({
    schema: apiKeyRules,
    defaultValues: { name: '', scopes: SCOPE_CHOICES[0].value },
    async send(values) {
      const { me } = await openClient();
      onMade(await me.apiKeys.create(values));
    },
    failureTitle: 'Failed to create the key',
  });
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
        {(field) => <Select {...field} choices={SCOPE_CHOICES} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Creating...">
        Create key
      </Button>
    </Form>
  );
}

interface NewApiKeyProps {
  secret: string;
  onDone: () => void;
}

/** The secret of a new key, to be copied. */
function NewApiKey({ secret, onDone }: NewApiKeyProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  // The focused form is gone.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <code className="rounded-card bg-sunken p-4 font-mono text-small wrap-anywhere select-all">
        {secret}
      </code>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={copyButton}
          onClick={() => void copyText(secret, 'Select the key and copy it by hand.')}
        >
          Copy
        </Button>
        <Button kind="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
