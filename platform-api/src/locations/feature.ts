import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/locations/calls.ts';
import { loginsOf } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import type { Feature } from '../feature.ts';
import { personOf, type ActingMember, type MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { tasksWith } from '../jobs/job.ts';
import type { SmsSender } from '../mail/mailer.ts';
import { createTextMessages } from '../mail/text-messages.ts';
import type { Logger } from '../process/log.ts';
import { RadioStation } from '../stations/station.ts';
import { alertsOf, SEND_ALERT_TEXT, type TeamAt } from './alerts.ts';
import * as changes from './change-locations.ts';
import { readHistory } from './history.ts';
import { readLocations, readPlayers, type LocationRow } from './location-rows.ts';
import { beginPairing, leaveLocation } from './pairing.ts';
import { createPlayerReports, type PlayerReports } from './player-reports.ts';
import { presentLocation } from './present.ts';
import { listSilent } from './silent-locations.ts';
import { readMonth, SWEEP_STATUSES, WRITE_MONTHS } from './tasks.ts';
import { startWatch } from './watch.ts';

interface Deps {
  db: Knex;
  publicUrl: string;
  sms: SmsSender;
  smsCountries: readonly string[];
  limits: RateLimits;
  teamAt: TeamAt;
  now: () => number;
  log: Logger;
}

/** The places of a business, the browsers that play there, and whether they do. */
export function locationsFeature(deps: Deps): Feature {
  const reports = createPlayerReports(deps);
  return {
    routers: (mountCall) => [locationRoutes(mountCall, deps, reports)],
    tasks: tasksWith(
      { ...deps, texts: createTextMessages(deps) },
      SWEEP_STATUSES,
      WRITE_MONTHS,
      SEND_ALERT_TEXT,
    ),
    work: () => startWatch(deps),
    close: () => void reports.close(),
  };
}

/** Whether a location is one that the person works for. */
const isOf = (team: ActingMember | null, id: string): boolean =>
  team?.location_ids?.includes(id) ?? true;

/** A location without its PIN for staff, against whom it protects the player. */
const shownTo = (team: ActingMember | null, row: LocationRow): LocationRow =>
  team?.role === 'staff' ? { ...row, leave_pin: null } : row;

function locationRoutes(mountCall: MountCall, deps: Deps, reports: PlayerReports): Router {
  const { db, now } = deps;
  const router = new Router();

  /** A location as its member sees it. @throws `not_found` */
  async function present(stationId: string, id: string) {
    const row = await changes.requireLocation(db, stationId, id);
    return presentLocation(row, await readPlayers(db, [id]), now());
  }

  mountCall(router, calls.listLocations, async ({ identity }) => {
    const { user, team } = identity;
    const station = await RadioStation.requireOwn(db, user.id);
    const rows = (await readLocations(db, station.id)).filter(({ id }) => isOf(team, id));
    const [players, month, alerts_by] = await Promise.all([
      readPlayers(
        db,
        rows.map(({ id }) => id),
      ),
      readMonth(db, station.id, now()),
      alertsOf(db, { user_id: personOf(identity), isOwner: team === null }),
    ]);
    return {
      data: rows.map((row) => presentLocation(shownTo(team, row), players, now())),
      has_more: false,
      next_cursor: null,
      zone: station.zone,
      alerts_by,
      month,
    };
  });

  mountCall(router, calls.getLocation, async ({ identity: { user, team }, params: { id } }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    if (!isOf(team, id)) throw new AppError('not_found');
    const row = await changes.requireLocation(db, station.id, id);
    const location = presentLocation(shownTo(team, row), await readPlayers(db, [id]), now());
    return { ...location, ...(await readHistory(db, row, now())) };
  });

  mountCall(router, calls.addLocation, async ({ identity: { user }, body }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    return present(station.id, await changes.add(deps, station, body));
  });

  mountCall(router, calls.changeLocation, async ({ identity: { user }, params: { id }, body }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    await changes.change(deps, { stationId: station.id, id }, body);
    return present(station.id, id);
  });

  mountCall(router, calls.deleteLocation, async ({ identity: { user }, params: { id } }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    await changes.remove(db, { stationId: station.id, id });
    return undefined;
  });

  mountCall(router, calls.pairPlayer, async ({ identity: { user }, params: { id }, body }) => {
    const { id: stationId } = await RadioStation.requireOwn(db, user.id);
    await changes.pair(db, { stationId, id, code: body.pairing_code, now: now() });
    return present(stationId, id);
  });

  mountCall(router, calls.removePlayer, async ({ identity: { user }, params }) => {
    const { id: stationId } = await RadioStation.requireOwn(db, user.id);
    await changes.removePlayer(db, { stationId, ...params });
    return undefined;
  });

  mountCall(router, calls.setLocationAlerts, async ({ identity: { user }, body }) => {
    const { alerts_by } = body;
    if (alerts_by === 'text' && (await loginsOf(db, user.id)).phone === null)
      throw new AppError('no_login_phone');
    await db('location_alerts')
      .insert({ user_id: user.id, send_by: alerts_by })
      .onConflict('user_id')
      .merge();
    return { alerts_by };
  });

  mountCall(router, calls.beginPairing, ({ body }) => beginPairing(db, body.station, deps));
  mountCall(router, calls.reportPlayer, ({ body }) => reports.take(body));
  mountCall(router, calls.leaveLocation, async ({ body }) => {
    await leaveLocation(db, body);
    return undefined;
  });

  mountCall(router, calls.listSilentLocations, async () => ({
    data: await listSilent(db),
    has_more: false,
    next_cursor: null,
  }));

  return router;
}
