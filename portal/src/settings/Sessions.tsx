import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openClient } from '../api/client.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import { sessionsQuery, type OpenSession } from './queries.ts';
import { SessionRow } from './SessionRow.tsx';

/** Where the member is signed in. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Loaded query={sessions} failure="Failed to load where you are signed in">
      {(open) => <SessionList sessions={open} />}
    </Loaded>
  );
}

function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const keep = (isLeft: (session: OpenSession) => boolean) => {
    queries.setQueryData(sessionsQuery.queryKey, (known) => known?.filter(isLeft));
    // The button that had the focus is gone with what it ended.
    lead.current?.focus();
  };
  const here = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="flex flex-col gap-3">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        {others.length === 0
          ? 'You are signed in on this device only.'
          : 'If you do not know one of them, sign it out and change your password.'}
      </p>
      <ul className="flex flex-col">
        {[...here, ...others].map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnded={() => keep(({ id }) => id !== session.id)}
          />
        ))}
      </ul>
      {others.length === 0 ? null : <SignOutOthers onDone={() => keep(({ current }) => current)} />}
    </div>
  );
}

function SignOutOthers({ onDone }: { onDone: () => void }) {
  const signOut = async () => {
    const { auth } = await openClient();
    await auth.sessions.endOthers();
    onDone();
    toast({ title: 'Signed out everywhere else', kind: 'good' });
  };
  return (
    <div>
      <AlertDialog
        title="Sign out everywhere else?"
        trigger={<Button kind="secondary">Sign Out All Others</Button>}
        action="Sign Out All Others"
        busyText="Signing out..."
        failureText="Failed to sign out the others."
        onConfirm={signOut}
      >
        Each of the other devices has to sign in again. This one stays signed in.
      </AlertDialog>
    </div>
  );
}
