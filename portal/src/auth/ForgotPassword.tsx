import { useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { toast } from '../ui/toast.ts';
import { AskForLink } from './AskForLink.tsx';

/** Asks for an e-mail address, and has a link sent there (specification §2 and §8, Login). */
export function ForgotPassword({ email }: { email: () => string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Forgot your password?"
      description="Tell us your e-mail address. We send you a link to choose a new one."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link -mb-2 min-h-11 cursor-pointer py-2 text-small">
          Forgot Password
        </button>
      }
    >
      <AskForLink
        type="recovery"
        email={email()}
        onSent={(message) => {
          setOpen(false);
          toast({ ...message, kind: 'good' });
        }}
      />
    </Dialog>
  );
}
