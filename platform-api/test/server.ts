import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Knex } from 'knex';
import pino from 'pino';
import { DEFAULT_GRACE_DAYS } from '../contract/stations/values.ts';
import { DEFAULT_SKIPS_AN_HOUR } from '../contract/schedule/values.ts';
import { DEFAULT_SMS_COUNTRIES } from '../contract/values.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../contract/broadcast/values.ts';
import { RATE_LIMITS, type RateLimit } from '../contract/rate-limits.ts';
import { createApp, type App, type Services } from '../src/app.ts';
import { createDiskStorage, openProcessFolder } from '../src/assets/storage/disk-storage.ts';
import { Broadcast } from '../src/broadcast/broadcast.ts';
import { loadOwnStations, ownAudioFolder } from '../src/broadcast/own-stations.ts';
import { AddressCap } from '../src/http/client-address.ts';
import { answerFromMemory, KEEP_ALIVE_MS, type FromMemory } from '../src/http/from-memory.ts';
import { openDns } from '../src/domains/dns.ts';
import { Audience } from '../src/listening/audience.ts';
import { createModeWatch } from '../src/operations/operating-modes.ts';
import { createGuardedFetch } from '../src/outbound/guarded-fetch.ts';
import { createEmbeddedEngine } from '../src/preparation/embedded-engine.ts';
import { OnAirStations } from '../src/schedule/on-air-stations.ts';
import { createSimulator } from '../src/schedule/simulator.ts';
import { createEmbeddedVoices } from '../src/voices/embedded-voice.ts';
import type { RateLimitTable } from '../src/http/rate-limits.ts';
import type { Task } from '../src/jobs/job.ts';
import type { Letter, TextMessage } from '../src/mail/mailer.ts';
import { onCleanup } from './cleanup.ts';
import { loopStations } from './loop-stations.ts';
import { scratchFolder } from './scratch.ts';
import { createPreparer } from '../src/preparation/preparer.ts';

/** A real HTTP server on loopback that is closed after the test. */
export async function serve(
  handler: RequestListener,
  fromMemory: FromMemory = () => null,
): Promise<{ url: string; server: Server }> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  answerFromMemory(server, fromMemory);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => stop(server));
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

/** Cuts every connection. Idempotent. */
async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A JSON answer with the type that the test claims; the assertions check it. */
export async function json<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** Limits that no test reaches by accident. The product's limits have their own tests. */
export const WIDE_LIMITS = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]): [string, RateLimit] => [
    name,
    { ...limit, points: 1_000_000 },
  ]),
  // The same names.
) as RateLimitTable;

export interface TestApp {
  url: string;
  services: Services;
  router: App['router'];
  tasks: Task[];
  start: App['start'];
  work: App['work'];
  announceStop: () => void;
  status: App['status'];
  /** Mails and text messages that were handed to the stand-ins. */
  sent: { mails: Letter[]; texts: TextMessage[] };
  post: (path: string, body: unknown, init?: RequestInit) => Promise<Response>;
  /** Every log line so far, as one text. */
  logged: () => string;
  get: (path: string, init?: RequestInit) => Promise<Response>;
  /** Stops the app before the test ends, and cuts open requests. */
  close: () => Promise<void>;
}

/**
 * The real app over HTTP on the given database. Only loopback can be reached. `demo` and `tones` are on air as loops,
 * because the database is emptied between tests.
 */
export async function startApp(
  database: { knex: Knex; url: string },
  given: Partial<Services> = {},
): Promise<TestApp> {
  const lines: string[] = [];
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const publicUrl = given.publicUrl ?? 'http://radio.example.com';
  const now = given.now ?? Date.now;
  const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] });
  // Nothing answers there.
  const dns = given.dns ?? openDns({ servers: ['127.0.0.1:1'], ownHost: 'localhost' });
  const folder = await scratchFolder();
  const storage = given.storage ?? createDiskStorage(join(folder, 'storage'));
  const onAir = given.onAir ?? new OnAirStations({ db: database.knex, now, log });
  const own = await loadOwnStations(ownAudioFolder(), true);
  const loops = loopStations(own);
  const secrets = given.secrets ?? ['the secret of the tests, which nobody else has'];
  const addressCap = new AddressCap(MAX_STREAMS_PER_ADDRESS, log);
  const audience =
    given.audience ?? new Audience({ db: database.knex, secrets, now, log, addressCap });
  const broadcast =
    given.broadcast ??
    new Broadcast({
      own,
      onAir: {
        find: async (slug) => loops.get(slug) ?? onAir.find(slug),
        known: (slug) => loops.get(slug) ?? onAir.known(slug),
      },
      audience,
      addressCap,
      storage,
      soundCache: { folder: join(folder, 'sound-cache'), maxBytes: 100_000_000 },
      publicUrl,
      now,
      maxListeners: 100,
      trustProxy: given.trustProxy ?? 0,
      log,
    });
  const sent: TestApp['sent'] = { mails: [], texts: [] };
  const services: Services = {
    db: database.knex,
    databaseUrl: database.url,
    guardedFetch,
    dns,
    broadcast,
    audience,
    onAir,
    simulator: createSimulator(),
    mailer: { send: async (mail) => void sent.mails.push(mail) },
    sms: { send: async (text) => void sent.texts.push(text) },
    smsCountries: DEFAULT_SMS_COUNTRIES,
    contactEmail: 'desk@radio.example.com',
    storage,
    preparer: createPreparer(createEmbeddedEngine()),
    voices: createEmbeddedVoices(),
    uploadsDir: openProcessFolder(join(folder, 'uploads')),
    mailbox: null,
    payments: null,
    returnOrigins: [],
    graceDays: DEFAULT_GRACE_DAYS,
    waitsForApproval: false,
    watchPerHost: 4,
    memberSkipsAnHour: DEFAULT_SKIPS_AN_HOUR,
    adminsNeedFactor: false,
    vatRegisters: { vies: null, hmrc: null },
    secrets,
    now,
    modes: createModeWatch({ db: database.knex, log }),
    log,
    publicUrl,
    domains: {
      publicHost: 'radio.example.com',
      mainDomain: 'example.com',
      projectHostDomain: 'project.app',
    },
    sdkVersion: '0.1.0',
    trustProxy: 0,
    limits: { eventStreams: 100, rates: WIDE_LIMITS },
    ...given,
  };
  const app = createApp(services);
  const { url, server } = await serve(app.handler, app.fromMemory);
  let ended: Promise<void> | undefined;
  async function end(): Promise<void> {
    await stop(server);
    app.streams.end();
    await app.close();
    await broadcast.close();
    await audience.close();
    await guardedFetch.close();
    await dns.close();
    // Jobs of a stopped replica may still be ending in it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  const close = () => (ended ??= end());
  onCleanup(close);
  return {
    url,
    services,
    router: app.router,
    tasks: app.tasks,
    start: app.start,
    work: app.work,
    announceStop: app.announceStop,
    status: app.status,
    sent,
    close,
    logged: () => lines.join(''),
    get: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    post: (path, body, { headers, ...init } = {}) =>
      fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        ...init,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}
