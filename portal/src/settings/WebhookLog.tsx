import { WEBHOOK_SECONDS } from '@stationhouse/platform-api/contract/webhooks/values';
import type { Webhook, WebhookDelivery } from '@stationhouse/sdk/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatExactly } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { deliveriesQuery, webhookCalls, type WebhookOwner } from './queries.ts';

interface WebhookLogProps {
  owner: WebhookOwner;
  webhook: Webhook;
}

/** The deliveries of a webhook, and how it answered. */
export function WebhookLog({ owner, webhook }: WebhookLogProps) {
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
      {isOpen ? <Deliveries owner={owner} webhook={webhook} /> : null}
    </Dialog>
  );
}

function Deliveries({ owner, webhook: { id, is_enabled } }: WebhookLogProps) {
  const deliveries = useInfiniteQuery(deliveriesQuery(owner, id));
  return (
    <Loaded query={deliveries} failure="Failed to load the log">
      {({ pages }) => {
        const known = pages.flatMap(({ data }) => data);
        return known.length === 0 ? (
          <EmptyState title="Nothing yet">Events and test events appear here.</EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            <ul className="flex flex-col">
              {known.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  owner={owner}
                  delivery={delivery}
                  webhookId={id}
                  canResend={is_enabled}
                />
              ))}
            </ul>
            <ShowMore query={deliveries} />
          </div>
        );
      }}
    </Loaded>
  );
}

const STATES = {
  waiting: { kind: 'waiting', label: 'Waiting' },
  delivered: { kind: 'good', label: 'Delivered' },
  failed: { kind: 'bad', label: 'Failed' },
} as const;

/** Why there was no answer. Other reasons are shown as the API names them. */
const ERRORS: Record<string, string> = {
  timeout: `No answer within ${WEBHOOK_SECONDS} seconds`,
  network: 'The server could not be reached',
  certificate: 'The certificate of the server is not valid',
  address_not_allowed: 'The address is not public',
};

/** The last attempt in words. */
function outcomeOf({ status, error, duration_ms, attempts }: WebhookDelivery): string {
  if (status === null && error === null) return 'Not sent yet';
  const answer = error === null ? `Answered ${status}` : (ERRORS[error] ?? `No answer: ${error}`);
  const took = error === 'timeout' ? '' : `, ${(duration_ms ?? 0).toLocaleString('en-GB')} ms`;
  return `${answer}${took}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`;
}

/** The same JSON on several lines. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

interface DeliveryRowProps {
  owner: WebhookOwner;
  delivery: WebhookDelivery;
  webhookId: string;
  canResend: boolean;
}

function DeliveryRow({ owner, delivery, webhookId, canResend }: DeliveryRowProps) {
  const queries = useQueryClient();
  const { id, type, state, created_at, next_attempt_at, body, answer } = delivery;
  const { kind, label } = STATES[state];
  const resend = async () => {
    await (await webhookCalls(owner)).resend(webhookId, id);
    await queries.invalidateQueries({ queryKey: deliveriesQuery(owner, webhookId).queryKey });
  };
  return (
    <li className="border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{type}</span>
        <Badge kind={kind}>{label}</Badge>
        <span className="text-small text-muted">{formatExactly(created_at)}</span>
      </p>
      <p className="text-small text-muted">{outcomeOf(delivery)}</p>
      {delivery.attempts > 0 && next_attempt_at !== null ? (
        <p className="text-small text-muted">Next attempt: {formatExactly(next_attempt_at)}</p>
      ) : null}
      <details className="mt-1 text-small">
        <summary className="w-fit cursor-pointer">Request and answer</summary>
        <Code name="Request">{indented(body)}</Code>
        {answer ? <Code name="Answer">{answer}</Code> : null}
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

/** A body with its name. */
function Code({ name, children }: { name: string; children: string }) {
  return (
    <>
      <p className="mt-2 text-muted">{name}</p>
      <pre className="mt-1 rounded-small bg-sunken p-3 font-mono whitespace-pre-wrap wrap-anywhere">
        {children}
      </pre>
    </>
  );
}
