import type { Knex } from 'knex';
import type { Feature } from '../feature.ts';
import { tasksWith } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import type { Audience } from './audience.ts';
import { WRITE_LETTERS } from './letters.ts';
import type { ListenerCountry } from './listener-country.ts';
import { reportRoutes } from './report-routes.ts';
import { listeningRoutes } from './routes.ts';
import { CHECK_HOURS, SWEEP_SESSIONS } from './tasks.ts';
import { createListenerWatch, type ListenerWatch } from './watch.ts';

/** Sessions of listeners, and the hours of stations. `listeners` counts who listens now. */
export function listeningFeature(services: {
  db: Knex;
  audience: Audience;
  listenerCountry?: ListenerCountry;
  trustProxy: number;
  named: (text: string) => string;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Feature & { listeners: ListenerWatch } {
  const listeners = createListenerWatch(services);
  return {
    routers: (mountCall) => [listeningRoutes(mountCall, services), reportRoutes(services)],
    tasks: tasksWith(services, CHECK_HOURS, SWEEP_SESSIONS, WRITE_LETTERS),
    // Ids of stations, with commas: a dashboard shows their listeners.
    channels: {
      listening_wanted: (ids) => void services.audience.write(new Set(ids.split(','))),
    },
    close: listeners.close,
    listeners,
  };
}
