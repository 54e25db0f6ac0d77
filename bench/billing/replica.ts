/**
 * The product's API with a worker, in a process of its own, with limits too high to be reached. The
 * first replica starts the database.
 */
import { createPayments } from '../../platform-api/src/billing/stripe/payments.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { startWorker } from '../../platform-api/src/jobs/worker.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { serveApi, startDatabase, undo } from '../api-process.ts';
import type { Started as Provider } from './provider.ts';

/** The argument that a replica is started with. */
export interface ReplicaOrder {
  provider: Provider;
  /** A folder for a new database, or the address of one that runs. */
  database: { dataDir: string } | { url: string };
}

/** The first message of this process. */
export interface Started {
  port: number;
  databaseUrl: string;
}

async function start({ provider, database }: ReplicaOrder): Promise<Started> {
  // Failing cards are part of the measurement: only fatal errors are logged.
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

// Written by the bench.
process.send?.(await start(JSON.parse(process.argv[2] ?? '') as ReplicaOrder));
