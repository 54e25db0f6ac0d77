import Router from '@koa/router';
import type { Knex } from 'knex';
import { getMyStation } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { presentMyStation } from './present-station.ts';
import { RadioStation } from './station.ts';

/** A member's own station. */
export function myStationRoutes(
  mountCall: MountCall,
  { db, publicUrl }: { db: Knex; publicUrl: string },
): Router {
  const router = new Router();

  mountCall(router, getMyStation, async ({ identity: { user } }) => {
    const station = await RadioStation.findOwn(db, user.id);
    if (!station) throw new AppError('no_station');
    return presentMyStation(station, publicUrl);
  });

  return router;
}
