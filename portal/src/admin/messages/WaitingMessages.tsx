import type { WaitingCustomer } from '@stationhouse/platform-api/contract/messages/calls';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { CustomerLink, customerName } from '../Customer.tsx';
import { spanWords, useNow } from '../time-words.ts';
import { waitingQuery } from './queries.ts';

/** Customers with unread messages, the longest waiting first. */
export function WaitingMessages() {
  const waiting = useQuery(waitingQuery);
  return (
    <Card title="Waiting for an answer" description="The longest waiting first.">
      <Loaded query={waiting} failure="Failed to load the messages">
        {({ data, has_more }) =>
          data.length === 0 ? (
            <EmptyState title="No customer waits">
              New messages appear here. A thread is also on each customer’s page.
            </EmptyState>
          ) : (
            <>
              <ul className="-my-3 flex flex-col">
                {data.map((each) => (
                  <Waiting key={each.user_id} waiting={each} />
                ))}
              </ul>
              {has_more ? <p className="text-small text-muted">More customers wait.</p> : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Waiting({ waiting }: { waiting: WaitingCustomer }) {
  const now = useNow();
  return (
    <li
      data-row
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0 focus-within:bg-sunken"
    >
      <span className="flex min-w-48 flex-wrap items-center gap-x-3">
        <CustomerLink userId={waiting.user_id} dialog="messages">
          {customerName({ ...waiting, email: null })}
        </CustomerLink>
        <Badge kind="attention">{waiting.unread} new</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-64 truncate text-muted">{waiting.newest}</span>
      <span className="tabular text-small text-muted">
        waiting {spanWords(now - Date.parse(waiting.waiting_since))}
      </span>
    </li>
  );
}
