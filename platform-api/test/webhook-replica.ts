// A process that sends webhooks, and nothing else, so that a test can kill it.
import pino from 'pino';
import { connect } from '../src/db/connection.ts';
import { listen } from '../src/db/listen.ts';
import { createEventStreams } from '../src/http/sse.ts';
import { createGuardedFetch } from '../src/outbound/guarded-fetch.ts';
import { webhooksFeature } from '../src/webhooks/feature.ts';

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' });
const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] });
const webhooks = webhooksFeature({
  db: connect(databaseUrl, log),
  guardedFetch,
  memberFetch: guardedFetch,
  secrets: [secret],
  eventStreams: createEventStreams({ maxStreams: 0, trustProxy: 0, log }),
  sessionWatch: { endWith: () => undefined },
  contactEmail: 'desk@radio.example.com',
  now: Date.now,
  log,
});
webhooks.work();
listen({
  databaseUrl,
  channels: webhooks.channels,
  onListening: () => process.stdout.write('ready\n'),
  log,
});
