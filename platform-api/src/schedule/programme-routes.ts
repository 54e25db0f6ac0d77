import Router from '@koa/router';
import type { Context } from 'koa';
import { z } from 'zod';
import * as calls from '../../contract/schedule/programme.ts';
import { ProgrammeItem } from '../../contract/schedule/schemas.ts';
import { actorOf } from '../audit/audit.ts';
import { csvOf, sendCsv } from '../http/csv.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { RadioStation } from '../stations/station.ts';
import { listRatedTracks, rateTrack } from './rated-tracks.ts';
import {
  insertItem,
  listInsertions,
  skipItem,
  skipOwnItem,
  withdrawInsertion,
} from './insertions.ts';
import type { ProgrammeDeps } from './aired.ts';
import { readPlayLog, readProgramme, type LogFilter } from './programme.ts';
import { findStation } from './schedule-rows.ts';

/** Programmes and play logs for admins and members; items put in by hand. */
export function programmeRoutes(
  mountCall: MountCall,
  deps: ProgrammeDeps & { memberSkipsAnHour: number; log: Logger },
): Router {
  const { db, log } = deps;
  const router = new Router();

  async function logPage(
    station: RadioStation,
    { cursor, ...asked }: LogFilter & { limit: number; cursor?: string | undefined },
  ) {
    const [after] = cursor === undefined ? [-1] : readCursor(cursor, z.tuple([z.int()]));
    const { next, ...page } = await readPlayLog(deps, station, { ...asked, after });
    const next_cursor = next === null ? null : cursorAt([next]);
    return { ...page, has_more: next !== null, next_cursor };
  }

  async function sendLog(ctx: Context, station: RadioStation, asked: LogFilter): Promise<void> {
    const csv = await csvOf(Object.keys(ProgrammeItem.shape), async (page) => {
      const { data, next_cursor } = await logPage(station, { ...asked, ...page });
      return { data: data.map((item) => ProgrammeItem.parse(item)), next_cursor };
    });
    const days = [asked.from, asked.to].filter((day) => day !== undefined).join('-to-');
    const fileName = `play-log-${station.station_slug}${days === '' ? '' : `-${days}`}.csv`;
    sendCsv(ctx, csv, { fileName, log });
  }

  mountCall(router, calls.getProgramme, async ({ params, query }) =>
    readProgramme(deps, await findStation(db, params.station_id), query),
  );

  mountCall(router, calls.getMyProgramme, async ({ identity, query }) =>
    readProgramme(deps, await RadioStation.requireOwn(db, identity.user.id), query),
  );

  mountCall(router, calls.skipMyItem, async ({ identity, body, address }) =>
    skipOwnItem(deps, await RadioStation.requireOwn(db, identity.user.id), {
      ...body,
      actor: actorOf(identity, address),
    }),
  );

  const ratedBy = async ({ id }: RadioStation) => ({
    data: await listRatedTracks(db, id),
    has_more: false,
    next_cursor: null,
  });

  mountCall(router, calls.listRatedTracks, async ({ identity }) =>
    ratedBy(await RadioStation.requireOwn(db, identity.user.id)),
  );

  mountCall(router, calls.listStationRatedTracks, async ({ params }) =>
    ratedBy(await findStation(db, params.station_id)),
  );

  mountCall(router, calls.rateTrack, async ({ identity, params, body }) => {
    await rateTrack(db, await RadioStation.requireOwn(db, identity.user.id), {
      ...params,
      ...body,
    });
    return undefined;
  });

  mountCall(router, calls.unrateTrack, async ({ identity, params }) => {
    await rateTrack(db, await RadioStation.requireOwn(db, identity.user.id), {
      ...params,
      rating: null,
    });
    return undefined;
  });

  mountCall(router, calls.getPlayLog, async ({ params, query }) =>
    logPage(await findStation(db, params.station_id), query),
  );

  mountCall(router, calls.getMyPlayLog, async ({ identity, query }) =>
    logPage(await RadioStation.requireOwn(db, identity.user.id), query),
  );

  mountCall(router, calls.exportPlayLog, async ({ ctx, params, query }) => {
    await sendLog(ctx, await findStation(db, params.station_id), query);
    return ANSWERED;
  });

  mountCall(router, calls.exportMyPlayLog, async ({ ctx, identity, query }) => {
    await sendLog(ctx, await RadioStation.requireOwn(db, identity.user.id), query);
    return ANSWERED;
  });

  mountCall(router, calls.listInsertions, async ({ params }) => ({
    data: await listInsertions(deps, params.station_id),
  }));

  mountCall(router, calls.addInsertion, ({ params, body, identity, address }) =>
    insertItem(deps, actorOf(identity, address), { stationId: params.station_id, ...body }),
  );

  mountCall(router, calls.withdrawInsertion, ({ params, identity, address }) =>
    withdrawInsertion(deps, actorOf(identity, address), {
      stationId: params.station_id,
      id: params.id,
    }),
  );

  mountCall(router, calls.skipItem, ({ params, body, identity, address }) =>
    skipItem(deps, actorOf(identity, address), { stationId: params.station_id, ...body }),
  );

  return router;
}
