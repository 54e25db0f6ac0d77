import { webhookEvents, webhookUrl } from '@stationhouse/platform-api/contract/fields';
import {
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@stationhouse/platform-api/contract/webhooks/values';
import type { Webhook } from '@stationhouse/sdk/client';
import { z } from 'zod';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { webhookCalls, type WebhookOwner } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';

const LABELS: Record<WebhookEvent, string> = {
  'station.activated': 'The station goes on air',
  'station.suspended': 'The station is suspended',
  'station.slug_changed': 'The address of the station changes',
  'station.silent': 'The station is silent',
  'station.recovered': 'The station plays again',
  'setup.submitted': 'The setup form is sent',
  'asset.ready': 'A file is ready',
  'announcement.aired': 'An announcement has aired',
  'invoice.paid': 'An invoice is paid',
  'hours.threshold': 'Listening hours run low',
  'location.silent': 'A location is silent',
  'location.playing': 'A location plays again',
};

interface CreateWebhookProps {
  owner: WebhookOwner;
  onCreated: (webhook: Webhook) => void;
}

/** Adds a webhook, and shows its secret once. */
export function CreateWebhook({ owner, onCreated }: CreateWebhookProps) {
  return (
    <SecretDialog
      button="Add a webhook"
      description="Requests go to your server, and you check their signature."
      madeTitle="The secret of the webhook"
      madeDescription="Copy it now: we show it only once."
    >
      {(show) => (
        <WebhookForm
          owner={owner}
          onMade={({ secret, ...made }) => {
            show(secret);
            onCreated(made);
          }}
        />
      )}
    </SecretDialog>
  );
}

const rules = z.object({ url: webhookUrl, events: webhookEvents });

interface WebhookFormProps {
  owner: WebhookOwner;
  onMade: (made: Webhook & { secret: string }) => void;
}

function WebhookForm({ owner, onMade }: WebhookFormProps) {
  const form = useApiForm({
    schema: rules,
    defaultValues: { url: '', events: [] as WebhookEvent[] },
    async send(webhook) {
      onMade(await (await webhookCalls(owner)).create(webhook));
    },
    failureTitle: 'Failed to add the webhook',
  });
  const chosen = form.fields.watch('events');
  const choose = (events: WebhookEvent[]) =>
    form.fields.setValue('events', events, { shouldValidate: form.fields.formState.isSubmitted });
  const fault = form.fields.formState.errors.events?.message;
  return (
    <Form form={form}>
      <FormField form={form} name="url" label="Address" hint="Of your own server." required>
        {(field) => <TextInput {...field} type="url" autoComplete="off" />}
      </FormField>
      <fieldset>
        <legend className="text-small font-semibold">Events</legend>
        <Checkbox
          name="all"
          label="All of these"
          checked={chosen.length === WEBHOOK_EVENTS.length}
          onChange={({ target }) => choose(target.checked ? [...WEBHOOK_EVENTS] : [])}
        />
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            name={event}
            label={LABELS[event]}
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, event] : chosen.filter((one) => one !== event))
            }
          />
        ))}
        <p role="alert" className="text-small text-bad empty:hidden">
          {fault}
        </p>
      </fieldset>
      <Button type="submit" busy={form.isBusy} busyText="Adding...">
        Add webhook
      </Button>
    </Form>
  );
}
