import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { NewApiKey } from './NewApiKey.tsx';
import type { ApiKey } from './queries.ts';
import { apiKeyRules } from './rules.ts';
import { SCOPE_CHOICES } from './scope-words.ts';

interface CreateApiKeyProps {
  /** What the list may know of it: the secret stays out of what the page keeps. */
  onCreated: (key: ApiKey) => void;
}

/** Makes a key, and shows its secret this once. */
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
        title={secret === undefined ? 'Create API Key' : 'Your new API key'}
        description={
          secret === undefined
            ? 'A name to know it by, and what it may do.'
            : 'We show it this once and keep no copy. Put it where your program reads it.'
        }
        open={isOpen}
        onOpenChange={change}
        trigger={<Button kind="secondary">Create API Key</Button>}
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
        hint="Such as the program or the place it is for."
        required
      >
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="scopes" label="What it may do" required>
        {(field) => <Select {...field} choices={SCOPE_CHOICES} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Creating...">
        Create Key
      </Button>
    </Form>
  );
}
