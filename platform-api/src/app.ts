import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import { getNowPlaying } from '../contract/stations/calls.ts';
import type { SiteDomains } from '@stationhouse/sdk/station-address';
import type { Knex } from 'knex';
import Koa from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import { accountsFeature } from './accounts/feature.ts';
import { roleOf } from './accounts/user.ts';
import { adminFeature } from './admin/feature.ts';
import { announcementsFeature } from './announcements/feature.ts';
import { assetsFeature } from './assets/feature.ts';
import type { Storage } from './assets/storage/storage.ts';
import { auditTeamAct } from './audit/audit.ts';
import { billingFeature } from './billing/feature.ts';
import type { Payments } from './billing/stripe/payments.ts';
import type { VatRegisters } from './billing/vat-register.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import { broadcastFeature, playlistFromMemory } from './broadcast/feature.ts';
import { listen } from './db/listen.ts';
import { deletionFeature } from './deletion/feature.ts';
import type { Dns } from './domains/dns.ts';
import { domainsFeature } from './domains/feature.ts';
import type { Feature } from './feature.ts';
import { clientAddress } from './http/client-address.ts';
import { cors } from './http/cors.ts';
import type { FromMemory } from './http/from-memory.ts';
import { createIdempotency, deleteOldAnswers } from './http/idempotency.ts';
import { createMountCall } from './http/mount-call.ts';
import { hasSeveralHosts, problemAnswers } from './http/problem-answers.ts';
import { createRateLimits, type RateLimitTable } from './http/rate-limits.ts';
import { createReadiness, healthRoutes, type Readiness } from './http/readiness.ts';
import { countAnswer, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createEventStreams } from './http/sse.ts';
import type { Task } from './jobs/job.ts';
import { SWEEP_IDEMPOTENCY_KEYS } from './jobs/sweep.ts';
import { libraryFeature } from './library/feature.ts';
import type { Audience } from './listening/audience.ts';
import { listeningFeature } from './listening/feature.ts';
import type { ListenerCountry } from './listening/listener-country.ts';
import { mailFeature } from './mail/feature.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { Mailer, SmsSender } from './mail/mailer.ts';
import { messagesFeature } from './messages/feature.ts';
import { operationsFeature } from './operations/feature.ts';
import { requireNoMaintenance, type ModeWatch } from './operations/operating-modes.ts';
import type { GuardedFetch } from './outbound/guarded-fetch.ts';
import { preparationFeature } from './preparation/feature.ts';
import type { Preparer } from './preparation/preparer.ts';
import type { Logger } from './process/log.ts';
import { proofFeature } from './proof/feature.ts';
import { createDocumentedAnswers, referenceFeature } from './reference/feature.ts';
import { scheduleFeature } from './schedule/feature.ts';
import type { OnAirStations } from './schedule/on-air-stations.ts';
import type { Simulator } from './schedule/simulator.ts';
import { setupFeature } from './setup/feature.ts';
import { siteFeature } from './site/feature.ts';
import { stationNamed } from './site/site.ts';
import { portalFontFaces } from './site/static-files.ts';
import { sleevesFeature } from './sleeves/feature.ts';
import { stationsFeature } from './stations/feature.ts';
import { answerBeforeKoa, nowPlayingFromMemory } from './stations/routes.ts';
import { locationsFeature } from './locations/feature.ts';
import { teamFeature } from './team/feature.ts';
import { teamAt } from './team/team-queries.ts';
import { MEMBERSHIPS } from './team/team-queries.ts';
import { createNowPlayingReader } from './tracks/now-playing.ts';
import { voicesFeature } from './voices/feature.ts';
import type { VoiceMaker } from './voices/voice-maker.ts';
import { webhooksFeature } from './webhooks/feature.ts';
import { BOUGHT_STATIONS } from './stations/station-queries.ts';

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
  preparer: Preparer;
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
  /** Answers the most frequent requests without the handler. */
  fromMemory: FromMemory;
  /** The background tasks, for a worker. */
  tasks: Task[];
  /** Begins the work that is not on the queue, like a worker. */
  work(): { stop(): Promise<void> };
  /** Lets each feature do its work before the first request. */
  start(): Promise<void>;
  /** Which of the services behind this replica work. */
  status: Readiness['status'];
  /** From now on `/v1/ready` answers 503, so that load balancers choose another replica. */
  announceStop(): void;
  /** The number of responses that never finish: event streams and audio. */
  streams: { open(): number; events(): number; end(): void };
  /** Stops timers and the listening connection. */
  close(): Promise<void>;
}

/** The features, and all middleware in the order in which a request passes it. */
export function createApp(services: Services): App {
  const { db, databaseUrl, broadcast, now, log, publicUrl } = services;

  // The values that several features use: made here, or a property of the feature that owns them.
  const eventStreams = createEventStreams({
    maxStreams: services.limits.eventStreams,
    trustProxy: services.trustProxy,
    log,
  });
  const limits = createRateLimits(db, services.limits.rates);
  const sleeves = sleevesFeature(services);
  const nowPlaying = createNowPlayingReader({
    knex: db,
    fetchJson: services.guardedFetch.fetchTracks,
    ownTracks: {
      read: (url) => broadcast.readOwnTrack(url),
      played: (url) => broadcast.readOwnPlayed(url),
    },
    sleeves,
    publicUrl,
    now,
    log,
  });
  const ownDomains = domainsFeature(services);
  const domains = { ...services.domains, ownHosts: ownDomains.hosts };
  const named = (text: string): string => stationNamed(text, domains);
  const accounts = accountsFeature({
    ...services,
    limits,
    memberships: MEMBERSHIPS,
    boughtStations: BOUGHT_STATIONS,
  });
  const billing = billingFeature(services);
  const assets = assetsFeature(services);
  const readiness = createReadiness({ ...services, storageOwner: assets.storageOwner });
  const preparation = preparationFeature(services);
  const listening = listeningFeature({ ...services, named });
  const stations = stationsFeature({
    ...services,
    nowPlaying,
    listeners: listening.listeners,
    sessionWatch: accounts.sessionWatch,
    eventStreams,
    named,
  });
  const shared = {
    ...services,
    memberFetch: services.memberFetch ?? services.guardedFetch,
    domains,
    fontFaces: portalFontFaces,
    limits,
    nowPlaying,
    ownHosts: ownDomains.hosts,
    packageChanges: billing.packageChanges,
    preparation,
    readiness,
    sleeves,
    stations: stations.stations,
  };
  const site = siteFeature(shared);

  // In this order they match paths and get notifications.
  const features: Feature[] = [
    accounts,
    billing,
    preparation,
    // Before `assets`, whose `/storage/{key}` matches the library's files too.
    libraryFeature(shared),
    assets,
    scheduleFeature(shared),
    stations,
    listening,
    announcementsFeature(shared),
    locationsFeature({ ...shared, teamAt }),
    proofFeature(shared),
    voicesFeature(shared),
    setupFeature(shared),
    deletionFeature(shared),
    adminFeature(shared),
    ownDomains,
    teamFeature(shared),
    webhooksFeature({ ...shared, eventStreams, sessionWatch: accounts.sessionWatch }),
    mailFeature(shared),
    messagesFeature(shared),
    operationsFeature(shared),
    broadcastFeature(shared),
    sleeves,
    referenceFeature(shared),
    site,
    { routers: (mountCall) => [healthRoutes(mountCall, readiness)] },
    {
      tasks: [
        SWEEP_IDEMPOTENCY_KEYS.taskWith({
          deleteOldAnswers: (limit) => deleteOldAnswers(db, limit),
        }),
      ],
    },
  ];

  const mountCall = createMountCall({
    identify: accounts.identify,
    limits,
    idempotency: createIdempotency({ db, log }),
    adminsNeedFactor: services.adminsNeedFactor,
    proveStepUp: accounts.proveStepUp,
    addressOf: (ctx) => clientAddress(ctx.req, services.trustProxy),
    documentedAnswer: createDocumentedAnswers(publicUrl),
    noteTeamAct: (call, identity, address) => auditTeamAct(db, call, { identity, address }),
    roleOf: (userId) => roleOf(db, userId),
    requireNoMaintenance: () => requireNoMaintenance(services),
  });
  const router = new Router();
  for (const { routers } of features) {
    for (const one of routers?.(mountCall) ?? []) router.use(one.routes());
  }
  const listener = listen({
    databaseUrl,
    channels: joinChannels(features),
    onListening: () => features.forEach((feature) => feature.onListening?.()),
    log,
  });

  const koa = new Koa();
  koa.use(requestLog(log));
  koa.use(cors(publicUrl));
  koa.use(problemAnswers(log, publicUrl));
  koa.use(securityHeaders(publicUrl));
  koa.use(compress({ threshold: 1024 }));
  const keptByBrowsers = conditional();
  // Neither the API nor the portal answers at a member's domain.
  koa.use((ctx, next) => {
    if (!ownDomains.isOwnHost(ctx.req)) return next();
    return keptByBrowsers(ctx, async () => site.pages(ctx, async () => undefined));
  });
  koa.use(router.routes());
  koa.use(router.allowedMethods());
  koa.use(keptByBrowsers);
  koa.use(site.pages);
  // Errors outside the middleware, such as a stream that fails during an answer.
  koa.on('error', (error: unknown) => log.debug({ err: error }, 'an answer broke off'));
  const answer = koa.callback();

  const isAtOurHost = (req: IncomingMessage): boolean =>
    !hasSeveralHosts(req) && !ownDomains.isOwnHost(req);

  function hlsFromMemory(req: IncomingMessage): Buffer | null {
    try {
      const playlist = playlistFromMemory(broadcast, req);
      if (playlist) countAnswer('hls', 200);
      return playlist;
    } catch (error) {
      log.error({ err: error }, 'a playlist could not be answered from memory');
      return null;
    }
  }

  return {
    tasks: features.flatMap(({ tasks = [] }) => tasks),
    fromMemory(req) {
      if (!isAtOurHost(req)) return null;
      if (req.url?.startsWith('/hls/')) return hlsFromMemory(req);
      const found = nowPlayingFromMemory(shared.stations, req);
      if (found) countAnswer(getNowPlaying.id, found.status);
      return found && found.bytes;
    },
    handler(req, res) {
      if (!isAtOurHost(req)) return void answer(req, res);
      const answered = answerBeforeKoa(shared.stations, req, res);
      if (answered) countAnswer(answered.id, res.statusCode);
      else void answer(req, res);
    },
    router,
    async start() {
      await Promise.all(features.map((feature) => feature.start?.()));
    },
    work() {
      const begun = features.flatMap((feature) => feature.work?.() ?? []);
      return { stop: async () => void (await Promise.all(begun.map((one) => one.stop()))) };
    },
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
      for (const feature of features) feature.close?.();
      await listener.close();
    },
  };
}

/** The channels of all features, each with everything that its notifications cause. */
function joinChannels(features: Feature[]): Record<string, (payload: string) => void> {
  const names = new Set(features.flatMap(({ channels = {} }) => Object.keys(channels)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      (payload) => features.forEach(({ channels }) => channels?.[name]?.(payload)),
    ]),
  );
}
