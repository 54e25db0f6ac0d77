import type { Webhook, WebhookDelivery } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatExactly } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { deliveriesQuery } from './queries.ts';

/** The deliveries of a webhook, and how it answered. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="What was sent"
      description={webhook.url}
      wide
      tall
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="secondary" size="small">
          Log<span className="sr-only"> of {webhook.url}</span>
        </Button>
      }
    >
      {isOpen ? <Deliveries webhook={webhook} /> : null}
    </Dialog>
  );
}

function Deliveries({ webhook: { id, is_enabled } }: { webhook: Webhook }) {
  const deliveries = useQuery(deliveriesQuery(id));
  return (
    <Loaded query={deliveries} failure="Failed to load the log">
      {(known) =>
        known.length === 0 ? (
          <EmptyState title="Nothing yet">Events and test events appear here.</EmptyState>
        ) : (
          <ul className="flex flex-col">
            {known.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                webhookId={id}
                canResend={is_enabled}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

const STATES = {
  waiting: { kind: 'waiting', label: 'Waiting' },
  delivered: { kind: 'good', label: 'Delivered' },
  failed: { kind: 'bad', label: 'Failed' },
} as const;

/** The last attempt in words. */
function outcomeOf({ status, error, duration_ms, attempts }: WebhookDelivery): string {
  if (status === null && error === null) return 'Not sent yet';
  const answer = status === null ? `No answer: ${error}` : `Answered ${status}`;
  return `${answer}, ${duration_ms ?? 0} ms, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`;
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  webhookId: string;
  canResend: boolean;
}

function DeliveryRow({ delivery, webhookId, canResend }: DeliveryRowProps) {
  const queries = useQueryClient();
  const { id, type, state, created_at, body, answer } = delivery;
  const { kind, label } = STATES[state];
  const resend = async () => {
    const { me } = await openClient();
    await me.webhooks.resend(webhookId, id);
    await queries.invalidateQueries({ queryKey: deliveriesQuery(webhookId).queryKey });
  };
  return (
    <li className="border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{type}</span>
        <Badge kind={kind}>{label}</Badge>
        <span className="text-small text-muted">{formatExactly(created_at)}</span>
      </p>
      <p className="text-small text-muted">{outcomeOf(delivery)}</p>
      <details className="mt-1 text-small">
        <summary className="w-fit cursor-pointer">Request and answer</summary>
        <pre className="mt-2 rounded-small bg-sunken p-3 font-mono whitespace-pre-wrap wrap-anywhere">
          {body}
        </pre>
        {answer ? (
          <pre className="mt-2 rounded-small bg-sunken p-3 font-mono whitespace-pre-wrap wrap-anywhere">
            {answer}
          </pre>
        ) : null}
      </details>
      {canResend && state !== 'waiting' ? (
        <Button
          kind="secondary"
          size="small"
          className="mt-2"
          onClick={() => void resend().catch(toastFailure('Failed to send it again'))}
        >
          Send again
        </Button>
      ) : null}
    </li>
  );
}
