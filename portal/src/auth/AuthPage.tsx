import type { TakenLink } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { newPassword } from '../api/form-rules.ts';
import { MEMBERS_PATH } from '../api/member-paths.ts';
import { useVisitor } from '../api/visitors.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Head } from '../ui/Head.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SecondFactorPrompt } from '../ui/SecondFactorPrompt.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { AskForLink, SpentLink } from './AskForLink.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ForVisitors } from './ForMembers.tsx';
import { authHeads } from './heads.ts';
import { SignInSteps } from './LoginPage.tsx';
import { useMailLink } from './use-mail-link.ts';

/** `/auth`: follows the links in emails, and signs in visitors that a members' page sent here. */
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
  if (state.status === 'followed') return <Followed link={state.link} />;
  if (state.status === 'confirmed') return <AddressConfirmed email={state.user.email} />;
  if (state.status === 'spent') return <SpentLink type={state.type} />;
  if (state.status === 'failed' && hasCode(state.failure, 'sign_in_first')) {
    return <SignInFirst onSignedIn={state.retry} />;
  }
  if (state.status === 'failed') {
    return (
      <AuthFrame title="Your link">
        <ErrorState
          title="We could not check your link"
          failure={state.failure}
          onRetry={state.retry}
        />
      </AuthFrame>
    );
  }
  if (state.status === 'following') {
    return (
      <>
        <Waiting title="Checking your link" />
        <SecondFactorPrompt />
      </>
    );
  }
  const isKnown = visitor.status !== 'unknown' && visitor.status !== 'expected';
  if (state.status === 'looking' || !isKnown) return <Waiting title="Sign in" />;
  return (
    <ForVisitors>
      <SignInSteps />
    </ForVisitors>
  );
}

/** The page that a link leads to. */
function Followed({ link }: { link: TakenLink }) {
  const [step, setStep] = useState<'start' | 'changed' | 'spent'>('start');
  if (step === 'spent') return <SpentLink type={link.type} />;
  if (link.type === 'recovery' && step === 'start') {
    return <NewPassword onChanged={() => setStep('changed')} onSpent={() => setStep('spent')} />;
  }
  if (link.type === 'signup' || link.type === 'email_change') {
    if (link.needs_new_password) return <PasswordEnded email={link.user.email ?? ''} />;
    return <AddressConfirmed email={link.user.email} />;
  }
  return (
    <ForVisitors>
      <SignInSteps
        notice={
          step === 'changed' ? (
            <Notice kind="good" title="Password changed" className="mb-6">
              Sign in with your new password. We have signed you out everywhere else.
            </Notice>
          ) : null
        }
      />
    </ForVisitors>
  );
}

/** A placeholder for the form until it is known whether one is needed. */
function Waiting({ title }: { title: string }) {
  return (
    <AuthFrame title={title} lead="One moment...">
      <Loading className="flex flex-col gap-5">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-11 w-full" />
      </Loading>
    </AuthFrame>
  );
}

/** After an email address was confirmed. The link does not sign in. */
function AddressConfirmed({ email }: { email: string | null }) {
  const { visitor } = useVisitor();
  const isSignedIn = visitor.status === 'member';
  return (
    <AuthFrame title="Your address is confirmed">
      <div className="flex flex-col gap-6">
        <Notice kind="good" title={email ?? 'Thank you'}>
          Our emails go to this address, and you sign in with it.
        </Notice>
        <ButtonLink to={isSignedIn ? MEMBERS_PATH : '/login'}>
          {isSignedIn ? 'Continue' : 'Sign in'}
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}

/** The account's password and sessions have ended, as another person may have made it with this address. */
function PasswordEnded({ email }: { email: string }) {
  const [sent, setSent] = useState<{ title: string; description: string }>();
  return (
    <AuthFrame
      title="Your address is confirmed"
      lead={
        sent
          ? undefined
          : 'To keep your account safe, we signed out other devices. Choose a password to go on.'
      }
    >
      {sent ? (
        <Notice kind="good" title={sent.title}>
          {sent.description}
        </Notice>
      ) : (
        <AskForLink type="recovery" email={email} onSent={setSent} />
      )}
    </AuthFrame>
  );
}

/** A link that confirms a new address works only in the account that gets it. */
function SignInFirst({ onSignedIn }: { onSignedIn: () => void }) {
  const { visitor } = useVisitor();
  const isSignedIn = visitor.status === 'member';
  const [isOtherAccount] = useState(isSignedIn);
  useEffect(() => {
    if (isSignedIn && !isOtherAccount) onSignedIn();
  }, [isSignedIn, isOtherAccount, onSignedIn]);
  if (isOtherAccount) {
    return (
      <AuthFrame title="Your link">
        <Notice kind="neutral" title="This link is for another account">
          Sign out, then open the link again and sign in to the account that gets this address.
        </Notice>
      </AuthFrame>
    );
  }
  return (
    <SignInSteps
      notice={
        <Notice kind="neutral" title="Sign in first" className="mb-6">
          Sign in to the account that gets this address, and we confirm it.
        </Notice>
      }
    />
  );
}

interface NewPasswordProps {
  onChanged: () => void;
  /** The link has been used, has expired, or was replaced. */
  onSpent: () => void;
}

/** Asks for a new password, after a recovery link. */
function NewPassword({ onChanged, onSpent }: NewPasswordProps) {
  const form = useApiForm({
    schema: z.object({ password: newPassword }),
    defaultValues: { password: '' },
    async send(values) {
      const { auth } = await openClient();
      try {
        await auth.reset(values);
      } catch (failure) {
        if (!hasCode(failure, 'invalid_token')) throw failure;
        onSpent();
        return;
      }
      onChanged();
    },
    failureTitle: 'Error',
  });
  return (
    <AuthFrame
      title="Choose a new password"
      lead="This signs you out on all devices. Then sign in with the new password."
    >
      <Form form={form}>
        <FormField form={form} name="password" label="New password" required>
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <Button type="submit" busy={form.isBusy} busyText="Saving...">
          Change password
        </Button>
      </Form>
    </AuthFrame>
  );
}
