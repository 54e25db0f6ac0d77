import { group } from '../call.ts';
import { MY_WEBHOOKS, OPERATOR_WEBHOOKS } from './calls.ts';
import { listenToMyWebhooks, triggerMyWebhook } from './listening.ts';

export const WEBHOOKS = group({
  name: 'Webhooks',
  description:
    'Events of a station, sent to servers of the customer and of the operator. See [Webhooks](/docs/webhooks).',
  calls: [
    ...Object.values(MY_WEBHOOKS),
    listenToMyWebhooks,
    triggerMyWebhook,
    ...Object.values(OPERATOR_WEBHOOKS),
  ],
});
