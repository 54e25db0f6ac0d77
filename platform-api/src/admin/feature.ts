import type { Knex } from 'knex';
import type { Storage } from '../assets/storage/storage.ts';
import type { PackageChanges } from '../billing/package-change.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Feature } from '../feature.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Logger } from '../process/log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { NowPlayingReader } from '../tracks/now-playing.ts';
import { customerRoutes } from './customer-routes.ts';
import { tasksWith } from '../jobs/job.ts';
import { RECORD_FIGURES } from './figures.ts';
import { adminRoutes } from './routes.ts';
import { NOTIFY_TROUBLES } from './watch/troubles.ts';
import { WATCH_STATIONS } from './watch/watch-stations.ts';

/** The admin area: customers, checks of stations, the watch over them, figures, the audit log. */
export const adminFeature = (services: {
  db: Knex;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  nowPlaying: NowPlayingReader;
  packageChanges: PackageChanges;
  mailer: Mailer;
  storage: Storage;
  /** A folder of this process for files that are being uploaded. */
  uploadsDir: string;
  /** Where mails about stations in trouble go. */
  contactEmail: string;
  /** Connections at a time to one host of streams, to check its stations. */
  watchPerHost: number;
  /** Stations go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}): Feature => ({
  routers: (mountCall) => [adminRoutes(mountCall, services), customerRoutes(mountCall, services)],
  tasks: tasksWith(services, WATCH_STATIONS, NOTIFY_TROUBLES, RECORD_FIGURES),
});
