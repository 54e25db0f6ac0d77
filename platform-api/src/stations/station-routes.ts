import Router from '@koa/router';
import type { Context } from 'koa';
import type { Call } from '../../contract/call.ts';
import { getNowPlaying, getStation, getStationEvents } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { LiveStation } from './live-station.ts';
import type { LiveStations } from './live-stations.ts';

/** The public side of a station. Not there, not active, not a slug: the same answer to all of them. */
export function stationRoutes(mountCall: MountCall, stations: LiveStations): Router {
  const router = new Router();

  /**
   * @returns null where its address has changed: the answer is where the call is answered now
   * @throws `station_not_found`
   */
  async function onAir(
    ctx: Context,
    call: Call,
    params: { station_slug: string },
  ): Promise<LiveStation | null> {
    const slug = params.station_slug.toLowerCase();
    const station = await stations.find(slug);
    if (station) return station;
    const presentSlug = await stations.presentSlug(slug);
    if (presentSlug === null) throw new AppError('station_not_found');
    sendOn(ctx, call.path.replace('{station_slug}', presentSlug));
    return null;
  }

  mountCall(router, getStation, async ({ ctx, params }) => {
    const live = await onAir(ctx, getStation, params);
    if (!live) return ANSWERED;
    ctx.set('Cache-Control', 'public, max-age=5');
    return live.station;
  });

  mountCall(router, getNowPlaying, async ({ ctx, params }) => {
    const station = await onAir(ctx, getNowPlaying, params);
    if (!station) return ANSWERED;
    ctx.respond = false;
    station.answerNowPlaying(ctx.req, ctx.res);
    return ANSWERED;
  });

  mountCall(router, getStationEvents, async ({ ctx, params }) => {
    const station = await onAir(ctx, getStationEvents, params);
    if (!station) return ANSWERED;
    station.openEvents(ctx.req, ctx.res);
    ctx.respond = false;
    return ANSWERED;
  });

  return router;
}

/** For now, and with the method it came with: the old address may be taken, or taken back (RFC 9110 §15.4.8). */
function sendOn(ctx: Context, path: string): void {
  ctx.status = 307;
  ctx.set('Location', path);
  ctx.set('Cache-Control', 'no-cache');
  // Nobody reads it, and Koa would write the status there in words.
  ctx.body = '';
  ctx.remove('Content-Type');
}
