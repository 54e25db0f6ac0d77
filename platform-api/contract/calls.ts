import type { Call } from './call.ts';
import { getHealth, getReady } from './health.ts';
import { listPackages } from './packages.ts';
import { getNowPlaying, getStation, getStationEvents } from './stations.ts';

/** Every call of the API, in the order in which the reference shows them. */
export const CALLS: readonly Call[] = [
  getStation,
  getNowPlaying,
  getStationEvents,
  listPackages,
  getHealth,
  getReady,
];
