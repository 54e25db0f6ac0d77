import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate, formatMoment } from '../ui/dates.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast.ts';
import { deviceWords } from './device-words.ts';
import { apiKeysQuery, sessionsQuery, type OpenSession } from './queries.ts';

/** The member's sessions. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Loaded query={sessions} failure="Failed to load where you are signed in">
      {({ data, support_views }) => (
        <div className="flex flex-col gap-6">
          <SessionList sessions={data} />
          <SupportViews times={support_views} />
        </div>
      )}
    </Loaded>
  );
}

function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const keep = (isKept: (session: OpenSession) => boolean) =>
    queries.setQueryData(
      sessionsQuery.queryKey,
      (known) => known && { ...known, data: known.data.filter(isKept) },
    );
  const onEnded = (ended: OpenSession) => {
    keep(({ id }) => id !== ended.id);
    // The focused button is gone with its row.
    lead.current?.focus();
  };
  const here = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="flex flex-col gap-3">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        {others.length === 0
          ? 'You are signed in on this device only.'
          : 'If you do not recognise a device, sign it out and change your password.'}
      </p>
      <ul className="flex flex-col">
        {[...here, ...others].map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => onEnded(session)} />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <SignOutOthers
          onDone={() => keep(({ current }) => current)}
          focusAfter={() => lead.current}
        />
      )}
    </div>
  );
}

/** How many of the last views are listed. */
const SHOWN_VIEWS = 10;

/** When our team has looked at the account, if ever. */
function SupportViews({ times }: { times: readonly string[] }) {
  if (times.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-sans text-text font-semibold">Our team looked at your account</h4>
      <p className="text-small text-muted">
        We saw your pages as you see them, to help you. We could not change anything.
      </p>
      <ul className="text-small">
        {times.slice(0, SHOWN_VIEWS).map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatMoment(at)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SignOutOthersProps {
  onDone: () => void;
  focusAfter: () => HTMLElement | null;
}

function SignOutOthers({ onDone, focusAfter }: SignOutOthersProps) {
  const queries = useQueryClient();
  const signOut = async () => {
    const { auth } = await openClient();
    await auth.sessions.endOthers();
    void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    onDone();
    toast({ title: 'Signed out everywhere else', kind: 'good' });
  };
  return (
    <div>
      <AlertDialog
        title="Sign out everywhere else?"
        trigger={<Button kind="secondary">Sign out all others</Button>}
        action="Sign out all others"
        busyText="Signing out..."
        failureText="Failed to sign out the others."
        onConfirm={signOut}
        focusAfter={focusAfter}
      >
        All other devices must sign in again, and all API keys stop working. This device stays
        signed in.
      </AlertDialog>
    </div>
  );
}

interface SessionRowProps {
  session: OpenSession;
  onEnded: () => void;
}

/** A session. This device's own is ended from the menu, as everywhere. */
function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, user_agent, ip, created_at, last_used_at, current } = session;
  const device = deviceWords(user_agent);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).auth.sessions.end(id).catch(ignoreNotFound),
    onSuccess() {
      onEnded();
      toast({ title: 'Signed out', description: device, kind: 'good' });
    },
    onError: toastFailure('Failed to sign out'),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device}
          {current ? <Badge>This device</Badge> : null}
        </p>
        <p className="text-small wrap-anywhere text-muted">
          Last used {formatDate(last_used_at)}, signed in {formatDate(created_at)}
          {ip === '' ? null : `, from ${ip}`}
        </p>
      </div>
      {current ? null : (
        <Button
          kind="secondary"
          size="small"
          busy={isPending}
          busyText="Signing out..."
          onClick={() => mutate()}
        >
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  );
}
