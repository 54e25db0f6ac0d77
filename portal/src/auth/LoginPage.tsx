import { CODE_DIGITS, CODE_SECONDS } from '@stationhouse/platform-api/contract/accounts/values';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { withIntent } from '../api/member-paths.ts';
import { Head } from '../ui/Head.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { EnterCodeForm, SendCodeForm, type CodeTarget } from './CodeForms.tsx';
import { ForVisitors, useIntent } from './ForMembers.tsx';
import { authHeads } from './heads.ts';
import type { LoginDraft } from './LoginField.tsx';
import { LoginForm } from './LoginForm.tsx';

/** `/login` */
export function LoginPage() {
  return (
    <ForVisitors>
      <Head {...authHeads['/login']} />
      <SignInSteps />
    </ForVisitors>
  );
}

/**
 * Signs in with a password, or with a one-time code in two steps. `?with=code` is an entry of its own in the
 * history, so that "back" leads from the code to the password.
 */
export function SignInSteps({ notice }: { notice?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const { intent } = useIntent();
  const [draft, setDraft] = useState<LoginDraft>({ kind: 'email', email: '', phone: '' });
  const [target, setTarget] = useState<CodeTarget>();
  // Prerendered HTML is the same for every address, and shows the password form.
  const isByCode = useHydrated() && params.get('with') === 'code';

  const goToCode = (next: LoginDraft) => {
    setDraft(next);
    setTarget(undefined);
    setParams({ with: 'code', ...Object.fromEntries(intent) }, { preventScrollReset: true });
  };

  if (isByCode && target) {
    const place = 'email' in target ? target.email : target.phone;
    return (
      <AuthFrame
        title="Enter your code"
        lead={
          <>
            If there is an account for <strong className="text-ink">{place}</strong>, we have sent
            it a code of {CODE_DIGITS} digits. The code is valid for {CODE_SECONDS / 60} minutes.
          </>
        }
      >
        <EnterCodeForm target={target} onOther={() => setTarget(undefined)} />
      </AuthFrame>
    );
  }
  if (isByCode) {
    return (
      <AuthFrame
        title="Sign in with a code"
        lead={`We send you ${CODE_DIGITS} digits. No password needed.`}
      >
        <SendCodeForm draft={draft} onSent={setTarget} />
        <p className="mt-2 text-center">
          <Link to={withIntent('/login', intent)} className="link inline-block py-2.5 text-small">
            Sign in with your password
          </Link>
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here?{' '}
          <Link to={withIntent('/signup', intent)} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {notice}
      <LoginForm draft={draft} onSwitch={setDraft} onCode={goToCode} />
    </AuthFrame>
  );
}
