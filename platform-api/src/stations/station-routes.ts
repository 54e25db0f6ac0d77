import Router from '@koa/router';
import { getNowPlaying, getStation, getStationEvents } from '../../contract/stations.ts';
import { StationNotFound } from '../errors.ts';
import { ANSWERED, type Door } from '../http/doors.ts';
import type { LiveStation } from './live-station.ts';
import type { LiveStations } from './live-stations.ts';

/** The public side of a station. Not there, not active, not a slug: the same answer to all of them. */
export function stationRoutes(door: Door, stations: LiveStations): Router {
  const router = new Router();

  async function onAir({ station_slug }: { station_slug: string }): Promise<LiveStation> {
    const station = await stations.find(station_slug.toLowerCase());
    if (!station) throw StationNotFound();
    return station;
  }

  door(router, getStation, async ({ ctx, params }) => {
    const { station } = await onAir(params);
    ctx.set('Cache-Control', 'public, max-age=5');
    return station;
  });

  door(router, getNowPlaying, async ({ ctx, params }) => {
    const station = await onAir(params);
    ctx.respond = false;
    station.answerNowPlaying(ctx.req, ctx.res);
    return ANSWERED;
  });

  door(router, getStationEvents, async ({ ctx, params }) => {
    const station = await onAir(params);
    station.openEvents(ctx.req, ctx.res);
    ctx.respond = false;
    return ANSWERED;
  });

  return router;
}
