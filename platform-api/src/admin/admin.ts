// The admin room: what the operator's two people see and do. Nobody imports it but `app.ts`.
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Storage } from '../assets/storage/storage.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { NowPlayingReader } from '../tracks/now-playing.ts';
import { auditRoutes } from './audit-routes.ts';
import { checksRoutes } from './checks/checks-routes.ts';
import { customerActsRoutes } from './customer-acts-routes.ts';
import { customerAssetsRoutes } from './customer-assets-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { customersRoutes } from './customers-routes.ts';
import { statsRoutes } from './stats-routes.ts';
import { watchRoutes } from './watch-routes.ts';
import { tellOfTroublesTask } from './watch/tell-of-troubles.ts';
import { watchStationsTask } from './watch/watch-stations.ts';

/** What the desk works with. */
export interface AdminServices {
  db: Knex;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  nowPlaying: NowPlayingReader;
  mailer: Mailer;
  storage: Storage;
  /** A folder of this process for files that are on their way in. */
  uploadsDir: string;
  /** Where the operator hears of stations in trouble. */
  contactEmail: string;
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}

/** The admin room as the rest of the house sees it. */
export interface Admin {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

/** Puts the room together. */
export function createAdmin(services: AdminServices): Admin {
  return {
    routers: (mountCall) => [
      statsRoutes(mountCall, services.db),
      customersRoutes(mountCall, services),
      customerRoutes(mountCall, services),
      auditRoutes(mountCall, services.db),
      customerAssetsRoutes(mountCall, services),
      customerActsRoutes(mountCall, services.db),
      checksRoutes(mountCall, services),
      watchRoutes(mountCall, services.db),
    ],
    tasks: [watchStationsTask(services), tellOfTroublesTask(services)],
  };
}
