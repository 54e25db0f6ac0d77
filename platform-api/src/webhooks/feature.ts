// Webhooks: what happens to stations, sent to the servers of customers and of the operator. The database writes events
// and deliveries (migration create_webhooks); each process sends what is due.
import type { Knex } from 'knex';
import { WEBHOOK_LOG_DAYS } from '../../contract/webhooks/values.ts';
import type { Feature } from '../feature.ts';
import { job } from '../jobs/job.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { createSealer } from '../process/secrets.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import type { EventStreams } from '../http/sse.ts';
import { DUE_CHANNEL } from './deliveries.ts';
import { createWebhookStreams } from './streams.ts';
import { webhookRoutes } from './routes.ts';
import { startWebhookSender, type SenderDeps, type WebhookSender } from './sender.ts';

const BATCH_SIZE = 5_000;

const SWEEP_WEBHOOKS = job({
  name: 'sweep_webhooks',
  schedule: '41 3 * * *',
  async run({ db }: { db: Knex }) {
    await db('webhook_streams').where('until', '<', db.fn.now()).delete();
    await deleteInBatches(BATCH_SIZE, (limit) =>
      db('webhook_events')
        .whereIn(
          'id',
          db('webhook_events')
            .whereRaw('created_at < now() - make_interval(days => ?)', [WEBHOOK_LOG_DAYS])
            .limit(limit)
            .select('id'),
        )
        .delete(),
    );
  },
});

export function webhooksFeature(
  services: Omit<SenderDeps, 'sealer'> & {
    secrets: readonly string[];
    eventStreams: EventStreams;
    sessionWatch: SessionWatch;
  },
) {
  const streams = createWebhookStreams(services);
  const sealer = createSealer(services.secrets, 'secrets of webhooks');
  const deps = { ...services, sealer, streams };
  let sender: WebhookSender | undefined;
  const wake = (): void => sender?.wake();
  return {
    routers: (mountCall) => [webhookRoutes(mountCall, deps)],
    tasks: [SWEEP_WEBHOOKS.taskWith(services)],
    channels: {
      [DUE_CHANNEL](userId: string) {
        wake();
        streams.changed(userId);
      },
    },
    onListening() {
      wake();
      streams.allChanged();
    },
    close: streams.close,
    work: () => (sender = startWebhookSender(deps)),
  } satisfies Feature;
}
