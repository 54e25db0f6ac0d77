// A process that sends webhooks, and nothing else, so that a test can kill it.
import pino from 'pino';
import { connect } from '../src/db/connection.ts';
import { listen } from '../src/db/listen.ts';
import { createGuardedFetch } from '../src/outbound/guarded-fetch.ts';
import { DUE_CHANNEL } from '../src/webhooks/deliveries.ts';
import { createWebhooks } from '../src/webhooks/webhooks.ts';

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' });
const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] });
const webhooks = createWebhooks({
  db: connect(databaseUrl, log),
  guardedFetch,
  memberFetch: guardedFetch,
  secrets: [secret],
  contactEmail: 'desk@radio.example.com',
  now: Date.now,
  log,
});
webhooks.start();
listen({
  databaseUrl,
  channels: { [DUE_CHANNEL]: webhooks.wake },
  onListening: () => process.stdout.write('ready\n'),
  log,
});
