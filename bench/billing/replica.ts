/**
 * The product's API with a worker, in a process of its own, with limits that nobody meets. The first
 * replica has the database with it.
 */
import { RATE_LIMITS, type RateLimit } from '@stationhouse/platform-api/contract/limits';
import { createApp } from '../../platform-api/src/app.ts';
import { createPayments } from '../../platform-api/src/billing/payments.ts';
import { createBroadcast } from '../../platform-api/src/broadcast/broadcast.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../platform-api/src/db/embedded-postgres.ts';
import { migrateToLatest } from '../../platform-api/src/db/migrate.ts';
import { createGuardedFetch } from '../../platform-api/src/http/guarded-fetch.ts';
import type { RateLimitTable } from '../../platform-api/src/http/rate-limits.ts';
import { openServer } from '../../platform-api/src/http/server.ts';
import { installJobs } from '../../platform-api/src/jobs/install-jobs.ts';
import { startWorker } from '../../platform-api/src/jobs/worker.ts';
import { createLogger } from '../../platform-api/src/log.ts';
import type { Started as Provider } from './provider.ts';

/** How a replica is started. */
export interface ReplicaOrder {
  provider: Provider;
  /** Where its own database is to be, or the one that is there already. */
  database: { dataDir: string } | { url: string };
}

/** What this process says first. */
export interface Started {
  port: number;
  databaseUrl: string;
}

const WIDE_LIMITS = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]): [string, RateLimit] => [
    name,
    { ...limit, points: 1_000_000_000 },
  ]),
  // The same names.
) as RateLimitTable;

/** Things to undo at the end, the last one first. */
const undo: (() => Promise<unknown>)[] = [];
let isStopping = false;

/** The bench ends this process by a signal; if it is killed itself, by closing the channel. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());

async function openDatabase(database: ReplicaOrder['database']): Promise<string> {
  if ('url' in database) return database.url;
  const postgres = await startEmbeddedPostgres({ ...database, log: () => undefined });
  undo.push(() => postgres.stop());
  await migrateToLatest(postgres.url, () => installJobs(postgres.url));
  return postgres.url;
}

async function start({ provider, database }: ReplicaOrder): Promise<Started> {
  // Cards that fail are part of the measurement: only what is broken is worth a line.
  const log = createLogger('fatal');
  const databaseUrl = await openDatabase(database);
  const db = connect(databaseUrl, log);
  undo.push(() => db.destroy());
  const { server, answerWith } = await openServer('127.0.0.1', 0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const publicUrl = `http://127.0.0.1:${port}`;
  const now = Date.now;
  const guardedFetch = createGuardedFetch({ allow: [] });
  const onAir = { withTones: false, publicUrl, now, maxListeners: 1, log };
  const broadcast = await createBroadcast(onAir);
  const post = { send: async () => undefined };
  const app = createApp({
    ...{ db, databaseUrl, guardedFetch, broadcast, now, log, publicUrl },
    ...{ mailer: post, sms: post, mailbox: null, contactEmail: 'desk@example.com', graceDays: 7 },
    payments: createPayments({
      secretKey: provider.secretKey,
      webhookSecrets: [provider.webhookSecret],
      apiBase: provider.url,
    }),
    secrets: ['the secret of the bench, which nobody else has'],
    domains: { publicHost: '127.0.0.1', mainDomain: 'example.com', projectHostDomain: null },
    sdkVersion: '0.0.0',
    trustProxy: 0,
    limits: { eventStreams: 1, rates: WIDE_LIMITS },
  });
  answerWith(app.handler);
  undo.push(async () => {
    broadcast.close();
    await app.close();
    await guardedFetch.close();
  });
  const worker = await startWorker({ databaseUrl, tasks: app.tasks, log });
  undo.push(() => worker.stop());
  return { port, databaseUrl };
}

// What the bench has written.
process.send?.(await start(JSON.parse(process.argv[2] ?? '') as ReplicaOrder));
