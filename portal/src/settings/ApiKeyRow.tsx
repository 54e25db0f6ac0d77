import { openClient } from '../api/client.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { toast } from '../ui/toast.ts';
import { ignoreNotFound } from '../api/failures.ts';
import type { ApiKey } from './queries.ts';
import { scopeWords } from './scope-words.ts';

interface ApiKeyRowProps {
  apiKey: ApiKey;
  onRevoked: () => void;
}

/** One key: how it begins, what it may do, when it was used, and the way to end it. */
export function ApiKeyRow({ apiKey, onRevoked }: ApiKeyRowProps) {
  const { id, name, prefix, scopes, created_at, last_used_at } = apiKey;
  const revoke = async () => {
    const { me } = await openClient();
    await me.apiKeys.delete(id).catch(ignoreNotFound);
    onRevoked();
    toast({ title: 'API key revoked', description: name, kind: 'good' });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Badge>{scopeWords(scopes)}</Badge>
        </p>
        <p className="text-small text-muted">
          <code className="font-mono wrap-anywhere">{prefix}…</code> Created{' '}
          {formatDate(created_at)},{' '}
          {last_used_at === null ? 'never used' : `last used ${formatDate(last_used_at)}`}
        </p>
      </div>
      <AlertDialog
        title={`Revoke “${name}”?`}
        trigger={
          <Button kind="secondary" size="small">
            Revoke<span className="sr-only"> {name}</span>
          </Button>
        }
        action="Revoke Key"
        busyText="Revoking..."
        failureText="Failed to revoke the key."
        onConfirm={revoke}
        danger
      >
        Whatever uses it stops working at once. This cannot be undone.
      </AlertDialog>
    </li>
  );
}
