import type { Webhook } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { CreateWebhook } from './CreateWebhook.tsx';
import { webhooksQuery } from './queries.ts';
import { ShownOnce } from './CreateApiKey.tsx';
import { WebhookLog } from './WebhookLog.tsx';

/** The member's webhooks. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  return (
    <Loaded query={webhooks} failure="Failed to load your webhooks">
      {(known) => <WebhookList webhooks={known} />}
    </Loaded>
  );
}

function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const change = (next: (known: Webhook[]) => Webhook[]) =>
    queries.setQueryData(webhooksQuery.queryKey, (known) => known && next(known));
  return (
    <div className="flex flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        We send a request to your own server when something happens to your station.{' '}
        <a href="/docs/webhooks" className="link">
          Read how to receive it
        </a>
      </p>
      {webhooks.length === 0 ? (
        <EmptyState title="No webhooks yet">
          Add one to let your own systems know when your station changes.
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onChanged={(changed) =>
                change((known) => known.map((one) => (one.id === changed.id ? changed : one)))
              }
              onRemoved={() => change((known) => known.filter(({ id }) => id !== webhook.id))}
              focusAfter={() => lead.current}
            />
          ))}
        </ul>
      )}
      <CreateWebhook onCreated={(made) => change((known) => [made, ...known])} />
    </div>
  );
}

function State({ webhook }: { webhook: Webhook }) {
  if (webhook.disabled_because === 'paused') return <Badge>Paused</Badge>;
  if (!webhook.is_enabled) return <Badge kind="bad">Disabled</Badge>;
  return webhook.failing_since === null ? (
    <Badge kind="good">Enabled</Badge>
  ) : (
    <Badge kind="bad">Failing since {formatDate(webhook.failing_since)}</Badge>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onChanged: (webhook: Webhook) => void;
  onRemoved: () => void;
  focusAfter: () => HTMLElement | null;
}

/** A webhook and what can be done with it. */
function WebhookRow({ webhook, onChanged, onRemoved, focusAfter }: WebhookRowProps) {
  const { id, url, events, is_enabled } = webhook;
  const [secret, setSecret] = useState<string>();
  const setEnabled = async (isEnabled: boolean) => {
    const { me } = await openClient();
    onChanged(await me.webhooks.change(id, { is_enabled: isEnabled }));
  };
  const rotate = async () => {
    const { me } = await openClient();
    const { secret: fresh, ...changed } = await me.webhooks.rotateSecret(id);
    onChanged(changed);
    setSecret(fresh);
  };
  const remove = async () => {
    const { me } = await openClient();
    await me.webhooks.delete(id).catch(ignoreNotFound);
    onRemoved();
    toast({ title: 'Webhook removed', description: url, kind: 'good' });
  };
  const of = <span className="sr-only"> {url}</span>;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold wrap-anywhere">{url}</span>
        <State webhook={webhook} />
      </p>
      <p className="text-small text-muted">{events.join(', ')}</p>
      <div className="flex flex-wrap gap-2">
        {is_enabled ? <TestButton id={id} url={url} /> : null}
        <WebhookLog webhook={webhook} />
        <Button
          kind="secondary"
          size="small"
          onClick={() => void setEnabled(!is_enabled).catch(toastFailure('Failed to change it'))}
        >
          {is_enabled ? 'Pause' : 'Enable'}
          {of}
        </Button>
        <AlertDialog
          title="Make a new secret?"
          trigger={
            <Button kind="secondary" size="small">
              New secret{of}
            </Button>
          }
          action="Make a new secret"
          busyText="Making it..."
          failureText="Failed to make a new secret."
          onConfirm={rotate}
        >
          For 24 hours, requests are signed with both secrets, so that you can change yours.
        </AlertDialog>
        <AlertDialog
          title={`Remove ${url}?`}
          trigger={
            <Button kind="secondary" size="small">
              Remove{of}
            </Button>
          }
          action="Remove webhook"
          busyText="Removing..."
          failureText="Failed to remove the webhook."
          onConfirm={remove}
          focusAfter={focusAfter}
          danger
        >
          It gets no more events, and its log is deleted.
        </AlertDialog>
      </div>
      <Dialog
        title="The new secret"
        description="Copy it now: we show it only once."
        open={secret !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : setSecret(undefined))}
      >
        <ShownOnce secret={secret ?? ''} onDone={() => setSecret(undefined)} />
      </Dialog>
    </li>
  );
}

function TestButton({ id, url }: { id: string; url: string }) {
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    const { me } = await openClient();
    await me.webhooks.test(id);
    toast({ title: 'Test event sent', description: 'The log shows the answer.', kind: 'good' });
  };
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        void test()
          .catch(toastFailure('Failed to send the test'))
          .finally(() => setBusy(false));
      }}
    >
      Send a test<span className="sr-only"> to {url}</span>
    </Button>
  );
}
