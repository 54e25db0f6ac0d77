import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { emailRules } from './rules.ts';

/** What a link can be for that is asked for by an e-mail address alone. */
export type LinkType = 'recovery' | 'signup' | 'email_change';

const SENT = {
  recovery: {
    title: 'Password Reset Email Sent',
    description: 'Check your email for instructions to reset your password.',
  },
  signup: {
    title: 'E-mail sent',
    description: 'If an address waits to be confirmed there, a new link is on its way.',
  },
  email_change: {
    title: 'E-mail sent',
    description: 'If an address waits to be confirmed there, a new link is on its way.',
  },
} as const;

interface AskForLinkProps {
  type: LinkType;
  /** What is known of the address already. */
  email?: string;
  onSent: (message: { title: string; description: string }) => void;
}

async function ask(type: LinkType, email: string): Promise<unknown> {
  const { auth } = await openClient();
  return type === 'recovery' ? auth.recover({ email }) : auth.resend({ type, email });
}

/** Has a link sent to an e-mail address. */
export function AskForLink({ type, email = '', onSent }: AskForLinkProps) {
  const form = useApiForm({
    schema: emailRules,
    defaultValues: { email },
    async send(values) {
      await ask(type, values.email);
      onSent(SENT[type]);
    },
    failureTitle: 'Error',
    alsoToast: true,
  });
  return (
    <Form form={form}>
      <FormField form={form} name="email" label="E-mail" required>
        {(field) => <EmailInput {...field} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send Link
      </Button>
    </Form>
  );
}
