import Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { z } from 'zod';
import * as calls from '../../contract/schedule/calls.ts';
import type * as schemas from '../../contract/schedule/schemas.ts';
import { actorOf } from '../audit/audit.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { AppError } from '../errors.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { TrackFiles } from '../library/track-files.ts';
import { inUnits } from '../library/track-markers.ts';
import { AIRS_AS, buildDocument, customerItems, itemById, itemOf } from './document.ts';
import { compareDrafts, proposalFor, readNames } from './draft.ts';
import { preview } from './preview.ts';
import { draftOf, publish, restore, saveDraft, takeOffAir, type ScheduleDeps } from './publish.ts';
import { heldStations } from './renew-playlists.ts';
import { approvalOf, needsApproval } from '../stations/approval-state.ts';
import {
  findStation,
  presentRevision,
  readSchedule,
  revisionsOf,
  type ScheduleRows,
} from './schedule-rows.ts';
import { namesOf, newerPlaylists } from '../library/track-queries.ts';

/** Drafts, previews, publishing and history. */
export function scheduleRoutes(
  mountCall: MountCall,
  deps: ScheduleDeps & { trackFiles: TrackFiles; broadcast: Pick<Broadcast, 'segue'> },
): Router {
  const { db } = deps;
  const router = new Router();

  const present = async (stationId: string) =>
    presentSchedule(deps, await readSchedule(db, stationId));

  mountCall(router, calls.getSchedule, ({ params }) => present(params.station_id));

  mountCall(router, calls.saveScheduleDraft, async ({ params, body, identity, address }) => {
    const stationId = params.station_id;
    await saveDraft(deps, actorOf(identity, address), { stationId, ...body });
    return present(stationId);
  });

  /** The 60-day checks of previews that are computed, by session and station. */
  const checks = new Map<string, AbortController>();

  /**
   * Aborted when the client has closed the request, or asks for a newer check of the same schedule: an admin who types
   * needs the answer to the last change only.
   */
  function wantedUntil(ctx: Context, check: string | null): AbortSignal {
    const own = new AbortController();
    const cancel = () => own.abort(new AppError('preview_superseded'));
    if (check !== null) {
      checks.get(check)?.abort(new AppError('preview_superseded'));
      checks.set(check, own);
    }
    ctx.res.once('close', () => {
      if (check !== null && checks.get(check) === own) checks.delete(check);
      cancel();
    });
    if (ctx.res.closed) cancel();
    return own.signal;
  }

  mountCall(router, calls.previewSchedule, async ({ ctx, params, body, identity }) => {
    const { draft, ...asked } = body;
    const { session_id, key_id } = identity;
    const check = asked.is_complete ? `${session_id ?? key_id} ${params.station_id}` : null;
    const signal = wantedUntil(ctx, check);
    const rows = await readSchedule(db, params.station_id);
    return preview(deps, rows.station, draft ?? (await draftOf(db, rows)), { ...asked, signal });
  });

  mountCall(router, calls.hearSegue, async ({ ctx, query }) => {
    const item = await itemById(db, query.item_id);
    const next = await itemById(db, query.next_item_id);
    if (!item || !next) throw new AppError('item_not_ready');
    const { segue_seconds: tried } = query;
    if (tried !== undefined) item.segue_units = inUnits('segue', tried, item.units);
    ctx.type = 'audio/mpeg';
    ctx.body = await deps.broadcast.segue(item, next);
    return ANSWERED;
  });

  mountCall(router, calls.compareSchedule, async ({ params }) => ({
    changes: await changesOf(db, await readSchedule(db, params.station_id)),
  }));

  mountCall(router, calls.publishSchedule, async ({ params, body, identity, address }) => {
    const stationId = params.station_id;
    await publish(deps, actorOf(identity, address), { stationId, ...body });
    return present(stationId);
  });

  mountCall(router, calls.listScheduleRevisions, ({ params, query }) =>
    listRevisions(db, { stationId: params.station_id, ...query }),
  );

  mountCall(router, calls.getScheduleRevision, async ({ params }) => {
    await findStation(db, params.station_id);
    const [row] = await revisionsOf(db, params.station_id).where('number', params.number);
    if (!row) throw new AppError('not_found');
    const ids = row.playlists.map(({ playlist_id }) => playlist_id);
    const names = await namesOf(db, ids);
    return {
      ...presentRevision(row),
      draft: row.draft,
      playlists: row.playlists.map((use) => ({ ...use, name: names.get(use.playlist_id) ?? null })),
    };
  });

  mountCall(router, calls.restoreScheduleRevision, async ({ params, body, identity, address }) => {
    const { station_id: stationId, number } = params;
    await restore(deps, actorOf(identity, address), { stationId, number, ...body });
    return present(stationId);
  });

  mountCall(router, calls.takeOffAir, async ({ params, body, identity, address }) => {
    const stationId = params.station_id;
    await takeOffAir(deps, actorOf(identity, address), { stationId, ...body });
    return present(stationId);
  });

  mountCall(router, calls.listHeldStations, ({ query }) => listHeld(db, query));

  return router;
}

type Schedule = z.input<typeof schemas.StationSchedule>;

/** A schedule as the contract describes it. */
async function presentSchedule(
  { db, waitsForApproval }: ScheduleDeps,
  rows: ScheduleRows,
): Promise<Schedule> {
  const { station, schedule, newest } = rows;
  const { lacking, ...draft } = schedule
    ? { ...schedule.draft, lacking: null }
    : await proposalFor(db, station);
  const [{ problems }, changes, assets] = await Promise.all([
    buildDocument(db, station, draft),
    changesOf(db, rows),
    customerItems(db, station.user_id),
  ]);
  const held = schedule?.held_problems;
  return {
    station: {
      id: station.id,
      user_id: station.user_id,
      station_slug: station.station_slug,
      station_name: station.station_name,
      status: station.status,
      package_name: station.package_name,
      is_on_air_here: station.is_on_air_here,
      starter_since: station.starter_since,
      waits_for_approval:
        (await needsApproval(db, station, waitsForApproval)) &&
        (await approvalOf(db, station)).state !== 'approved',
    },
    draft,
    draft_version: schedule?.draft_version ?? 0,
    changed_at: schedule?.changed_at ?? null,
    changed_by: schedule?.changed_by_email ?? null,
    newest: newest ? presentRevision(newest) : null,
    has_changes: changes.length > 0,
    lacking,
    problems,
    held:
      held && schedule.held_since ? { since: schedule.held_since, problems: held.problems } : null,
    assets: assets.map((asset) => ({
      id: asset.id,
      kind: asset.kind,
      airs_as: AIRS_AS[asset.kind],
      file_name: asset.file_name,
      duration_seconds: asset.duration_seconds,
      is_ready: itemOf(asset) !== null,
    })),
  };
}

/** The differences between the draft and what is on air, newer versions of playlists included. */
async function changesOf(db: Knex, rows: ScheduleRows) {
  const { newest } = rows;
  const onAir = newest?.draft ?? null;
  const draft = await draftOf(db, rows);
  const [nameOf, newer] = await Promise.all([
    readNames(db, [onAir, draft]),
    newerPlaylists(db, newest?.playlists ?? []),
  ]);
  return [
    ...compareDrafts(onAir, draft, nameOf),
    ...newer.map(({ name, number, newest: to }) => ({
      field: 'playlists',
      message: `The playlist “${name}”: version ${number} → ${to}.`,
    })),
  ];
}

async function listRevisions(
  db: Knex,
  asked: z.output<typeof calls.listScheduleRevisions.query> & { stationId: string },
): Promise<z.input<typeof calls.listScheduleRevisions.response>> {
  const { stationId, limit, cursor } = asked;
  await findStation(db, stationId);
  const query = revisionsOf(db, stationId).limit(limit + 1);
  if (cursor !== undefined) {
    const [number] = readCursor(cursor, z.tuple([z.int32()]));
    void query.where('number', '<', number);
  }
  const found = await query;
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentRevision),
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.number]) : null,
  };
}

async function listHeld(
  db: Knex,
  { limit, cursor }: z.output<typeof calls.listHeldStations.query>,
): Promise<z.input<typeof calls.listHeldStations.response>> {
  const query = heldStations(db).limit(limit + 1);
  if (cursor !== undefined) {
    const [id] = readCursor(cursor, z.tuple([z.uuid()]));
    void query.whereRaw(
      '(d.held_since, s.id) > ((select held_since from station_schedules where station_id = ?), ?)',
      [id, id],
    );
  }
  const found = (await query) as z.input<typeof schemas.HeldStation>[];
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return {
    data,
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.station_id]) : null,
  };
}
