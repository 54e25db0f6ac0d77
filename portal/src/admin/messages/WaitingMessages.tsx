import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { openClient } from '../../api/client.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { CustomerLink, customerName } from '../Customer.tsx';
import { spanWords, useNow } from '../time-words.ts';

/** How often the list is refetched while the page is visible, in ms. */
const LOOK_EVERY_MS = MINUTE_MS;

/** Customers with unread messages, the longest waiting first. Nothing when none waits. */
export function WaitingMessages() {
  const now = useNow();
  const { data: waiting } = useQuery({
    queryKey: ['admin', 'messages', 'waiting'],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.customers.messages.waiting({}, { signal }),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  if (!waiting || waiting.data.length === 0) return null;
  return (
    <Card title="Messages" description="These customers wait for an answer.">
      <ul className="-my-3 flex max-h-96 flex-col overflow-y-auto">
        {waiting.data.map((each) => (
          <li
            key={each.user_id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-3 last:border-0"
          >
            <span className="flex min-w-48 flex-wrap items-center gap-x-3">
              <CustomerLink userId={each.user_id} dialog="messages">
                {customerName({ ...each, email: null })}
              </CustomerLink>
              <Badge kind="waiting">{each.unread} new</Badge>
            </span>
            <span className="min-w-0 flex-1 basis-64 truncate text-muted">{each.newest}</span>
            <span className="tabular text-small text-muted">
              waiting {spanWords(now - Date.parse(each.waiting_since))}
            </span>
          </li>
        ))}
      </ul>
      {waiting.has_more ? <p className="text-small text-muted">More customers wait.</p> : null}
    </Card>
  );
}
