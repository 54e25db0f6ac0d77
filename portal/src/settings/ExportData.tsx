import { exportFileName } from '@stationhouse/platform-api/contract/brand';
import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { CurrentPassword } from '../ui/CurrentPassword.tsx';
import { exportRules } from './rules.ts';
import type { StepUp } from '../api/use-step-up.ts';

interface ExportDataProps {
  /** What the member signs in with. */
  login: string;
  stepUp: StepUp;
}

/** All that is kept of the member, to take along. */
export function ExportData({ login, stepUp: { isProven, prove } }: ExportDataProps) {
  const button = useRef<HTMLButtonElement>(null);
  const form = useApiForm({
    schema: exportRules(isProven),
    defaultValues: { password: '' },
    async send({ password }) {
      // The field goes once the password is believed, and would take the focus with it.
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
        Profile, station, purchases, sign-ins and API keys, and where your files are. Invoices are
        on your dashboard under Billing &amp; Payments.
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
        Download My Data
      </Button>
    </Form>
  );
}
