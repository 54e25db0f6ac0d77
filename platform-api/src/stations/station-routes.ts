import Router from '@koa/router';
import { getStation } from '../../contract/stations.ts';
import { StationNotFound } from '../errors.ts';
import { answer } from '../http/answer.ts';
import type { LiveStation } from './live-station.ts';
import type { LiveStations } from './live-stations.ts';

/** The public side of a station. Not there, not active, not a slug: the same answer to all of them. */
export function stationRoutes(stations: LiveStations): Router {
  const router = new Router({ prefix: '/v1/stations/:station_slug' });

  async function onAir(slug = ''): Promise<LiveStation> {
    const station = await stations.find(slug.toLowerCase());
    if (!station) throw StationNotFound();
    return station;
  }

  router.get('/', async (ctx) => {
    const { station } = await onAir(ctx.params['station_slug']);
    ctx.set('Cache-Control', 'public, max-age=5');
    answer(ctx, getStation, station);
  });

  router.get('/now-playing', async (ctx) => {
    const station = await onAir(ctx.params['station_slug']);
    ctx.respond = false;
    station.answerNowPlaying(ctx.req, ctx.res);
  });

  router.get('/events', async (ctx) => {
    const station = await onAir(ctx.params['station_slug']);
    station.openEvents(ctx.req, ctx.res);
    ctx.respond = false;
  });

  return router;
}
