import Router from '@koa/router';
import type { Knex } from 'knex';
import { getMyNowPlaying, getMyStationEvents, type NowPlaying } from '../../contract/stations.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { LiveStations } from './live-stations.ts';
import type { MyLiveStations } from './my-live-stations.ts';
import { RadioStation } from './station.ts';

/** What a station plays that is not on air. */
const nothing = (): NowPlaying => ({
  previous: null,
  current: null,
  next: null,
  updated_at: new Date().toISOString(),
  stale: false,
});

/** What a member's own station does just now. */
export function myLiveRoutes(
  mountCall: MountCall,
  rooms: {
    db: Knex;
    stations: LiveStations;
    myStations: MyLiveStations;
    sessionWatch: SessionWatch;
  },
): Router {
  const { db, stations, myStations, sessionWatch } = rooms;
  const router = new Router();

  mountCall(router, getMyNowPlaying, async ({ identity: { user } }) => {
    const station = await RadioStation.findOwn(db, user.id);
    if (!station) throw new AppError('no_station');
    const live = station.status === 'active' ? await stations.find(station.station_slug) : null;
    return live?.now_playing ?? nothing();
  });

  mountCall(router, getMyStationEvents, async ({ ctx, identity, address }) => {
    const from = { user_id: identity.user.id, address: limitedAddress(address) };
    await myStations.openEvents(from, ctx.req, ctx.res);
    sessionWatch.endWith(identity, ctx.req.socket);
    ctx.respond = false;
    return ANSWERED;
  });

  return router;
}
