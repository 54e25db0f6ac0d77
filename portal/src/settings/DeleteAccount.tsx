import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { onField } from '../api/failures.ts';
import { passwordAgain, typedLogin } from '../api/form-rules.ts';
import type { Me } from '../api/queries.ts';
import type { StepUp } from '../api/use-step-up.ts';
import { visitors } from '../api/visitors.ts';
import { AlertSheet, Answers } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmByTyping } from '../ui/ConfirmByTyping.tsx';
import { Form } from '../ui/Form.tsx';
import { CurrentPassword } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';

interface DeleteAccountProps {
  user: Me['user'];
  stepUp: StepUp;
}

/** Deletes the account. */
export function DeleteAccount({ user, stepUp }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useDeletion(stepUp);
  return (
    <div className="flex max-w-measure flex-col gap-4 text-small">
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <li>Your station goes off air at once, and its address and players stop working.</li>
        <li>Your subscription ends.</li>
        <li>Your files and your data are deleted permanently.</li>
        <li>Invoices stay with the payment provider, as the law requires.</li>
      </ul>
      <p className="text-muted">Export your data first if you want to keep a copy.</p>
      <div>
        <AlertSheet
          title="Delete your account?"
          description="It takes effect at once and cannot be undone."
          trigger={<Button kind="secondary">Delete my account</Button>}
          open={isOpen}
          onOpenChange={(next) => {
            // Stays open until the outcome is known, since it is shown here.
            if (!isPending) setOpen(next);
          }}
        >
          <DeletionForm user={user} isProven={stepUp.isProven} send={mutateAsync} />
        </AlertSheet>
      </div>
    </div>
  );
}

function useDeletion({ prove }: StepUp) {
  const navigate = useNavigate();
  const isDone = useRef(false);
  // Signs out only once this page is left: as a members' page it would redirect to sign in. The server has
  // already ended the session.
  useEffect(
    () => () => {
      if (isDone.current) visitors.signOut().catch(() => undefined);
    },
    [],
  );
  return useMutation({
    async mutationFn(password: string) {
      await prove(password, ({ me }, token) => me.delete(token));
      isDone.current = true;
      toast({ title: 'Your account is deleted', kind: 'good', leavesPage: true });
      await navigate('/', { replace: true });
    },
  });
}

interface DeletionFormProps {
  user: Pick<Me['user'], 'email' | 'phone'>;
  /** Whether there is a step-up proof, so that no password is needed. */
  isProven: boolean;
  /** Deletes the account. */
  send: (password: string) => Promise<unknown>;
}

/** Asks for the password and for the login of the account. */
function DeletionForm({ user, isProven, send }: DeletionFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  const login = user.email ?? user.phone ?? '';
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven), typed_login: typedLogin(login) }),
    defaultValues: { password: '', typed_login: '' },
    async send({ password }) {
      // The password field is removed on success, and must not have the focus then.
      button.current?.focus();
      await send(password).catch(onField({ last_admin: 'typed_login' }));
    },
    failureTitle: 'Failed to delete your account',
  });
  return (
    <Form form={form} className="mt-5">
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <ConfirmByTyping form={form} name="typed_login" user={user} whose="Your" />
      <Answers>
        <Button ref={button} type="submit" kind="danger" busy={form.isBusy} busyText="Deleting...">
          Delete my account
        </Button>
      </Answers>
    </Form>
  );
}
