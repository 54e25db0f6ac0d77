import type { IncomingMessage, ServerResponse } from 'node:http';
import type Router from '@koa/router';
import type { SiteDomains } from '@stationhouse/sdk/station-address';
import type { Knex } from 'knex';
import Koa from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import { createAccounts } from './accounts/accounts.ts';
import { roleOf } from './accounts/user.ts';
import { createAdmin } from './admin/admin.ts';
import { createAnnouncements } from './announcements/announcements.ts';
import { planPrepared } from './announcements/tasks.ts';
import { createStorageOwner } from './assets/installation.ts';
import { assetTasks } from './assets/routes.ts';
import type { Storage } from './assets/storage/storage.ts';
import { createBilling } from './billing/billing.ts';
import type { VatRegisters } from './billing/vat-register.ts';
import type { Payments } from './billing/stripe/payments.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import { answerPlaylist } from './broadcast/routes.ts';
import { deliverMessageTask } from './contact/contact-message.ts';
import { listen } from './db/listen.ts';
import { createDeletion } from './deletion/deletion.ts';
import type { Dns } from './domains/dns.ts';
import { createDomains } from './domains/domains.ts';
import { clientAddress } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import { createMountCall } from './http/mount-call.ts';
import { createEventStreams } from './http/sse.ts';
import type { GuardedFetch } from './outbound/guarded-fetch.ts';
import { createIdempotency } from './http/idempotency.ts';
import { hasSeveralHosts, problemAnswers } from './http/problems.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { createRateLimits, type RateLimitTable } from './http/rate-limits.ts';
import { countAnswer, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Task } from './jobs/job.ts';
import { sweepIdempotencyKeysTask } from './jobs/sweep.ts';
import { finishUploads, ingestUploadTask } from './library/ingest-upload.ts';
import { refreshPlaylistsTask } from './library/playlists.ts';
import { sweepUploadTasks } from './library/sweep-uploads.ts';
import type { Audience } from './listening/audience.ts';
import { listeningLettersTask } from './listening/letters.ts';
import type { ListenerCountry } from './listening/listener-country.ts';
import { listeningTasks } from './listening/tasks.ts';
import { createListenerWatch } from './listening/watch.ts';
import type { Logger } from './log.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { Mailer, SmsSender } from './mail/mailer.ts';
import { mailTasks } from './mail/send-mail.ts';
import { mailMessagesTask } from './messages/messages.ts';
import { collectNewsTask, mailNewsTask } from './notifications/notify-admin.ts';
import type { MediaEngine } from './preparation/media-engine.ts';
import { preparationTasks } from './preparation/prepared-files.ts';
import { createDocumentedAnswers } from './reference/routes.ts';
import { routes } from './routes.ts';
import type { OnAirStations } from './schedule/on-air-stations.ts';
import { createSchedules } from './schedule/schedule.ts';
import type { Simulator } from './schedule/simulator.ts';
import { createSdkReleases } from './site/sdk-releases.ts';
import { site } from './site/site.ts';
import { SDK } from './site/static-files.ts';
import { startProgrammeTask, startWaitingTask } from './starter/starter.ts';
import { createLiveStations } from './stations/live-stations.ts';
import { createMyLiveStations } from './stations/my-live-stations.ts';
import { answerFromMemory } from './stations/routes.ts';
import { createSleeves } from './sleeves/sleeves.ts';
import { createNowPlayingReader } from './tracks/now-playing.ts';
import { speakRadioIdTask } from './voices/speak-radio-id.ts';
import type { VoiceMaker } from './voices/voice-maker.ts';
import {
  MODES_CHANNEL,
  requireNoMaintenance,
  type ModeWatch,
} from './operations/operating-modes.ts';
import { DUE_CHANNEL } from './webhooks/deliveries.ts';
import type { WebhookSender } from './webhooks/sender.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** All external dependencies, injected: no feature creates its own. */
export interface Services {
  db: Knex;
  /** For the connection that receives notifications (LISTEN). */
  databaseUrl: string;
  guardedFetch: GuardedFetch;
  /** For addresses that members type; default: `guardedFetch`. */
  memberFetch?: GuardedFetch;
  /** Asks about members' domains. */
  dns: Dns;
  broadcast: Broadcast;
  /** Counts the listeners. */
  audience: Audience;
  /** The countries of listeners; default: none is known. */
  listenerCountry?: ListenerCountry;
  /** The stations on air here, whose timelines the broadcast plays. */
  onAir: OnAirStations;
  /** Computes schedules in a process of its own. */
  simulator: Simulator;
  mailer: Mailer;
  sms: SmsSender;
  /** Countries that get text messages, as ISO 3166-1 alpha-2 codes. */
  smsCountries: readonly string[];
  /** The operator's address: contact messages and notifications go there. */
  contactEmail: string;
  /** Storage of members' files. */
  storage: Storage;
  /** Prepares audio for the air. */
  mediaEngine: MediaEngine;
  /** Speak texts. */
  voices: VoiceMaker;
  /** A folder of this process for uploads and audio in work. */
  uploadsDir: string;
  /** The payment provider; null: purchases are disabled. */
  payments: Payments | null;
  /** Origins besides ours to which payment pages may lead back. */
  returnOrigins: readonly string[];
  /** The VAT registers that are asked. */
  vatRegisters: VatRegisters;
  /** Connections at a time to one host of streams, to check its stations. */
  watchPerHost: number;
  /** Stations go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
  /** Songs that a member may skip in an hour. */
  memberSkipsAnHour: number;
  /** Days that an unpaid station stays on air. */
  graceDays: number;
  /** The development mailbox; null in production. */
  mailbox: Mailbox | null;
  /** Admins without a second factor can make no admin call. */
  adminsNeedFactor: boolean;
  /** Secrets for access tokens and codes; the newest first. */
  secrets: readonly string[];
  /** The clock, in epoch ms. */
  now: () => number;
  /** Compares the clock with the database's; tests set both. */
  clock?: { isOff(): boolean };
  /** Stand-by, maintenance and planned work. */
  modes: ModeWatch;
  log: Logger;
  publicUrl: string;
  domains: SiteDomains;
  sdkVersion: string;
  /** The number of our own proxies in front. */
  trustProxy: number;
  limits: { eventStreams: number; rates: RateLimitTable };
}

/** The request handler, the tasks of the worker, and shutdown. */
export interface App {
  /** Every mounted call, for the tests that look for unguarded routes. */
  router: Router;
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** The background tasks, for a worker. */
  tasks: Task[];
  /** Begins to send webhooks, like a worker. */
  startWebhooks(): WebhookSender;
  /** Stores this version of the SDK beside the previous ones; retries until it succeeds. */
  publishSdk(): void;
  /** Gives a new storage this installation's id; logs an alarm when it has another one's. */
  claimStorage(): void;
  /** Reads the members' domains, before the first request. */
  loadDomains(): Promise<void>;
  /** Which of the services behind this replica work. */
  status: Readiness['status'];
  /** From now on `/v1/ready` answers 503, so that load balancers choose another replica. */
  announceStop(): void;
  /** The number of responses that never finish: event streams and audio. */
  streams: { open(): number; events(): number; end(): void };
  /** Stops timers and the listening connection. */
  close(): Promise<void>;
}

/** All middleware, in the order in which a request passes it. */
export function createApp(services: Services): App {
  const { db, databaseUrl, broadcast, onAir, now, log, publicUrl } = services;

  const eventStreams = createEventStreams({
    maxStreams: services.limits.eventStreams,
    trustProxy: services.trustProxy,
    log,
  });
  const sleeves = createSleeves(services);
  const nowPlaying = createNowPlayingReader({
    knex: db,
    fetchJson: services.guardedFetch.fetchTracks,
    ownTracks: { read: broadcast.readOwnTrack, played: broadcast.readOwnPlayed },
    sleeves,
    publicUrl,
    now,
    log,
  });
  const stations = createLiveStations({ db, nowPlaying, eventStreams, publicUrl, now, log });
  const listeners = createListenerWatch({ db, now, log });
  const myStations = createMyLiveStations({
    db,
    stations,
    listeners,
    eventStreams,
    publicUrl,
    waitsForApproval: services.waitsForApproval,
    now,
    log,
  });
  onAir.onChange(stations.changed);
  const domains = createDomains(services);
  const webhooks = createWebhooks({
    ...services,
    memberFetch: services.memberFetch ?? services.guardedFetch,
  });
  const siteDomains = { ...services.domains, ownHosts: domains.hosts };
  const listener = listen({
    databaseUrl,
    channels: {
      station_changed(slug) {
        onAir.rowChanged(slug);
        stations.changed(slug);
      },
      my_station_changed: myStations.changed,
      schedule_changed: onAir.changed,
      [DUE_CHANNEL]: webhooks.wake,
      domains_changed: () => void domains.hosts.reload(),
      [MODES_CHANNEL]: () => void services.modes.reload(),
      // Ids of stations, with commas: a dashboard shows their listeners.
      listening_wanted: (ids) => void services.audience.write(new Set(ids.split(','))),
    },
    onListening() {
      onAir.allChanged();
      stations.allChanged();
      myStations.allChanged();
      webhooks.wake();
      void domains.hosts.reload();
      void services.modes.reload();
    },
    log,
  });

  const storageOwner = createStorageOwner(services);
  const readiness = createReadiness({ ...services, storageOwner });
  const limits = createRateLimits(db, services.limits.rates);
  const accounts = createAccounts({ ...services, limits });
  const billing = createBilling(services);
  const deletion = createDeletion(services);
  const admin = createAdmin({
    ...services,
    nowPlaying,
    packageChanges: billing.packageChanges,
  });
  const schedules = createSchedules(services);
  const announcements = createAnnouncements(services);
  const mountCall = createMountCall({
    identify: accounts.identify,
    limits,
    idempotency: createIdempotency({ db, log }),
    adminsNeedFactor: services.adminsNeedFactor,
    proveStepUp: accounts.proveStepUp,
    addressOf: (ctx) => clientAddress(ctx.req, services.trustProxy),
    documentedAnswer: createDocumentedAnswers(publicUrl),
    roleOf: (userId) => roleOf(db, userId),
    requireNoMaintenance: () => requireNoMaintenance(services),
  });

  const sdkReleases = createSdkReleases({ ...services, version: services.sdkVersion, folder: SDK });

  const koa = new Koa();
  koa.use(requestLog(log));
  koa.use(cors(publicUrl));
  koa.use(problemAnswers(log, publicUrl));
  koa.use(securityHeaders(publicUrl));
  koa.use(compress({ threshold: 1024 }));
  const router = routes(mountCall, {
    ...services,
    limits,
    accounts,
    admin,
    announcements,
    billing,
    deletion,
    domains: siteDomains,
    ownDomains: domains,
    stations,
    myStations,
    readiness,
    schedules,
    sleeves,
    webhooks,
  });
  const keptByBrowsers = conditional();
  const pages = site({
    ...services,
    domains: siteDomains,
    ownHosts: domains.hosts,
    stations,
    sdkReleases,
  });
  // Neither the API nor the portal answers at a member's domain.
  koa.use((ctx, next) => {
    if (!domains.isOwnHost(ctx.req)) return next();
    return keptByBrowsers(ctx, async () => pages(ctx, async () => undefined));
  });
  koa.use(router.routes());
  koa.use(router.allowedMethods());
  koa.use(keptByBrowsers);
  koa.use(pages);
  // Errors outside the middleware, such as a stream that fails during an answer.
  koa.on('error', (error: unknown) => log.debug({ err: error }, 'an answer broke off'));
  const answer = koa.callback();

  async function answerHls(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      if (await answerPlaylist(broadcast, req, res)) return countAnswer('hls', res.statusCode);
    } catch (error) {
      log.error({ err: error }, 'a playlist could not be answered');
    }
    await answer(req, res);
  }

  return {
    tasks: [
      ...accounts.tasks,
      ...billing.tasks,
      ...assetTasks(services),
      ...sweepUploadTasks(services),
      ...preparationTasks({
        ...services,
        engine: services.mediaEngine,
        workDir: services.uploadsDir,
        async onPrepared(trx, file) {
          await finishUploads(trx, file);
          await planPrepared(trx, file);
        },
      }),
      ingestUploadTask({ ...services, workDir: services.uploadsDir }),
      refreshPlaylistsTask(services),
      ...schedules.tasks,
      ...listeningTasks(services),
      ...announcements.tasks,
      listeningLettersTask(services),
      speakRadioIdTask({ ...services, workDir: services.uploadsDir }),
      startProgrammeTask(services),
      startWaitingTask(services),
      ...deletion.tasks,
      ...admin.tasks,
      ...domains.tasks,
      ...webhooks.tasks,
      ...mailTasks(services),
      deliverMessageTask(services),
      mailNewsTask(services),
      mailMessagesTask(services),
      collectNewsTask(services),
      sweepIdempotencyKeysTask(services),
    ],
    handler(req, res) {
      const isPlain = !hasSeveralHosts(req) && !domains.isOwnHost(req);
      if (!isPlain) return void answer(req, res);
      if (req.url?.startsWith('/hls/')) return void answerHls(req, res);
      const answered = answerFromMemory(stations, req, res);
      if (answered) countAnswer(answered.id, res.statusCode);
      else void answer(req, res);
    },
    router,
    startWebhooks: webhooks.start,
    publishSdk: sdkReleases.publish,
    // Readiness looks again.
    claimStorage: () => void storageOwner.look().catch(() => undefined),
    loadDomains: domains.hosts.reload,
    status: readiness.status,
    announceStop: readiness.stop,
    streams: {
      open: () => eventStreams.size + services.broadcast.size,
      events: () => eventStreams.size,
      end() {
        void services.broadcast.close();
        eventStreams.close();
      },
    },
    async close() {
      sdkReleases.close();
      stations.close();
      myStations.close();
      listeners.close();
      schedules.close();
      onAir.close();
      await listener.close();
    },
  };
}
