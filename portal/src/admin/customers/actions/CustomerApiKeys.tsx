import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { openClient } from '../../../api/client.ts';
import { ignoreNotFound } from '../../../api/failures.ts';
import { ApiKeyRow } from '../../../settings/ApiKeys.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../../../ui/Loaded.tsx';
import { useIsAdmin } from '../../queries.ts';

const keysQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'customer', userId, 'api-keys'],
    queryFn: async ({ signal }) =>
      (await (await openClient()).admin.customers.apiKeys.list(userId, { signal })).data,
  });

interface CustomerApiKeysProps {
  userId: string;
  onClose: () => void;
}

/** The API keys of a customer; admins revoke one that others may know. */
export function CustomerApiKeys({ userId, onClose }: CustomerApiKeysProps) {
  const query = keysQuery(userId);
  const keys = useQuery(query);
  const queries = useQueryClient();
  const isByAdmin = useIsAdmin();
  const list = useRef<HTMLUListElement>(null);
  const revoke = async (id: string) => {
    const { admin } = await openClient();
    await admin.customers.apiKeys.revoke(userId, id).catch(ignoreNotFound);
    queries.setQueryData(query.queryKey, (known) => known?.filter((key) => key.id !== id));
  };
  return (
    <Dialog
      title="API keys"
      description="Revoke a key when others may know it. The customer gets an email about it."
      open
      onOpenChange={onClose}
    >
      <Loaded query={keys} failure="Failed to load the API keys.">
        {(known) =>
          known.length === 0 ? (
            <EmptyState title="No API keys">This customer has none.</EmptyState>
          ) : (
            <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
              {known.map((key) => (
                <ApiKeyRow
                  key={key.id}
                  apiKey={key}
                  revoke={isByAdmin ? () => revoke(key.id) : undefined}
                  focusAfter={() => list.current}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
