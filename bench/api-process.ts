/**
 * The product's API in a process of its own, with limits too high to be reached, for benches that
 * load it.
 */
import { RATE_LIMITS, type RateLimit } from '@stationhouse/platform-api/contract/rate-limits';
import type { Knex } from 'knex';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../platform-api/src/app.ts';
import {
  createDiskStorage,
  openProcessFolder,
} from '../platform-api/src/assets/storage/disk-storage.ts';
import type { Payments } from '../platform-api/src/billing/stripe/payments.ts';
import { Broadcast } from '../platform-api/src/broadcast/broadcast.ts';
import { openDns } from '../platform-api/src/domains/dns.ts';
import { OnAirStations } from '../platform-api/src/schedule/on-air-stations.ts';
import { createSimulator } from '../platform-api/src/schedule/simulator.ts';
import { loadOwnStations, ownAudioFolder } from '../platform-api/src/broadcast/own-stations.ts';
import { startEmbeddedPostgres } from '../platform-api/stand-ins/postgres/embedded-postgres.ts';
import { migrateToLatest } from '../platform-api/src/db/migrate.ts';
import { createPreparer } from '../platform-api/src/preparation/preparer.ts';
import { createEmbeddedEngine } from '../platform-api/src/preparation/embedded-engine.ts';
import { createEmbeddedVoices } from '../platform-api/src/voices/embedded-voice.ts';
import { createModeWatch } from '../platform-api/src/operations/operating-modes.ts';
import { createGuardedFetch } from '../platform-api/src/outbound/guarded-fetch.ts';
import type { RateLimitTable } from '../platform-api/src/http/rate-limits.ts';
import { openServer } from '../platform-api/src/http/server.ts';
import { Audience } from '../platform-api/src/listening/audience.ts';
import { installJobs } from '../platform-api/src/jobs/install-jobs.ts';
import type { Logger } from '../platform-api/src/process/log.ts';

const WIDE_LIMITS = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]): [string, RateLimit] => [
    name,
    { ...limit, points: 1_000_000_000 },
  ]),
  // The keys are unchanged.
) as RateLimitTable;

/** Clean-up for the end of this process, in reverse order. */
export const undo: (() => Promise<unknown> | void)[] = [];
let isStopping = false;

/**
 * The bench ends this process by a signal, or by closing the channel when the bench itself is
 * killed.
 */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());

/** Starts a migrated database. @returns its address */
export async function startDatabase(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  undo.push(() => postgres.stop());
  await migrateToLatest(postgres.url, { afterwards: () => installJobs(postgres.url) });
  return postgres.url;
}

/**
 * Serves the API on a free port. No worker runs: jobs stay in the queue unless the caller starts a
 * worker.
 */
export async function serveApi(order: {
  db: Knex;
  databaseUrl: string;
  payments: Payments | null;
  log: Logger;
}): Promise<{ port: number; tasks: App['tasks'] }> {
  // The app's links need the port, so the app is created after the server listens.
  let handler: App['handler'];
  const server = await openServer('127.0.0.1', 0, (req, res) => handler(req, res));
  const { port } = server.address;
  const publicUrl = `http://127.0.0.1:${port}`;
  const now = Date.now;
  const guardedFetch = createGuardedFetch({ allow: [] });
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-bench-'));
  const storage = createDiskStorage(join(folder, 'storage'));
  const onAir = new OnAirStations({ db: order.db, now, log: order.log });
  const secrets = ['the secret of the bench, which is private'];
  const audience = new Audience({ ...order, secrets, now });
  undo.push(() => audience.close());
  const broadcast = new Broadcast({
    own: await loadOwnStations(ownAudioFolder(), false),
    onAir,
    audience,
    storage,
    soundCache: { folder: join(folder, 'sound-cache'), maxBytes: 100_000_000 },
    publicUrl,
    now,
    log: order.log,
    maxListeners: 1,
    trustProxy: 0,
  });
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const dns = openDns({ servers: [], ownHost: 'localhost' });
  undo.push(() => dns.close());
  const post = { send: async () => undefined };
  const app = createApp({
    ...order,
    guardedFetch,
    dns,
    broadcast,
    audience,
    onAir,
    simulator: createSimulator(),
    now,
    modes: createModeWatch(order),
    publicUrl,
    mailer: post,
    sms: post,
    smsCountries: [],
    contactEmail: 'contact@example.com',
    storage,
    preparer: createPreparer(createEmbeddedEngine()),
    voices: createEmbeddedVoices(),
    uploadsDir: openProcessFolder(join(folder, 'uploads')),
    returnOrigins: [],
    graceDays: 7,
    waitsForApproval: false,
    watchPerHost: 4,
    memberSkipsAnHour: 6,
    adminsNeedFactor: false,
    vatRegisters: { vies: null, hmrc: null },
    mailbox: null,
    secrets,
    domains: { publicHost: '127.0.0.1', mainDomain: 'example.com', projectHostDomain: null },
    sdkVersion: '0.0.0',
    trustProxy: 0,
    limits: { eventStreams: 1, rates: WIDE_LIMITS },
  });
  handler = app.handler;
  undo.push(async () => {
    app.streams.end();
    await app.close();
    await broadcast.close();
    await guardedFetch.close();
  });
  return { port, tasks: app.tasks };
}
