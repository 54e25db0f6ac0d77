import type { Knex } from 'knex';
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Feature } from '../feature.ts';
import { tasksWith } from '../jobs/job.ts';
import { createTrackFiles } from '../library/track-files.ts';
import type { Logger } from '../process/log.ts';
import { KEEP_DAYS } from './kept-days.ts';
import type { SleeveAddresses } from '../sleeves/feature.ts';
import type { OnAirStations } from './on-air-stations.ts';
import { programmeRoutes } from './programme-routes.ts';
import { RENEW_SCHEDULE, RENEW_SCHEDULES } from './renew-playlists.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import type { Simulator } from './simulator.ts';

/** Schedules of the stations on air here: drafts, revisions, insertions, and what they play. */
export function scheduleFeature(services: {
  db: Knex;
  onAir: OnAirStations;
  simulator: Simulator;
  broadcast: Pick<Broadcast, 'segue'>;
  sleeves: SleeveAddresses;
  secrets: readonly string[];
  publicUrl: string;
  /** Stations go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
  /** Songs that a member may skip in an hour. */
  memberSkipsAnHour: number;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}): Feature {
  const { onAir, simulator } = services;
  const deps = { ...services, trackFiles: createTrackFiles(services) };
  return {
    routers: (mountCall) => [scheduleRoutes(mountCall, deps), programmeRoutes(mountCall, deps)],
    tasks: tasksWith(services, KEEP_DAYS, RENEW_SCHEDULES, RENEW_SCHEDULE),
    channels: {
      station_changed: (slug) => onAir.rowChanged(slug),
      schedule_changed: (id) => onAir.changed(id),
    },
    onListening: () => onAir.allChanged(),
    close() {
      simulator.close();
      onAir.close();
    },
  };
}
