import { WEBHOOK_EVENTS } from '@stationhouse/platform-api/contract/webhooks/values';
import type { Webhook } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
import { webhookCalls, webhooksQuery, type WebhookOwner } from './queries.ts';
import { ShownOnce } from './SecretDialog.tsx';
import { WebhookLog } from './WebhookLog.tsx';

const WORDS = {
  me: {
    failure: 'Failed to load your webhooks',
    lead: 'We send a request to your own server when something happens to your station.',
    empty: 'Add one to let your own systems know when your station changes.',
  },
  admin: {
    failure: 'Failed to load the webhooks',
    lead: 'Each gets the events of all customers.',
    empty: 'Add one to let other systems know what happens to the stations of all customers.',
  },
} as const;

/** The webhooks of a member, or of the operator. */
export function Webhooks({ owner }: { owner: WebhookOwner }) {
  const webhooks = useQuery(webhooksQuery(owner));
  return (
    <Loaded query={webhooks} failure={WORDS[owner].failure}>
      {(known) => <WebhookList owner={owner} webhooks={known} />}
    </Loaded>
  );
}

interface WebhookListProps {
  owner: WebhookOwner;
  webhooks: readonly Webhook[];
}

function WebhookList({ owner, webhooks }: WebhookListProps) {
  const queries = useQueryClient();
  const lead = useRef<HTMLParagraphElement>(null);
  const change = (next: (known: Webhook[]) => Webhook[]) =>
    queries.setQueryData(webhooksQuery(owner).queryKey, (known) => known && next(known));
  return (
    <div className="flex flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-small text-muted outline-none">
        {WORDS[owner].lead}{' '}
        <a href="/docs/webhooks" className="link">
          Read how to receive it
        </a>
      </p>
      {webhooks.length === 0 ? (
        <EmptyState title="No webhooks yet">{WORDS[owner].empty}</EmptyState>
      ) : (
        <ul className="flex flex-col">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              owner={owner}
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
      <CreateWebhook owner={owner} onCreated={(made) => change((known) => [made, ...known])} />
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
  owner: WebhookOwner;
  webhook: Webhook;
  onChanged: (webhook: Webhook) => void;
  onRemoved: () => void;
  focusAfter: () => HTMLElement | null;
}

/** A webhook and what can be done with it. */
function WebhookRow({ owner, webhook, onChanged, onRemoved, focusAfter }: WebhookRowProps) {
  const { id, url, events, is_enabled } = webhook;
  const [secret, setSecret] = useState<string>();
  const setEnabled = async (isEnabled: boolean) => {
    const calls = await webhookCalls(owner);
    onChanged(await calls.change(id, { is_enabled: isEnabled }));
  };
  const rotate = async () => {
    const calls = await webhookCalls(owner);
    const { secret: fresh, ...changed } = await calls.rotateSecret(id);
    onChanged(changed);
    setSecret(fresh);
  };
  const remove = async () => {
    const calls = await webhookCalls(owner);
    await calls.delete(id).catch(ignoreNotFound);
    onRemoved();
    toast({ title: 'Webhook removed', description: url, kind: 'good' });
  };
  const of = <span className="sr-only"> {url}</span>;
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 last:border-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold wrap-anywhere">{url}</span>
        <State webhook={webhook} />
      </p>
      <p className="text-small text-muted wrap-anywhere">
        {events.length === WEBHOOK_EVENTS.length ? 'All events' : events.join(', ')}
      </p>
      <div className="flex flex-wrap gap-2">
        {is_enabled ? <TestButton owner={owner} id={id} url={url} /> : null}
        <WebhookLog owner={owner} webhook={webhook} />
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

function TestButton({ owner, id, url }: { owner: WebhookOwner; id: string; url: string }) {
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    await (await webhookCalls(owner)).test(id);
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
