import Router from '@koa/router';
import * as calls from '../../contract/announcements/calls.ts';
import * as pauseCalls from '../../contract/announcements/pauses.ts';
import type { Feature } from '../feature.ts';
import { AppError } from '../errors.ts';
import type { Identity, MountCall } from '../http/mount-call.ts';
import { tasksWith } from '../jobs/job.ts';
import { createTrackFiles } from '../library/track-files.ts';
import type { OnPrepared } from '../preparation/prepared-files.ts';
import { RadioStation } from '../stations/station.ts';
import { findRow } from './announcement-rows.ts';
import * as changes from './change-announcements.ts';
import type { AnnouncementRef } from './change-announcements.ts';
import * as pauses from './change-pauses.ts';
import { readAnnouncement, readAnnouncements, readWithAirings, zoneIfAny } from './present.ts';
import {
  PLAN_AND_SETTLE,
  PLAN,
  planPrepared,
  SPEAK,
  SWEEP,
  type AnnouncementTaskDeps,
} from './tasks.ts';

interface Deps extends AnnouncementTaskDeps {
  secrets: readonly string[];
  publicUrl: string;
  preparation: { onPrepared(act: OnPrepared): void };
}

/** Members' own announcements: their sound, and when they air. */
export function announcementsFeature(services: Deps): Feature {
  services.preparation.onPrepared(planPrepared);
  return {
    routers: (mountCall) => [announcementRoutes(mountCall, services)],
    tasks: tasksWith(services, SPEAK, PLAN, PLAN_AND_SETTLE, SWEEP),
  };
}

/** @throws `all_locations_only` when a team member works for some locations, and others would hear it */
function requireOwnLocations(team: Identity['team'], location_ids: readonly string[] | null): void {
  const own = team?.location_ids;
  if (own && !location_ids?.every((id) => own.includes(id)))
    throw new AppError('all_locations_only');
}

function announcementRoutes(mountCall: MountCall, services: Deps): Router {
  const deps = { ...services, files: createTrackFiles(services) };
  const router = new Router();
  const of = ({
    identity,
    params,
  }: {
    identity: { user: { id: string } };
    params: { id: string };
  }) => ({
    userId: identity.user.id,
    id: params.id,
  });

  /** Holds staff of some locations to announcements at these. @throws `all_locations_only`, `not_found` */
  async function requireWithin(
    { team }: Pick<Identity, 'team'>,
    which: AnnouncementRef,
  ): Promise<void> {
    if (team?.location_ids) requireOwnLocations(team, (await findRow(deps.db, which)).location_ids);
  }

  mountCall(router, calls.listMyVoices, async ({ identity: { user } }) => ({
    ...(await changes.readVoices(deps, user.id)),
    has_more: false,
    next_cursor: null,
  }));

  mountCall(router, calls.listAnnouncements, ({ identity: { user } }) =>
    readAnnouncements(deps, user.id),
  );

  mountCall(router, calls.getAnnouncement, (request) => readWithAirings(deps, of(request)));

  mountCall(router, calls.createAnnouncement, async ({ identity: { user, team }, body }) => {
    requireOwnLocations(team, body.location_ids ?? null);
    const id = await changes.create(deps, user.id, body);
    return readAnnouncement(deps, { userId: user.id, id });
  });

  mountCall(router, calls.speakAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    await changes.speak(deps, of(request), request.body);
    return readAnnouncement(deps, of(request));
  });

  mountCall(router, calls.recordAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    await changes.record(deps, of(request), request.raw);
    return readAnnouncement(deps, of(request));
  });

  mountCall(router, calls.planAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    const { location_ids } = request.body;
    if (location_ids !== undefined) requireOwnLocations(request.identity.team, location_ids);
    await changes.plan(deps, of(request), request.body);
    return readAnnouncement(deps, of(request));
  });

  mountCall(router, calls.pauseAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    await changes.pause(deps, of(request));
    return readAnnouncement(deps, of(request));
  });

  mountCall(router, calls.resumeAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    await changes.resume(deps, of(request));
    return readAnnouncement(deps, of(request));
  });

  mountCall(router, calls.deleteAnnouncement, async (request) => {
    await requireWithin(request.identity, of(request));
    await changes.remove(deps, of(request));
    return undefined;
  });

  mountCall(router, pauseCalls.listPauses, async ({ identity: { user } }) => {
    const { id } = await RadioStation.requireOwn(deps.db, user.id);
    return {
      data: await pauses.listPauses(deps, id),
      has_more: false,
      next_cursor: null,
      zone: await zoneIfAny(deps.db, id),
    };
  });

  mountCall(router, pauseCalls.addPause, ({ identity: { user }, body }) =>
    pauses.add(deps, user.id, body),
  );

  mountCall(router, pauseCalls.changePause, (request) =>
    pauses.change(deps, { ...of(request), ...request.body }),
  );

  mountCall(router, pauseCalls.endPause, async (request) => {
    await pauses.end(deps, of(request));
    return undefined;
  });

  return router;
}
