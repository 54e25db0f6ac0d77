import { email } from '@stationhouse/platform-api/contract/fields';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { AuthFrame } from './AuthFrame.tsx';

/** The links that can be requested with an email address alone. */
const LINK_TYPES = ['recovery', 'signup', 'email_change'] as const;
type LinkType = (typeof LINK_TYPES)[number];

const CONFIRMATION_SENT = {
  title: 'Email sent',
  description: 'If this address is waiting to be confirmed, we have sent it a new link.',
};

const SENT = {
  recovery: {
    title: 'Password Reset Email Sent',
    description: 'Check your email for instructions to reset your password.',
  },
  signup: CONFIRMATION_SENT,
  email_change: CONFIRMATION_SENT,
} as const;

interface AskForLinkProps {
  type: LinkType;
  /** The address that the visitor has typed in another form. */
  email?: string;
  onSent: (message: { title: string; description: string }) => void;
}

async function requestLink(type: LinkType, email: string): Promise<unknown> {
  const { auth } = await openClient();
  return type === 'recovery' ? auth.recover({ email }) : auth.resend({ type, email });
}

/** Sends a link to an email address. */
export function AskForLink({ type, email: typed = '', onSent }: AskForLinkProps) {
  const form = useApiForm({
    schema: z.object({ email }),
    defaultValues: { email: typed },
    async send(values) {
      await requestLink(type, values.email);
      onSent(SENT[type]);
    },
    failureTitle: 'Error',
  });
  return (
    <Form form={form}>
      <FormField form={form} name="email" label="Email" required>
        {(field) => <EmailInput {...field} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send link
      </Button>
    </Form>
  );
}

/** Sends a link to choose a new password (specification §2 and §8, Login). */
export function ForgotPassword({ email }: { email: () => string }) {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<{ title: string; description: string }>();
  return (
    <Dialog
      title={sent ? 'Check your email' : 'Forgot your password?'}
      description={
        sent ? undefined : 'Enter your email address. We send you a link to choose a new password.'
      }
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setSent(undefined);
      }}
      trigger={
        <button type="button" className="link -mb-2 min-h-11 cursor-pointer py-2 text-small">
          Forgot password
        </button>
      }
    >
      {sent ? (
        <div role="status" className="flex flex-col gap-5">
          <Notice kind="good" title={sent.title}>
            {sent.description}
          </Notice>
          <Button onClick={() => setOpen(false)}>Back to sign in</Button>
        </div>
      ) : (
        <AskForLink type="recovery" email={email()} onSent={setSent} />
      )}
    </Dialog>
  );
}

/** A link from an email that no longer works, and the way to a new one. */
export function SpentLink({ type }: { type: string }) {
  const [sent, setSent] = useState<{ title: string; description: string }>();
  const linkType = LINK_TYPES.find((each) => each === type);
  return (
    <AuthFrame
      title={sent ? 'Check your email' : 'This link no longer works'}
      lead={sent ? undefined : 'The link has been used, has expired, or a newer one replaced it.'}
    >
      <div className="flex flex-col gap-6">
        {sent ? (
          <Notice kind="good" title={sent.title}>
            {sent.description}
          </Notice>
        ) : null}
        {!sent && linkType ? <AskForLink type={linkType} onSent={setSent} /> : null}
        {!sent && !linkType ? (
          <ButtonLink to="/login?with=code">Sign in with a code</ButtonLink>
        ) : null}
        <p className="text-center text-small text-muted">
          Already done?{' '}
          <Link to="/login" className="link inline-block py-2.5">
            Sign in
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
