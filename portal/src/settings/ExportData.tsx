import { exportFileName } from '@stationhouse/platform-api/contract/site/brand';
import { useRef } from 'react';
import { z } from 'zod';
import { passwordAgain } from '../api/form-rules.ts';
import type { StepUp } from '../api/use-step-up.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';

interface ExportDataProps {
  /** The email address or phone number, for password managers. */
  login: string;
  stepUp: StepUp;
}

/** Downloads all data about the member as JSON. */
export function ExportData({ login, stepUp: { isProven, prove } }: ExportDataProps) {
  const button = useRef<HTMLButtonElement>(null);
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven) }),
    defaultValues: { password: '' },
    async send({ password }) {
      // The password field is removed on success, and must not have the focus then.
      button.current?.focus();
      const exported = await prove(password, ({ me }, token) => me.export(token));
      form.fields.resetField('password');
      const json = JSON.stringify(exported, null, 2);
      const name = exportFileName(exported.exported_at);
      saveFile(name, new Blob([json], { type: 'application/json' }));
      toast({ title: 'Your data is downloaded', description: name, kind: 'good' });
    },
    failureTitle: 'Failed to export your data',
  });
  return (
    <Form form={form} className="max-w-md">
      <p className="text-small text-muted">
        Your profile, station, purchases, sign-ins, passkeys and API keys, and links to your files.
        Invoices are on your dashboard under Billing and payments.
      </p>
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <Button
        ref={button}
        type="submit"
        kind="secondary"
        busy={form.isBusy}
        busyText="Preparing..."
        className="self-start"
      >
        Download my data
      </Button>
    </Form>
  );
}
