// Webhooks: what happens to stations, sent to the servers of customers and of the operator. The database writes events
// and deliveries (migration create_webhooks); each process sends what is due.
import { z } from 'zod';
import { WEBHOOK_LOG_DAYS } from '../../contract/webhooks/values.ts';
import type { Feature } from '../feature.ts';
import { taskFor, type Job } from '../jobs/job.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { createSealer } from '../secrets.ts';
import { DUE_CHANNEL } from './deliveries.ts';
import { webhookRoutes } from './routes.ts';
import { startWebhookSender, type SenderDeps, type WebhookSender } from './sender.ts';

/** At night, when few users are active. */
const EVERY_NIGHT = '41 3 * * *';
const BATCH_SIZE = 5_000;

const SWEEP_WEBHOOKS: Job<object> = { name: 'sweep_webhooks', payload: z.object({}) };

export function webhooksFeature(
  services: Omit<SenderDeps, 'sealer'> & { secrets: readonly string[] },
) {
  const { db, secrets } = services;
  const deps = { ...services, sealer: createSealer(secrets, 'secrets of webhooks') };
  let sender: WebhookSender | undefined;
  const sweep = taskFor(SWEEP_WEBHOOKS, () =>
    deleteInBatches(BATCH_SIZE, (limit) =>
      db('webhook_events')
        .whereIn(
          'id',
          db('webhook_events')
            .whereRaw('created_at < now() - make_interval(days => ?)', [WEBHOOK_LOG_DAYS])
            .limit(limit)
            .select('id'),
        )
        .delete(),
    ),
  );
  const wake = (): void => sender?.wake();
  return {
    routers: (mountCall) => [webhookRoutes(mountCall, deps)],
    tasks: [{ ...sweep, schedule: EVERY_NIGHT }],
    channels: { [DUE_CHANNEL]: wake },
    onListening: wake,
    work: () => (sender = startWebhookSender(deps)),
  } satisfies Feature;
}
