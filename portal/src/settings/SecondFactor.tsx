import { factorCode } from '@stationhouse/platform-api/contract/fields';
import { RECOVERY_CODES } from '@stationhouse/platform-api/contract/accounts/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState, type ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { ignoreNotFound, onField } from '../api/failures.ts';
import { passwordAgain } from '../api/form-rules.ts';
import type { StepUp } from '../api/use-step-up.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { AddPasskey } from './Passkeys.tsx';
import { secondFactorQuery, type SecondFactor as Known } from './queries.ts';
import { CODES_DIALOG, RecoveryCodes, type Owner } from './RecoveryCodes.tsx';

/** The member's passkeys, authenticator app and recovery codes. */
export function SecondFactor(owner: Owner) {
  const known = useQuery(secondFactorQuery);
  return (
    <Loaded query={known} failure="Failed to load your second factor">
      {(data) => <Factors {...owner} known={data} />}
    </Loaded>
  );
}

/** Few codes are left when this many are. */
const FEW_CODES = 3;

const isOn = ({ confirmed_at, passkeys }: Known): boolean =>
  confirmed_at !== null || passkeys.length > 0;

function Factors({ known, ...owner }: Owner & { known: Known }) {
  const { confirmed_at, passkeys, recovery_codes } = known;
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const [removals, countRemoval] = useReducer((count: number) => count + 1, 0);
  // The focused button is gone with its row.
  useEffect(() => {
    if (removals > 0) lead.current?.focus();
  }, [removals]);
  const onRemoved = (rest: Pick<Known, 'confirmed_at' | 'passkeys'>) => {
    const next = { ...known, ...rest };
    // The API removes the codes with the last factor.
    if (!isOn(next)) next.recovery_codes = 0;
    queries.setQueryData(secondFactorQuery.queryKey, next);
    countRemoval();
  };
  const isLast = passkeys.length + (confirmed_at === null ? 0 : 1) === 1;
  const removal = { ...owner, isLast };
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p
        ref={lead}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted outline-none"
      >
        {isOn(known) ? (
          <>
            <Badge kind="good">On</Badge> with {recovery_codes} of {RECOVERY_CODES} recovery codes
            left
          </>
        ) : (
          'After your password we ask for a passkey (your fingerprint, face or device PIN) or for a code from an app on your phone. A passkey also signs you in without the password.'
        )}
      </p>
      {!isOn(known) || recovery_codes > FEW_CODES ? null : (
        <Notice kind="neutral" title="Few recovery codes are left">
          Make new ones, so that you can still sign in when you lose your phone or passkey.
        </Notice>
      )}
      {isOn(known) ? (
        <ul className="flex flex-col">
          {passkeys.map((passkey) => (
            <FactorRow
              key={passkey.id}
              {...removal}
              name={passkey.name}
              kind="Passkey"
              facts={passkeyFacts(passkey)}
              hint="Delete it on your device or in your password manager, too."
              remove={({ auth }, token) =>
                auth.passkeys.remove(passkey.id, token).catch(ignoreNotFound)
              }
              onRemoved={() =>
                onRemoved({ confirmed_at, passkeys: passkeys.filter((each) => each !== passkey) })
              }
            />
          ))}
          {confirmed_at === null ? null : (
            <FactorRow
              {...removal}
              name="Authenticator app"
              facts={`Added ${formatDate(confirmed_at)}`}
              remove={({ auth }, token) => auth.secondFactor.remove(token)}
              onRemoved={() => onRemoved({ confirmed_at: null, passkeys })}
            />
          )}
        </ul>
      ) : null}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <AddPasskey {...owner} />
        {confirmed_at === null ? <SetUp {...owner} /> : null}
        {isOn(known) ? <NewCodes {...owner} /> : null}
      </div>
    </div>
  );
}

function passkeyFacts({ created_at, last_used_at, signs_in }: Known['passkeys'][number]): string {
  const use = last_used_at === null ? 'never used' : `last used ${formatDate(last_used_at)}`;
  return `Added ${formatDate(created_at)}, ${use}${signs_in ? '' : '. Needs your password once'}`;
}

/** Sets up the app: the password, the QR code and a first code, then the recovery codes. */
function SetUp(owner: Owner) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [app, setApp] = useState<AppSecret>();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    setApp(undefined);
    // The codes are shown until the dialog is closed; only then the section changes.
    if (codes) refresh();
    setCodes(undefined);
  };
  const onAdded = (recoveryCodes: string[]) => {
    toast({ title: 'Authenticator app added', kind: 'good' });
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
    change(false);
    refresh();
  };
  const step = codes ? 'codes' : app ? 'app' : 'password';
  return (
    <Dialog
      title={TITLES[step]}
      description={DESCRIPTIONS[step]}
      open={isOpen}
      onOpenChange={change}
      trigger={<Button kind="secondary">Set up an app</Button>}
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
      {step === 'app' && app ? <AppStep app={app} onDone={onAdded} /> : null}
      {codes ? <RecoveryCodes codes={codes} onDone={() => change(false)} /> : null}
    </Dialog>
  );
}

const TITLES = {
  password: 'Set up an authenticator app',
  app: 'Scan this with your app',
  codes: CODES_DIALOG.title,
} as const;
const DESCRIPTIONS = {
  password: 'You need an authenticator app on your phone, for example from your phone’s maker.',
  app: 'Then type the code that the app shows.',
  codes: CODES_DIALOG.description,
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
  /** With the recovery codes, if they are new. */
  onDone: (codes: string[]) => void;
}

function AppStep({ app: { uri, secret, token }, onDone }: AppStepProps) {
  const form = useApiForm({
    schema: z.object({ second_factor: factorCode }),
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
          <code className="block rounded-card bg-sunken p-4 text-center font-mono text-balance wrap-anywhere select-all">
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
      title={codes ? CODES_DIALOG.title : 'New recovery codes'}
      description={codes ? CODES_DIALOG.description : 'Your present codes stop working.'}
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

interface FactorRowProps extends Owner {
  name: string;
  /** Told beside the name, where that is the member's own. */
  kind?: string;
  facts: string;
  /** A further step after it is removed. */
  hint?: string;
  isLast: boolean;
  remove: Act;
  onRemoved: () => void;
}

/** A second factor and the button to remove it. */
function FactorRow({
  name,
  kind,
  facts,
  hint = '',
  isLast,
  remove,
  onRemoved,
  ...owner
}: FactorRowProps) {
  const [isOpen, setOpen] = useState(false);
  const consequence = isLast
    ? 'From then on your password alone signs you in. Your recovery codes stop working.'
    : 'Your other second factors stay.';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {kind === undefined ? null : <Badge>{kind}</Badge>}
        </p>
        <p className="text-small text-muted">{facts}</p>
      </div>
      <Dialog
        title={`Remove “${name}”?`}
        description={`${consequence} ${hint}`}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button kind="secondary" size="small">
            Remove<span className="sr-only"> {name}</span>
          </Button>
        }
      >
        <PasswordStep
          {...owner}
          action="Remove"
          danger
          act={async (client, token) => {
            await remove(client, token);
            setOpen(false);
            onRemoved();
            toast({ title: 'Second factor removed', description: name, kind: 'good' });
          }}
        />
      </Dialog>
    </li>
  );
}
