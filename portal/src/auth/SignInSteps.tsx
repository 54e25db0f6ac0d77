import { useState, type ReactNode } from 'react';
import { useSearchParams, Link } from 'react-router-dom';
import { CODE_DIGITS, CODE_SECONDS } from '@stationhouse/platform-api/contract/limits';
import { useHydrated } from '../ui/after-hydration.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeForm, type Target } from './CodeForm.tsx';
import { EnterCodeForm } from './EnterCodeForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { withPackage } from '../api/member-paths.ts';
import type { Way } from './rules.ts';
import { NOTHING_TYPED, type Typed } from './typed.ts';
import { useChosenPackage } from './use-chosen-package.ts';

/**
 * Signing in, one step at a time: by password, or by a code that is sent. `?with=code` is a step of its
 * own in the history, so that 'back' leads from it to the password.
 */
export function SignInSteps({ notice }: { notice?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const chosen = useChosenPackage();
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const [target, setTarget] = useState<Target>();
  // The HTML of the page is the same for every address; it begins with the password.
  const isByCode = useHydrated() && params.get('with') === 'code';

  const changeWay = (next: Typed, way: Way | 'code') => {
    setTyped(way === 'code' ? next : { ...next, way });
    setTarget(undefined);
    if (way !== 'code') return;
    const step = { with: 'code', ...(chosen !== undefined && { package: chosen }) };
    setParams(step, { preventScrollReset: true });
  };

  if (isByCode && target) {
    const place = 'email' in target ? target.email : target.phone;
    return (
      <AuthFrame
        title="Enter your code"
        lead={
          <>
            If there is an account for <strong className="text-ink">{place}</strong>, a code of{' '}
            {CODE_DIGITS} digits is on its way there. It is good for {CODE_SECONDS / 60} minutes.
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
        <CodeForm typed={typed} onSent={setTarget} />
        <p className="mt-2 text-center">
          <Link to={withPackage('/login', chosen)} className="link inline-block py-2.5 text-small">
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
          <Link to={withPackage('/signup', chosen)} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {notice}
      <LoginForm typed={typed} onOtherWay={changeWay} />
    </AuthFrame>
  );
}
