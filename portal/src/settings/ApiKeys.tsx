import { TEST_KEY_PREFIX } from '@stationhouse/platform-api/contract/accounts/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { toast } from '../ui/toast.ts';
import { CreateApiKey, type CreateApiKeyProps, scopeWords } from './CreateApiKey.tsx';
import { apiKeysQuery, type ApiKey } from './queries.ts';

type Maker = Omit<CreateApiKeyProps, 'onCreated'>;

/** The member's API keys. */
export function ApiKeys(maker: Maker) {
  const keys = useQuery(apiKeysQuery);
  return (
    <Loaded query={keys} failure="Failed to load your API keys">
      {(known) => <KeyList keys={known} {...maker} />}
    </Loaded>
  );
}

function KeyList({ keys, ...maker }: Maker & { keys: readonly ApiKey[] }) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const change = (next: (known: ApiKey[]) => ApiKey[]) =>
    queries.setQueryData(apiKeysQuery.queryKey, (known) => known && next(known));
  const forget = (id: string) => change((known) => known.filter((key) => key.id !== id));
  return (
    <div className="flex flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        A key has access to your account. Treat it like a password.{' '}
        <a href="/docs" className="link">
          Read the API reference
        </a>
      </p>
      {keys.length === 0 ? (
        <EmptyState title="No API keys yet">
          Create one to let your website or your developer use your account.
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {keys.map((key) => (
            <ApiKeyRow
              key={key.id}
              apiKey={key}
              revoke={async () => {
                const { me } = await openClient();
                await me.apiKeys.delete(key.id).catch(ignoreNotFound);
                forget(key.id);
              }}
              focusAfter={() => lead.current}
            />
          ))}
        </ul>
      )}
      <CreateApiKey {...maker} onCreated={(made) => change((known) => [made, ...known])} />
    </div>
  );
}

const expiryWords = (expires_at: string): string =>
  `${Date.parse(expires_at) < Date.now() ? 'expired' : 'expires'} ${formatDate(expires_at)}`;

interface ApiKeyRowProps {
  apiKey: ApiKey;
  /** Absent: it can only be seen. */
  revoke?: (() => Promise<void>) | undefined;
  focusAfter: () => HTMLElement | null;
}

/** An API key and the button to revoke it. */
export function ApiKeyRow({ apiKey, revoke, focusAfter }: ApiKeyRowProps) {
  const { name, prefix, scopes, created_at, expires_at, last_used_at } = apiKey;
  const confirm = async () => {
    await revoke?.();
    toast({ title: 'API key revoked', description: name, kind: 'good' });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 sm:flex-nowrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {prefix.startsWith(TEST_KEY_PREFIX) ? <Badge>Test key</Badge> : null}
          <Badge>{scopeWords(scopes)}</Badge>
        </p>
        <p className="text-small text-muted">
          <code className="font-mono wrap-anywhere">{prefix}…</code> Created{' '}
          {formatDate(created_at)},{' '}
          {last_used_at === null ? 'never used' : `last used ${formatDate(last_used_at)}`}
          {expires_at === null ? null : `, ${expiryWords(expires_at)}`}
        </p>
      </div>
      {revoke ? (
        <AlertDialog
          title={`Revoke “${name}”?`}
          trigger={
            <Button kind="secondary" size="small">
              Revoke<span className="sr-only"> {name}</span>
            </Button>
          }
          action="Revoke key"
          busyText="Revoking..."
          failureText="Failed to revoke the key."
          onConfirm={confirm}
          focusAfter={focusAfter}
          danger
        >
          Programs that use it stop working at once. This cannot be undone.
        </AlertDialog>
      ) : null}
    </li>
  );
}
