import Router from '@koa/router';
import type { Knex } from 'knex';
import { changeSlug as changeCall, getSlugAvailability } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { changeSlug, slugRefusal } from './change-slug.ts';
import { presentMyStation } from './present-station.ts';
import { RadioStation } from './station.ts';

/** The address of a member's station. */
export function slugRoutes(
  mountCall: MountCall,
  { db, publicUrl }: { db: Knex; publicUrl: string },
): Router {
  const router = new Router();

  mountCall(router, changeCall, async ({ identity: { user }, body }) => {
    return presentMyStation(await changeSlug(db, user.id, body.station_slug), publicUrl);
  });

  mountCall(router, getSlugAvailability, async ({ identity: { user }, query }) => {
    const station = await RadioStation.findOwn(db, user.id);
    if (!station) throw new AppError('no_station');
    const reason = await slugRefusal(db, station, query.station_slug);
    return reason === null ? { available: true } : { available: false, reason };
  });

  return router;
}
