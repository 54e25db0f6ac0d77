import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { visitors } from '../api/visitors.ts';
import { AlertSheet } from '../ui/AlertSheet.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import { DeletionForm } from './DeletionForm.tsx';
import type { Me } from '../api/queries.ts';
import type { StepUp } from '../api/use-step-up.ts';

interface DeleteAccountProps {
  user: Me['user'];
  stepUp: StepUp;
}

/** The end of the account, and all that goes with it. */
export function DeleteAccount({ user, stepUp }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useDeletion(stepUp);
  return (
    <div className="flex max-w-measure flex-col gap-4 text-small">
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <li>Your station goes off air at once, and its address and players stop working.</li>
        <li>Your subscription ends.</li>
        <li>Your files and your data are deleted for good.</li>
        <li>Invoices stay with the payment provider, as the law wants.</li>
      </ul>
      <p className="text-muted">Export your data first if you want to keep a copy.</p>
      <div>
        <AlertSheet
          title="Delete your account?"
          description="It takes effect at once and cannot be undone."
          trigger={<Button kind="secondary">Delete My Account</Button>}
          open={isOpen}
          onOpenChange={(next) => {
            // What comes of it is said here, so it stays until that is known.
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
  // Not before this page is left: it is for members, and would send whoever signs out to sign in again.
  // The server has ended the session already, so there is nothing that it would have to be told.
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
      toast({ title: 'Your account is deleted', kind: 'good' });
      await navigate('/', { replace: true });
    },
  });
}
