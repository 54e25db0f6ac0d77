import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteDomains } from '@stationhouse/sdk/station-address';
import type { Knex } from 'knex';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Broadcast } from './broadcast/broadcast.ts';
import { listen } from './db/listen.ts';
import { cors } from './http/cors.ts';
import { createEventStreams } from './http/event-streams.ts';
import type { GuardedFetch } from './http/guarded-fetch.ts';
import { problemAnswers } from './http/problem-answers.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Logger } from './log.ts';
import { routes } from './routes.ts';
import { site } from './site/site.ts';
import { answerFromMemory } from './stations/answer-from-memory.ts';
import { createLiveStations } from './stations/live-stations.ts';
import { createNowPlayingReader } from './tracks/now-playing.ts';

/** The outside world, handed in: nothing below reaches for it by itself. */
export interface Services {
  db: Knex;
  /** For the connection that waits for other replicas' words. */
  databaseUrl: string;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
  publicUrl: string;
  domains: SiteDomains;
  sdkVersion: string;
  limits: { eventStreams: number };
}

/** The program as a function of a request, and how to end it. */
export interface App {
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** From now on `/v1/ready` answers 503, so that a load balancer looks elsewhere. */
  announceStop(): void;
  /** Ends what would stay open by itself: event streams, the listening connection. */
  close(): Promise<void>;
}

/** Everything that answers, in the order in which a request meets it. */
export function createApp(services: Services): App {
  const { db, databaseUrl, broadcast, now, log, publicUrl } = services;
  let stopping = false;

  const eventStreams = createEventStreams({ maxStreams: services.limits.eventStreams });
  const nowPlaying = createNowPlayingReader({
    knex: db,
    fetchJson: services.guardedFetch.fetchJson,
    ownTracks: { read: broadcast.readOwnTrack },
    publicUrl,
    now,
    log,
  });
  const stations = createLiveStations({ db, nowPlaying, eventStreams, publicUrl, now, log });
  const listener = listen({
    databaseUrl,
    channel: 'station_changed',
    onMessage: stations.changed,
    onListening: stations.allChanged,
    log,
  });

  const koa = new Koa();
  koa.use(requestLog(log));
  koa.use(cors(publicUrl));
  koa.use(problemAnswers(log, publicUrl));
  koa.use(securityHeaders(publicUrl));
  koa.use(compress({ threshold: 1024 }));
  const router = routes({ db, stations, broadcast, publicUrl, isStopping: () => stopping });
  koa.use(router.routes());
  koa.use(router.allowedMethods());
  koa.use(site({ ...services, stations }));
  // What is thrown outside the middleware: a stream that breaks under an answer.
  koa.on('error', (error: unknown) => log.debug({ err: error }, 'an answer broke off'));
  const answer = koa.callback();

  return {
    handler(req, res) {
      if (!answerFromMemory(stations, req, res)) void answer(req, res);
    },
    announceStop() {
      stopping = true;
    },
    async close() {
      stations.close();
      eventStreams.close();
      await listener.close();
    },
  };
}
