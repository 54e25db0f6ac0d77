import Router from '@koa/router';
import type { Knex } from 'knex';
import { packageRoutes } from './billing/package-routes.ts';
import { broadcastRoutes } from './broadcast/broadcast-routes.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import { healthRoutes } from './http/health-routes.ts';
import { referenceRoutes } from './http/reference-routes.ts';
import type { LiveStations } from './stations/live-stations.ts';
import { stationRoutes } from './stations/station-routes.ts';

/** Every room's doors, grouped by who may enter. */
export function routes(rooms: {
  db: Knex;
  stations: LiveStations;
  broadcast: Broadcast;
  publicUrl: string;
  isStopping: () => boolean;
}): Router {
  const all = new Router();

  const everyone = [
    stationRoutes(rooms.stations),
    packageRoutes(),
    healthRoutes(rooms.db, rooms.isStopping),
    broadcastRoutes(rooms.broadcast),
    referenceRoutes(rooms.publicUrl),
  ];

  for (const room of everyone) all.use(room.routes());
  return all;
}
