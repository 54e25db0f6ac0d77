// The metrics for Prometheus (docs/operations/monitoring.md). Features count their own events with prom-client's default
// registry; this file adds the state of the process, and serves both at a port of their own.
import { readdir, stat, statfs } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { collectDefaultMetrics, Gauge, register, Registry } from 'prom-client';
import { MINUTE_MS } from '../../contract/time.ts';
import { listen } from '../http/listen.ts';
import type { Readiness } from '../http/readiness.ts';
import { readDatabaseFigures, readStorageBytes, type DatabaseFigures } from './database-figures.ts';

/** How often the database and the other services are asked, in ms: the usual interval of scrapes. */
const LOOK_EVERY_MS = 15_000;

/** How often the files are summed up, in ms: it reads the row of each. */
const SUM_FILES_EVERY_MS = 15 * MINUTE_MS;

/** Metrics of prom-client that cost time with thousands of connections. */
const COSTLY = [
  'process_open_fds',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
];

/** Whose state is shown. */
export interface MetricsSources {
  db: Knex;
  status: Readiness['status'];
  clock: { aheadMs(): number };
  version: string;
  /** A folder of the disk whose free space is shown. */
  dataDir: string;
  /** Open streams of this process, and the most that it takes. */
  listeners: { now(): number; most: number };
  eventStreams: { now(): number; most: number };
}

/** The pool of knex (tarn). knex's types leave it out. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  max: number;
}

/**
 * Serves `/metrics`, and asks the database for its figures every 15 s. A scrape only prints what is known.
 * @returns stops both
 * @throws CannotListen
 */
export async function serveMetrics(
  sources: MetricsSources,
  { host, port }: { host: string; port: number },
): Promise<() => Promise<void>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of COSTLY) registry.removeSingleMetric(name);
  addProcessState(registry, sources);
  const look = createLook(registry, sources);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isScrape = req.url === '/metrics' && (req.method === 'GET' || req.method === 'HEAD');
    if (!isScrape) return void res.writeHead(404).end();
    const text = (await register.metrics()) + (await registry.metrics());
    res.writeHead(200, { 'Content-Type': register.contentType }).end(text);
  }
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) =>
      res.destroy(error instanceof Error ? error : undefined),
    );
  });
  await listen(server, { host, port, variable: 'METRICS_PORT' });
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    registry.clear();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

type AddGauge = (name: string, help: string, read?: () => number) => Gauge;

const gaugesOf =
  (registry: Registry): AddGauge =>
  (name, help, read) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      ...(read && {
        collect() {
          this.set(read());
        },
      }),
    });

/** Figures of this process, read at each scrape. */
function addProcessState(registry: Registry, sources: MetricsSources): void {
  const { db, clock, listeners, eventStreams } = sources;
  const add = gaugesOf(registry);
  // Set by knex at the start.
  const pool = (db.client as { pool: Pool }).pool;
  add('stationhouse_listeners', 'Listeners of our own streams.', listeners.now);
  add('stationhouse_listeners_limit', 'Listeners that this process takes.', () => listeners.most);
  add('stationhouse_event_streams', 'Open event streams.', eventStreams.now);
  add(
    'stationhouse_event_streams_limit',
    'Event streams that this process takes.',
    () => eventStreams.most,
  );
  add('stationhouse_database_connections_used', 'Connections of the pool in use.', () =>
    pool.numUsed(),
  );
  add('stationhouse_database_connections_idle', 'Open connections of the pool that wait.', () =>
    pool.numFree(),
  );
  add('stationhouse_database_connections_limit', 'The size of the pool.', () => pool.max);
  add('stationhouse_database_waiting', 'Requests that wait for a connection.', () =>
    pool.numPendingAcquires(),
  );
  add(
    'stationhouse_clock_offset_seconds',
    'How far our clock is ahead of the database’s.',
    () => clock.aheadMs() / 1_000,
  );
  new Gauge({
    name: 'stationhouse_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: sources.version }, 1);
}

/** @returns asks the database, the other services and the disk, and never rejects; one call at a time asks */
function createLook(
  registry: Registry,
  { db, status, dataDir }: MetricsSources,
): () => Promise<void> {
  const add = gaugesOf(registry);
  const labelled = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const parts = labelled('stationhouse_part_up', 'Whether a service behind us works.', 'part');
  const jobs = labelled('stationhouse_jobs', 'Jobs in the queue.', 'task', 'state');
  const troubles = labelled(
    'stationhouse_troubled_stations',
    'Stations with a trouble.',
    'trouble',
  );
  const stored = labelled('stationhouse_storage_bytes', 'Bytes of files in the storage.', 'kind');
  const oldestJob = add(
    'stationhouse_oldest_job_seconds',
    'How long the oldest job that is due has waited.',
  );
  const events = add('stationhouse_stripe_events_unprocessed', 'Events of Stripe that wait.');
  const oldestEvent = add(
    'stationhouse_stripe_events_oldest_seconds',
    'How long the oldest of them has waited.',
  );
  const watchAge = add(
    'stationhouse_watch_age_seconds',
    'Time since the station unchecked for the longest was checked.',
  );
  const backupAge = add(
    'stationhouse_backup_age_seconds',
    'Time since the newest backup was made.',
  );
  const verifiedAge = add(
    'stationhouse_verified_backup_age_seconds',
    'Time since the newest backup that was verified was made.',
  );
  const openFiles = add('process_open_fds', 'Number of open file descriptors.');
  const freeBytes = add('stationhouse_data_dir_free_bytes', 'Free space of DATA_DIR’s disk.');
  let filesSummedAt = -Infinity;

  function show(found: DatabaseFigures): void {
    for (const { task, state, jobs: count } of found.jobs) jobs.set({ task, state }, count);
    for (const { trouble, stations } of found.troubledStations) troubles.set({ trouble }, stations);
    oldestJob.set(found.oldestJobSeconds);
    events.set(found.stripeEvents.unprocessed);
    oldestEvent.set(found.stripeEvents.oldestSeconds);
    watchAge.set(found.watchAgeSeconds);
    backupAge.set(found.backups.ageSeconds);
    verifiedAge.set(found.backups.verifiedAgeSeconds);
  }

  async function lookAtDatabase(): Promise<void> {
    const found = await readDatabaseFigures(db).catch(() => null);
    for (const gauge of [jobs, troubles]) gauge.reset();
    // Old figures would look like present ones.
    if (found) return show(found);
    const gauges = [oldestJob, events, oldestEvent, watchAge, backupAge, verifiedAge];
    for (const gauge of gauges) gauge.remove();
  }

  async function sumFiles(): Promise<void> {
    if (performance.now() - filesSummedAt < SUM_FILES_EVERY_MS) return;
    for (const { kind, bytes } of await readStorageBytes(db)) stored.set({ kind }, bytes);
    filesSummedAt = performance.now();
  }

  async function lookAtMachine(): Promise<void> {
    openFiles.set(await countOpenFiles());
    const { bavail, bsize } = await statfs(dataDir);
    freeBytes.set(bavail * bsize);
  }

  async function lookAtParts(): Promise<void> {
    for (const [part, { status: found }] of Object.entries((await status()).parts)) {
      parts.set({ part }, found === 'ok' ? 1 : 0);
    }
  }

  let looking: Promise<unknown> | null = null;
  return async () => {
    // A database that hangs must not have several waiting for it.
    looking ??= Promise.allSettled([
      lookAtParts(),
      lookAtDatabase(),
      sumFiles(),
      lookAtMachine(),
    ]).finally(() => (looking = null));
    await looking;
  };
}

/** Linux 6.2 has the number as the folder's size, and older ones 0. @throws on other systems */
async function countOpenFiles(): Promise<number> {
  const { size } = await stat('/proc/self/fd');
  return size || (await readdir('/proc/self/fd')).length;
}
