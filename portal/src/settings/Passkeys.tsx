import { passkeyName } from '@stationhouse/platform-api/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { passwordAgain } from '../api/form-rules.ts';
import { makePasskey } from '../api/passkeys.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { deviceWords } from './device-words.ts';
import { secondFactorQuery } from './queries.ts';
import { CODES_DIALOG, RecoveryCodes, type Owner } from './RecoveryCodes.tsx';

/** Adds a passkey: name and password, then the browser asks; then the recovery codes, if they are the first. */
export function AddPasskey(owner: Owner) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const change = (next: boolean) => {
    setOpen(next);
    // The codes are shown until the dialog is closed; only then the section changes.
    if (codes) refresh();
    setCodes(undefined);
  };
  const onAdded = (recoveryCodes: string[]) => {
    toast({ title: 'Passkey added', kind: 'good' });
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
    setOpen(false);
    refresh();
  };
  return (
    <Dialog
      title={codes ? CODES_DIALOG.title : 'Add a passkey'}
      description={
        codes
          ? CODES_DIALOG.description
          : 'Your device, security key or password manager keeps it. You confirm with your fingerprint, face or PIN.'
      }
      open={isOpen}
      onOpenChange={change}
      trigger={<Button kind="secondary">Add a passkey</Button>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => change(false)} />
      ) : (
        <PasskeyForm {...owner} onAdded={onAdded} />
      )}
    </Dialog>
  );
}

function PasskeyForm({
  login,
  stepUp: { isProven, prove },
  onAdded,
}: Owner & { onAdded: (recoveryCodes: string[]) => void }) {
  const form = useApiForm({
    schema: z.object({ name: passkeyName, password: passwordAgain(isProven) }),
    defaultValues: { name: deviceWords(navigator.userAgent), password: '' },
    async send({ name, password }) {
      const { recovery_codes } = await prove(password, async ({ auth: { passkeys } }, token) => {
        const passkey = await makePasskey(await passkeys.begin(token));
        return passkeys.add({ name, passkey }, token);
      });
      onAdded(recovery_codes);
    },
  });
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="To tell it from your other passkeys."
        required
      >
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <Button type="submit" busy={form.isBusy} busyText="Waiting for your device...">
        Create passkey
      </Button>
    </Form>
  );
}
