import { useMutation } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { deviceWords } from './device-words.ts';
import type { OpenSession } from './queries.ts';

interface SessionRowProps {
  session: OpenSession;
  onEnded: () => void;
}

/** One place where the member is signed in. This device signs out by the menu, like everywhere. */
export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, user_agent, ip, created_at, last_used_at, current } = session;
  const device = deviceWords(user_agent);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).auth.sessions.end(id).catch(ignoreNotFound),
    // Somebody waits: without a network it is told at once.
    networkMode: 'always',
    onSuccess() {
      onEnded();
      toast({ title: 'Signed out', description: device, kind: 'good' });
    },
    onError: toastFailure('Failed to sign out'),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
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
          Sign Out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  );
}
