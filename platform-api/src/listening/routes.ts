import Router from '@koa/router';
import { z } from 'zod';
import * as calls from '../../contract/listening/calls.ts';
import { Listening, ListeningSession } from '../../contract/listening/calls.ts';
import { csvOf, sendCsv } from '../http/csv.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { RadioStation } from '../stations/station.ts';
import { countNow } from './live-counts.ts';
import { listListeners, listStations } from './admin-figures.ts';
import { readListening, readSessions, readSummary, type FigureDeps } from './figures.ts';

/** The first place of a cursor. */
const BEGINNING: [number, string] = [0, '00000000-0000-0000-0000-000000000000'];

/** Listening hours of members, and of all stations for admins. */
export function listeningRoutes(mountCall: MountCall, deps: FigureDeps & { log: Logger }): Router {
  const { db, now, log } = deps;
  const router = new Router();

  mountCall(router, calls.getMyListening, async ({ identity, query }) =>
    readListening(deps, await RadioStation.requireOwn(db, identity.user.id), query),
  );

  mountCall(router, calls.getMyListeningSummary, async ({ identity }) =>
    readSummary(deps, await RadioStation.requireOwn(db, identity.user.id)),
  );

  mountCall(router, calls.getMyListeners, async ({ identity }) => {
    const { id } = await RadioStation.requireOwn(db, identity.user.id);
    return { listeners: (await countNow(db, [id], now())).get(id) ?? 0 };
  });

  mountCall(router, calls.exportMyListening, async ({ ctx, identity, query }) => {
    const station = await RadioStation.requireOwn(db, identity.user.id);
    const listening = Listening.parse(await readListening(deps, station, query));
    const columns = Object.keys(Listening.shape.data.element.shape);
    const csv = await csvOf(columns, async () => ({ data: listening.data, next_cursor: null }));
    const fileName = `listening-${station.station_slug}-${listening.from}-to-${listening.to}.csv`;
    sendCsv(ctx, csv, { fileName, log });
    return ANSWERED;
  });

  async function sessionsPage(
    station: RadioStation,
    { cursor, limit, ...asked }: z.output<typeof calls.listMyListeningSessions.query>,
  ) {
    const after =
      cursor === undefined ? BEGINNING : readCursor(cursor, z.tuple([z.number(), z.uuid()]));
    const { zone, rows } = await readSessions(deps, station, { ...asked, limit: limit + 1, after });
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const has_more = rows.length > limit;
    const next_cursor =
      has_more && last ? cursorAt([last.began_at.getTime(), last.session_id]) : null;
    return { zone, data, has_more, next_cursor };
  }

  mountCall(router, calls.listMyListeningSessions, async ({ identity, query }) =>
    sessionsPage(await RadioStation.requireOwn(db, identity.user.id), query),
  );

  mountCall(router, calls.exportMyListeningSessions, async ({ ctx, identity, query }) => {
    const station = await RadioStation.requireOwn(db, identity.user.id);
    const csv = await csvOf(Object.keys(ListeningSession.shape), async (page) => {
      const { data, next_cursor } = await sessionsPage(station, { ...query, ...page });
      return { data: data.map((session) => ListeningSession.parse(session)), next_cursor };
    });
    const day = query.day === undefined ? '' : `-${query.day}`;
    sendCsv(ctx, csv, { fileName: `sessions-${station.station_slug}${day}.csv`, log });
    return ANSWERED;
  });

  mountCall(router, calls.listListeningStations, ({ query }) => listStations(deps, query));
  mountCall(router, calls.listStationListeners, () => listListeners(deps));

  return router;
}
