import { clsx } from 'clsx';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { openClient } from '../api/client.ts';
import { COMMON_PASSWORD, passwordStrength } from '../api/password-strength.ts';
import { FormField } from './Form.tsx';
import { SecondFactorPrompt } from './SecondFactorPrompt.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';
import type { ApiForm } from './use-api-form.ts';
import { useRested } from './use-rested.ts';

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'value' | 'autoComplete'> {
  value: string;
  /** A new password is rated while it is typed. */
  autoComplete: 'current-password' | 'new-password';
}

const BAR = ['bg-line', 'bg-bad', 'bg-attention-mark', 'bg-good'] as const;

/** A password, with a button to show it. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={className}>
      <div className="relative">
        <TextInput
          {...rest}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="pe-12"
        />
        <button
          type="button"
          className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center rounded-card text-muted hover:text-ink"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
      {rest.autoComplete === 'new-password' && rest.value !== '' ? (
        <Strength password={rest.value} />
      ) : null}
    </div>
  );
}

/** A password is checked by the API once it has rested for so long, in ms. */
const REST_MS = 400;

/** Whether the API knows the password as a common one. Without an answer the form's submission tells. */
function useIsCommon(password: string): boolean {
  const rested = useRested(password, REST_MS);
  const [common, setCommon] = useState<string>();
  const isLong = passwordStrength(rested).bars > 0;
  useEffect(() => {
    if (!isLong) return;
    let isCurrent = true;
    async function check(): Promise<void> {
      const { is_good } = await (await openClient()).auth.checkPassword(rested);
      if (isCurrent && !is_good) setCommon(rested);
    }
    void check().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [rested, isLong]);
  return common === password;
}

function Strength({ password }: { password: string }) {
  const isCommon = useIsCommon(password);
  const { bars, advice } = isCommon ? COMMON_PASSWORD : passwordStrength(password);
  return (
    <div className="mt-2 flex items-center gap-3">
      <span aria-hidden="true" className="grid w-24 flex-none grid-cols-3 gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={clsx('h-1 rounded-full', bar <= bars ? BAR[bars] : 'bg-line')}
          />
        ))}
      </span>
      <span role="status" className="text-small text-muted">
        {advice}
      </span>
    </div>
  );
}

interface KnownPasswordProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  name: FieldPath<Values>;
  label: string;
  /** The email address or phone number, for password managers. */
  login: string;
}

/** The current password, asked for again. */
export function CurrentPassword<Values extends FieldValues, Sent>({
  form,
  name,
  label,
  login,
}: KnownPasswordProps<Values, Sent>) {
  return (
    <>
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <FormField form={form} name={name} label={label} required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <SecondFactorPrompt />
    </>
  );
}
