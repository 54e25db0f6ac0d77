import type { TakenLink } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { useVisitor } from '../api/use-visitor.ts';
import { Head } from '../ui/Head.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AddressConfirmed } from './AddressConfirmed.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ForVisitors } from './ForVisitors.tsx';
import { authHeads } from './heads.ts';
import { NewPassword } from './NewPassword.tsx';
import { SignInSteps } from './SignInSteps.tsx';
import { SpentLink } from './SpentLink.tsx';
import { useMailLink } from './use-mail-link.ts';

/** `/auth`: where the links in mails are done, and where those are sent who must sign in first. */
export function AuthPage() {
  return (
    <>
      <Head {...authHeads['/auth']} />
      <meta name="robots" content="noindex" />
      <Task />
    </>
  );
}

function Task() {
  const state = useMailLink();
  const { visitor } = useVisitor();
  if (state.is === 'taken') return <Taken link={state.link} />;
  if (state.is === 'spent') return <SpentLink type={state.type} />;
  if (state.is === 'unheard') {
    return (
      <AuthFrame title="Your link">
        <ErrorState title="We could not check it" failure={state.failure} onRetry={state.retry} />
      </AuthFrame>
    );
  }
  if (state.is === 'being-taken') return <Waiting title="Checking your link" />;
  const isKnown = state.is === 'none' && visitor.is !== 'unknown' && visitor.is !== 'expected';
  if (!isKnown) return <Waiting title="Sign in" />;
  return (
    <ForVisitors>
      <SignInSteps />
    </ForVisitors>
  );
}

/** What a link led to. Who signed in by one goes on like anybody who signs in. */
function Taken({ link }: { link: TakenLink }) {
  const [step, setStep] = useState<'begun' | 'changed' | 'spent'>('begun');
  if (step === 'spent') return <SpentLink type={link.type} />;
  if (link.type === 'recovery' && step === 'begun') {
    return <NewPassword onChanged={() => setStep('changed')} onSpent={() => setStep('spent')} />;
  }
  if (link.type === 'signup' || link.type === 'email_change') {
    return <AddressConfirmed user={link.user} />;
  }
  return (
    <ForVisitors>
      <SignInSteps
        notice={
          step === 'changed' ? (
            <Notice kind="good" title="Password changed" className="mb-6">
              Sign in with your new one. You have been signed out everywhere else.
            </Notice>
          ) : null
        }
      />
    </ForVisitors>
  );
}

/** The form's place while it is found out whether one is needed. */
function Waiting({ title }: { title: string }) {
  return (
    <AuthFrame title={title} lead="One moment...">
      <div role="status" className="flex flex-col gap-5">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </AuthFrame>
  );
}
