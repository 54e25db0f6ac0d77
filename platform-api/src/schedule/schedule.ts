import type { Knex } from 'knex';
import type { MountCall } from '../http/mount-call.ts';
import { createTrackFiles } from '../library/track-files.ts';
import type { Logger } from '../log.ts';
import { keepDaysTask } from './kept-days.ts';
import type { OnAirStations } from './on-air-stations.ts';
import { programmeRoutes } from './programme-routes.ts';
import { renewScheduleTask, renewSchedulesTask } from './renew-playlists.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import type { Simulator } from './simulator.ts';

/** Dependencies of the schedules. */
export interface ScheduleServices {
  db: Knex;
  onAir: OnAirStations;
  simulator: Simulator;
  secrets: readonly string[];
  publicUrl: string;
  /** Stations go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
  /** Songs that a member may skip in an hour. */
  memberSkipsAnHour: number;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}

/** The schedules as the rest of the app sees them. */
export type Schedules = ReturnType<typeof createSchedules>;

/** Schedules of the stations on air here: drafts, revisions, insertions, and what they play. */
export function createSchedules(services: ScheduleServices) {
  const deps = { ...services, trackFiles: createTrackFiles(services) };
  return {
    routers: (mountCall: MountCall) => [
      scheduleRoutes(mountCall, deps),
      programmeRoutes(mountCall, deps),
    ],
    tasks: [keepDaysTask(deps), renewSchedulesTask(deps), renewScheduleTask(deps)],
    close: () => services.simulator.close(),
  };
}
