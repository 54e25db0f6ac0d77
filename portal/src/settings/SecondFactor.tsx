import { secondFactor } from '@stationhouse/platform-api/contract/fields';
import { RECOVERY_CODES } from '@stationhouse/platform-api/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { onField } from '../api/failures.ts';
import { passwordAgain } from '../api/form-rules.ts';
import type { StepUp } from '../api/use-step-up.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { formatDate } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { saveFile } from '../ui/save-file.ts';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { secondFactorQuery, type SecondFactor as Known } from './queries.ts';

interface Owner {
  /** The email address or phone number, for password managers. */
  login: string;
  stepUp: StepUp;
}

/** The member's authenticator app and recovery codes. */
export function SecondFactor(owner: Owner) {
  const known = useQuery(secondFactorQuery);
  return (
    <Loaded query={known} failure="Failed to load your second factor">
      {(data) => (data.confirmed_at === null ? <Off {...owner} /> : <On {...owner} known={data} />)}
    </Loaded>
  );
}

function Off(owner: Owner) {
  return (
    <div className="flex max-w-measure flex-col items-start gap-4">
      <p className="text-small text-muted">
        With an authenticator app on your phone, a stolen password alone opens nothing. When you
        sign in, we ask for the code that the app shows.
      </p>
      <SetUp {...owner} />
    </div>
  );
}

/** Few codes are left when this many are. */
const FEW_CODES = 3;

function On({ known: { confirmed_at, recovery_codes }, ...owner }: Owner & { known: Known }) {
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge kind="good">On</Badge>
        <span className="text-small text-muted">
          since {formatDate(confirmed_at ?? '')}, with {recovery_codes} of {RECOVERY_CODES} recovery
          codes left
        </span>
      </p>
      {recovery_codes > FEW_CODES ? null : (
        <Notice kind="neutral" title="Few recovery codes are left">
          Make new ones, so that you can still sign in when you lose your phone.
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <NewCodes {...owner} />
        <Remove {...owner} />
      </div>
    </div>
  );
}

/** Sets up the app: the password, the QR code and a first code, then the recovery codes. */
function SetUp(owner: Owner) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [app, setApp] = useState<AppSecret>();
  const [codes, setCodes] = useState<string[]>();
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    setApp(undefined);
    // The codes are shown until the dialog is closed; only then the section changes.
    if (codes) void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    setCodes(undefined);
  };
  const step = codes ? 'codes' : app ? 'app' : 'password';
  return (
    <Dialog
      title={TITLES[step]}
      description={DESCRIPTIONS[step]}
      open={isOpen}
      onOpenChange={change}
      trigger={<Button kind="secondary">Set up</Button>}
    >
      {step === 'password' ? (
        <PasswordStep
          {...owner}
          action="Continue"
          act={async (client, token) =>
            setApp({ ...(await client.auth.secondFactor.begin(token)), token })
          }
        />
      ) : null}
      {step === 'app' && app ? <AppStep app={app} onDone={setCodes} /> : null}
      {codes ? <RecoveryCodes codes={codes} onDone={() => change(false)} /> : null}
    </Dialog>
  );
}

const TITLES = {
  password: 'Set up a second factor',
  app: 'Scan this with your app',
  codes: 'Keep your recovery codes',
} as const;
const DESCRIPTIONS = {
  password: 'You need an authenticator app on your phone, for example from your phone’s maker.',
  app: 'Then type the code that the app shows.',
  codes:
    'With one of them you can sign in when you lose your phone. Each works once. We show them only now.',
} as const;

interface AppSecret {
  secret: string;
  uri: string;
  /** The step-up token of this set-up. */
  token: string;
}

type Act = Parameters<StepUp['prove']>[1];

interface PasswordStepProps extends Owner {
  action: string;
  danger?: boolean;
  act: Act;
  children?: ReactNode;
}

/** Asks for the password, unless it was entered a moment ago. */
function PasswordStep({ login, stepUp, action, danger = false, act, children }: PasswordStepProps) {
  const { isProven, prove } = stepUp;
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven) }),
    defaultValues: { password: '' },
    send: ({ password }) => prove(password, act),
  });
  return (
    <Form form={form}>
      {children}
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <Button
        type="submit"
        kind={danger ? 'danger' : 'primary'}
        busy={form.isBusy}
        busyText="One moment..."
      >
        {action}
      </Button>
    </Form>
  );
}

interface AppStepProps {
  app: AppSecret;
  onDone: (codes: string[]) => void;
}

function AppStep({ app: { uri, secret, token }, onDone }: AppStepProps) {
  const form = useApiForm({
    schema: z.object({ second_factor: secondFactor }),
    defaultValues: { second_factor: '' },
    async send({ second_factor }) {
      const { auth } = await openClient();
      const { recovery_codes } = await auth.secondFactor
        .confirm(second_factor, token)
        .catch(onField({ second_factor_wrong: 'second_factor' }));
      onDone(recovery_codes);
    },
  });
  const { setFocus } = form.fields;
  useEffect(() => setFocus('second_factor'), [setFocus]);
  return (
    <Form form={form}>
      <div className="flex flex-col items-center gap-3">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
          alt="QR code for your authenticator app"
          className="size-48 rounded-card bg-white p-2"
        />
        <details className="w-full text-small">
          <summary className="link min-h-11 cursor-pointer py-2.5 text-center">
            You can’t scan it? Type this key
          </summary>
          <code className="block rounded-card bg-sunken p-4 text-center font-mono wrap-anywhere select-all">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </details>
      </div>
      <FormField form={form} name="second_factor" label="Code" required>
        {(field) => (
          <TextInput
            {...field}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="text-lead tracking-[0.3em] tabular"
          />
        )}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Checking...">
        Turn on
      </Button>
    </Form>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, to be copied or downloaded. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const download = useRef<HTMLButtonElement>(null);
  // The focused form is gone.
  useEffect(() => download.current?.focus(), []);
  const all = codes.join('\n');
  return (
    <div className="flex flex-col gap-5">
      <ul className="grid gap-x-6 gap-y-1 rounded-card bg-sunken p-4 font-mono text-small select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={download}
          onClick={() =>
            saveFile('recovery-codes.txt', new Blob([`${all}\n`], { type: 'text/plain' }))
          }
        >
          Download
        </Button>
        <Button
          kind="secondary"
          onClick={() => void copyText(all, 'Select the codes and copy them by hand.')}
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

function NewCodes(owner: Owner) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const change = (next: boolean) => {
    setOpen(next);
    setCodes(undefined);
  };
  return (
    <Dialog
      title={codes ? TITLES.codes : 'New recovery codes'}
      description={codes ? DESCRIPTIONS.codes : 'Your present codes stop working.'}
      open={isOpen}
      onOpenChange={change}
      trigger={<Button kind="secondary">New recovery codes</Button>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => change(false)} />
      ) : (
        <PasswordStep
          {...owner}
          action="Make new codes"
          act={async (client, token) => {
            setCodes((await client.auth.secondFactor.renewCodes(token)).recovery_codes);
            void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
          }}
        />
      )}
    </Dialog>
  );
}

function Remove(owner: Owner) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Remove your second factor?"
      description="From then on your password alone signs you in. Your recovery codes stop working."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Remove</Button>}
    >
      <PasswordStep
        {...owner}
        action="Remove second factor"
        danger
        act={async (client, token) => {
          await client.auth.secondFactor.remove(token);
          setOpen(false);
          queries.setQueryData(secondFactorQuery.queryKey, {
            confirmed_at: null,
            recovery_codes: 0,
          });
          toast({ title: 'Second factor removed', kind: 'good' });
        }}
      />
    </Dialog>
  );
}
