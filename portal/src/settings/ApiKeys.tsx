import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Loaded } from '../ui/Loaded.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ApiKeyRow } from './ApiKeyRow.tsx';
import { CreateApiKey } from './CreateApiKey.tsx';
import { apiKeysQuery, type ApiKey } from './queries.ts';

/** The keys with which programs work for the member. */
export function ApiKeys() {
  const keys = useQuery(apiKeysQuery);
  return (
    <Loaded query={keys} failure="Failed to load your API keys">
      {(known) => <KeyList keys={known} />}
    </Loaded>
  );
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const change = (next: (known: ApiKey[]) => ApiKey[]) =>
    queries.setQueryData(apiKeysQuery.queryKey, (known) => known && next(known));
  const forget = (id: string) => {
    change((known) => known.filter((key) => key.id !== id));
    // The button that had the focus is gone with its key.
    lead.current?.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        A key acts in your name, so treat it like a password.{' '}
        <a href="/docs" className="link">
          Read the reference
        </a>
      </p>
      {keys.length === 0 ? (
        <EmptyState title="No API keys yet">
          Create one to let your website or your developer use your account.
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {keys.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} onRevoked={() => forget(key.id)} />
          ))}
        </ul>
      )}
      <CreateApiKey onCreated={(made) => change((known) => [made, ...known])} />
    </div>
  );
}
