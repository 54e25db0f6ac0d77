/**
 * The product's API with a worker, in a process of its own, with limits that nobody meets. The first
 * replica has the database with it.
 */
import { createPayments } from '../../platform-api/src/billing/payments.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { startWorker } from '../../platform-api/src/jobs/worker.ts';
import { createLogger } from '../../platform-api/src/log.ts';
import { serveApi, startDatabase, undo } from '../api-process.ts';
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

async function start({ provider, database }: ReplicaOrder): Promise<Started> {
  // Cards that fail are part of the measurement: only what is broken is worth a line.
  const log = createLogger('fatal');
  const databaseUrl = 'url' in database ? database.url : await startDatabase(database.dataDir);
  const db = connect(databaseUrl, log);
  undo.push(() => db.destroy());
  const payments = createPayments({
    secretKey: provider.secretKey,
    webhookSecrets: [provider.webhookSecret],
    apiBase: provider.url,
  });
  const { port, tasks } = await serveApi({ db, databaseUrl, payments, log });
  const worker = await startWorker({ databaseUrl, tasks, log });
  undo.push(() => worker.stop());
  return { port, databaseUrl };
}

// What the bench has written.
process.send?.(await start(JSON.parse(process.argv[2] ?? '') as ReplicaOrder));
