import Router from '@koa/router';
import type { Knex } from 'knex';
import type { z } from 'zod';
import * as calls from '../../contract/stations/calls.ts';
import type * as schemas from '../../contract/stations/schemas.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import { limitedAddress } from '../http/client-address.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import { changeAppearance, changeSlug, slugRefusal } from './change-station.ts';
import type { LiveStations } from './live-stations.ts';
import type { MyLiveStations } from './my-live-stations.ts';
import { presentMyStation, RadioStation } from './station.ts';
import { waitingOf } from './waiting.ts';

/** A member's own station. */
export function myStationRoutes(
  mountCall: MountCall,
  deps: {
    db: Knex;
    stations: LiveStations;
    myStations: MyLiveStations;
    sessionWatch: SessionWatch;
    publicUrl: string;
    waitsForApproval: boolean;
  },
): Router {
  const { db, stations, myStations, sessionWatch, publicUrl, waitsForApproval } = deps;
  const router = new Router();

  const present = async (station: RadioStation) =>
    presentMyStation(station, publicUrl, await waitingOf(db, station, waitsForApproval));

  mountCall(router, calls.getMyStation, async ({ identity: { user } }) =>
    present(await RadioStation.requireOwn(db, user.id)),
  );

  mountCall(router, calls.getMyNowPlaying, async ({ identity: { user } }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    const live = station.status === 'active' ? await stations.find(station.station_slug) : null;
    return live?.now_playing ?? nothingPlaying();
  });

  mountCall(router, calls.getMyStationEvents, async ({ ctx, identity, address, query }) => {
    const from = {
      userId: identity.user.id,
      address: limitedAddress(address),
      withListeners: query.listening === 'true',
    };
    await myStations.openEvents(from, ctx.req, ctx.res);
    sessionWatch.endWith(identity, ctx.req.socket);
    ctx.respond = false;
    return ANSWERED;
  });

  mountCall(router, calls.changeSlug, async ({ identity: { user }, body }) =>
    present(await changeSlug(db, user.id, body.station_slug)),
  );

  mountCall(router, calls.changeLook, async ({ identity: { user }, body }) =>
    present(await changeAppearance(db, user.id, body)),
  );

  mountCall(router, calls.changeWallMessage, async ({ identity: { user }, body }) =>
    present(await changeAppearance(db, user.id, body)),
  );

  mountCall(router, calls.getSlugAvailability, async ({ identity: { user }, query }) => {
    const reason = await slugRefusal(
      db,
      await RadioStation.requireOwn(db, user.id),
      query.station_slug,
    );
    return reason === null ? { available: true } : { available: false, reason };
  });

  return router;
}

/** The answer for a station that is not on air. */
const nothingPlaying = (): z.input<typeof schemas.NowPlaying> => ({
  previous: null,
  current: null,
  next: null,
  updated_at: new Date(),
  stale: false,
});
