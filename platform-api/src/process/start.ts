import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BRAND } from '../../contract/site/brand.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { ensureAdmin } from '../accounts/first-admin.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createApp } from '../app.ts';
import { openProcessFolder } from '../assets/storage/disk-storage.ts';
import { openStorage } from '../assets/storage/open-storage.ts';
import { Broadcast } from '../broadcast/broadcast.ts';
import { loadOwnStations, ownAudioFolder } from '../broadcast/own-stations.ts';
import { watchClock, type ClockWatch } from './clock-watch.ts';
import type { Config } from './config.ts';
import { connect, reachDatabase } from '../db/connection.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { AddressCap } from '../http/client-address.ts';
import { openServer } from '../http/server.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { Audience } from '../listening/audience.ts';
import { openListenerCountry } from '../listening/listener-country.ts';
import type { Logger } from './log.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import { openDns } from '../domains/dns.ts';
import { openGuardedFetch, openMemberFetch } from '../outbound/guarded-fetch.ts';
import { OnAirStations } from '../schedule/on-air-stations.ts';
import { createModeWatch, type ModeWatch } from '../operations/operating-modes.ts';
import { addOwnStations, putOwnStationsOnAir } from '../schedule/seed-own-stations.ts';
import { createLocationCheck } from '../locations/location-queries.ts';
import { createSimulator } from '../schedule/simulator.ts';
import { openMail, openPreparer, openPayments, openVoices, type Undo } from './open-services.ts';
import { keptSecret } from './secrets.ts';
import {
  requireStorageKeys,
  warnOfDeadMailServer,
  warnOfFewConnections,
  watchOpenFiles,
} from './startup-checks.ts';

/** Load balancers need this long to see in `/v1/ready` that a replica stops, in ms. */
const ACCEPT_MORE_MS = 2_000;

/** How often this replica looks whether the services behind it work, in ms. */
const LOOK_EVERY_MS = 15_000;

/** The first start waits this long for the package's sound to be stored, in ms: a storage may hang. */
const SEED_MS = 2_000;

/** The admin of a start without ADMIN_EMAIL. */
const DEVELOPMENT_ADMIN = 'admin@stationhouse.example';

interface FirstAdmin {
  email: string;
  password: string;
  /** The password was made just now: the one time that it is shown. */
  isNew: boolean;
}

/** The arguments of `start`. */
export interface Startup {
  config: Config;
  /** The version of the program. */
  version: string;
  log: Logger;
  /** Every part that has started adds its step; they run in reverse order. */
  undo: Undo[];
  /** Aborted when the process is told to stop while it is still starting. */
  signal: AbortSignal;
  /** The URL of the embedded database, which is starting. Null: `DATABASE_URL`. */
  embeddedDatabase: Promise<string> | null;
}

async function reach(databaseUrl: string, signal: AbortSignal): Promise<string> {
  await reachDatabase(databaseUrl, signal);
  return databaseUrl;
}

/** Starts every part of the program; it serves when the promise resolves. */
export async function start(startup: Startup): Promise<void> {
  const { config, log, undo, signal } = startup;
  const now = Date.now;
  const { publicUrl } = config;
  for (const warning of config.warnings) log.warn(warning);
  // Both take their time while the database starts: sound is read and parsed, and ffmpeg says what it can do.
  const ownReady = loadOwnStations(ownAudioFolder(), !config.production);
  ownReady.catch(() => undefined);
  const preparerReady = openPreparer(config, log);
  preparerReady.catch(() => undefined);
  // The configuration has one of the two.
  const databaseUrl = await (startup.embeddedDatabase ?? reach(config.databaseUrl ?? '', signal));
  const own = await ownReady;
  signal.throwIfAborted();
  const admin = await readAdmin(config);
  const migrationsUrl = config.migrationsDatabaseUrl ?? databaseUrl;
  await migrateToLatest(migrationsUrl, {
    onWait: (holder) =>
      log.warn(
        { holder },
        'waiting for the migration lock, which another process holds while it migrates the database',
      ),
    onRetry: (error) =>
      log.warn({ err: error }, 'a migration waits for a table that is in use, trying again'),
    async afterwards(db) {
      await installJobs(migrationsUrl);
      await addOwnStations(db, own.stations);
      if (admin) await ensureAdmin(db, admin, createPasswords());
    },
  });
  signal.throwIfAborted();

  const db = connect(databaseUrl, log, config.databasePoolSize);
  undo.push(() => db.destroy());
  await warnOfFewConnections(db, config, log);
  undo.push(await watchOpenFiles(config, log));
  const clock = await watchClock({ db, now, log });
  const modes = createModeWatch({ db, log });
  await modes.reload();
  undo.push(() => clock.stop());
  const { storage, close: closeStorage } = await openStorage(config);
  undo.push(closeStorage);
  await requireStorageKeys(storage);
  const uploadsDir = openProcessFolder(resolve(config.dataDir, 'uploads'));
  const seeded = putOwnStationsOnAir({ db, storage, uploadsDir, publicUrl, now, log }, own).catch(
    (error: unknown) => log.error({ err: error }, 'the stations of this package are not on air'),
  );
  const guardedFetch = openGuardedFetch(config);
  undo.push(() => guardedFetch.close());
  const memberFetch = openMemberFetch(config);
  undo.push(() => memberFetch.close());
  const dns = openDns({ servers: config.dnsServers, ownHost: new URL(publicUrl).hostname });
  undo.push(() => dns.close());
  const mail = await openMail(config, log, undo);
  // Not awaited: a mail server that hangs must not delay the start.
  void warnOfDeadMailServer(mail.mailer, log);
  const { payments, paymentsUrl } = await openPayments(config, modes.isStandby, log, undo);
  const preparer = await preparerReady;
  undo.push(() => preparer.close());
  const voices = await openVoices(config);
  await Promise.race([seeded, sleep(SEED_MS)]);

  const onAir = new OnAirStations({ db, now, log });
  const secrets = config.jwtSecrets ?? [(await keptSecret(config.dataDir, 'jwt-secret')).secret];
  const listenerCountry = await openListenerCountry(config.countryDatabase, config.trustProxy);
  const addressCap = new AddressCap(MAX_STREAMS_PER_ADDRESS, log);
  const audience = new Audience({ db, secrets, now, log, addressCap });
  undo.push(() => audience.close());
  const broadcast = new Broadcast({
    own,
    onAir,
    hasLocation: createLocationCheck(db),
    audience,
    addressCap,
    listenerCountry,
    mixer: preparer,
    storage,
    soundCache: {
      folder: resolve(config.dataDir, 'sound-cache'),
      maxBytes: config.soundCacheBytes,
    },
    publicUrl,
    now,
    maxListeners: config.maxListeners,
    trustProxy: config.trustProxy,
    log,
  });
  undo.push(() => broadcast.close());

  const app = createApp({
    db,
    databaseUrl,
    guardedFetch,
    memberFetch,
    dns,
    broadcast,
    audience,
    listenerCountry,
    onAir,
    simulator: createSimulator(),
    ...mail,
    smsCountries: config.smsCountries,
    contactEmail: config.contactEmail,
    storage,
    preparer,
    voices,
    uploadsDir,
    payments,
    returnOrigins: config.returnOrigins,
    graceDays: config.billingGraceDays,
    waitsForApproval: config.waitsForApproval,
    watchPerHost: config.watchPerHost,
    memberSkipsAnHour: config.memberSkipsAnHour,
    vatRegisters: config.vatRegisters,
    adminsNeedFactor: config.adminsNeedFactor,
    secrets,
    now,
    clock,
    modes,
    log,
    publicUrl,
    domains: {
      publicHost: new URL(publicUrl).hostname,
      mainDomain: config.mainDomain,
      projectHostDomain: config.projectHostDomain,
    },
    sdkVersion: await readSdkVersion(),
    trustProxy: config.trustProxy,
    limits: { eventStreams: config.maxEventStreams, rates: RATE_LIMITS },
  });
  undo.push(() => app.close());
  await app.start();
  // Also where no load balancer asks: an outage is logged soon after it begins.
  const looking = setInterval(() => void app.status(), LOOK_EVERY_MS);
  undo.push(() => clearInterval(looking));
  if (config.jobSlots > 0) {
    undo.push(
      await runWorker({ clock, modes }, async () => {
        const slots = config.jobSlots;
        const worker = await startWorker({ databaseUrl, tasks: app.tasks, slots, log });
        const other = app.work();
        return { stop: async () => void (await Promise.all([worker.stop(), other.stop()])) };
      }),
    );
  }
  if (config.metricsPort !== null) {
    const sources = {
      db,
      status: app.status,
      clock,
      version: startup.version,
      dataDir: config.dataDir,
      listeners: { now: () => broadcast.size, most: config.maxListeners },
      eventStreams: { now: app.streams.events, most: config.maxEventStreams },
    };
    const place = { host: config.host, port: config.metricsPort };
    undo.push(await serveMetrics(sources, place));
  }
  signal.throwIfAborted();

  const server = await openServer(config.host, config.port, app.handler, app);
  undo.push(() => server.close(app.streams));
  undo.push(async () => {
    app.announceStop();
    server.closeConnectionsAfterAnswer();
    if (config.production) await sleep(ACCEPT_MORE_MS);
  });
  announce(config, server.address, log, { admin, paymentsUrl });
}

/** Runs the worker while the clock is right, and not in stand-by. @returns stops it for good */
async function runWorker(
  { clock, modes }: { clock: ClockWatch; modes: ModeWatch },
  begin: () => Promise<Worker>,
): Promise<() => Promise<void>> {
  let worker: Worker | null = null;
  let isOver = false;
  async function follow(): Promise<void> {
    const mayWork = !isOver && !clock.isOff() && !modes.isStandby();
    if (!mayWork) await worker?.stop();
    worker = mayWork ? (worker ?? (await begin())) : null;
  }
  let change = follow();
  const onChange = (): void => {
    change = change.then(follow);
  };
  clock.onChange(onChange);
  modes.onStandby(onChange);
  await change;
  return async () => {
    clock.stop();
    isOver = true;
    onChange();
    await change;
  };
}

/** The first admin: as configured; in development one with a password that is made once. */
async function readAdmin(config: Config): Promise<FirstAdmin | null> {
  if (config.admin) return { ...config.admin, isNew: false };
  if (config.production) return null;
  const { secret, isNew } = await keptSecret(config.dataDir, 'admin-password');
  return { email: DEVELOPMENT_ADMIN, password: secret, isNew };
}

async function readSdkVersion(): Promise<string> {
  const manifest = await readFile(new URL(import.meta.resolve('@stationhouse/sdk/package.json')));
  const { version }: { version: string } = JSON.parse(manifest.toString());
  return version;
}

function announce(
  config: Config,
  address: AddressInfo,
  log: Logger,
  { admin, paymentsUrl }: { admin: FirstAdmin | null; paymentsUrl: string | null },
): void {
  log.info({ address, public_url: config.publicUrl }, 'on air');
  if (config.production) return;
  const { publicUrl } = config;
  const data =
    config.databaseUrl === null
      ? `${resolve(config.dataDir)} (embedded PostgreSQL)`
      : 'DATABASE_URL';
  process.stdout.write(`
${BRAND.name} is on air.

  Site           ${publicUrl}/
  Demo station   ${publicUrl}${BRAND.demo_path}
  API reference  ${publicUrl}/docs
  Mailbox        ${publicUrl}/dev/mailbox
  Payments       ${paymentsUrl === null ? 'Stripe' : `${paymentsUrl}/ (stand-in: no money moves)`}
  Data           ${data}

  To hear it on a page of your own, paste this line there:
  <script async src="${publicUrl}/sdk/player.js" data-station="demo"></script>

  Ctrl+C stops it.

`);
  if (!admin?.isNew) return;
  process.stdout.write(`  The first admin, shown this once: ${admin.email} with the password
  ${admin.password}

`);
}
