// New versions of playlists, and new files, reach the stations that use them, each checked as a publish is.
import type { Knex } from 'knex';
import { z } from 'zod';
import { PACKAGES_WITH_AAC } from '../../contract/broadcast/renditions.ts';
import { PLAYLIST_SPREAD_HOURS } from '../../contract/schedule/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { AIRS_AS } from './document.ts';
import { addRevision, checkDraft, type ScheduleDeps } from './publish.ts';
import { lockSchedule, readSchedule } from './schedule-rows.ts';
import {
  CHOICE_CHANGED,
  MARKED_LATELY,
  PLAYLIST_VERSIONS,
  PLAYLISTS_IN_USE,
  TRACK_SOUNDS,
  newerPlaylists,
} from '../library/track-queries.ts';
import { READY_SOUNDS, RENDERED_LATELY } from '../preparation/sound-queries.ts';
import { stationLabels, STATIONS_FROM_HERE } from '../stations/station-queries.ts';
import { STORED_ASSETS } from '../assets/asset-queries.ts';

/** Stations of one run, and how long it may take, in ms: a simulation takes about a second. */
const MOST_STATIONS = 200;
const RUN_MS = 45_000;

/**
 * A station gets AAC that was made of its MP3, and segues that were measured or moved, at most this often: a library may
 * be worked on for days.
 */
const CHANGES_HOURS = 1;
/** A station whose schedule could not be renewed for so long gets them with its next publish. */
const CHANGES_DAYS = 30;

/** SQL: the kind of a customer's file is one of which the schedule of revision `r` airs all. */
const AIRS_ALL = `case when a.kind = any(:radio_ids) then r.draft->'radio_ids'->>'items'
  else r.draft->'breaks'->>'items' end = 'all'`;

/**
 * Stations whose turn it is: the new version is as old as the station's place in the spread, and was not found to
 * break the rules. Also those with a file that the customer has deleted since, with a new one where all of a kind air,
 * those whose package has AAC and whose sound has got it since, and those with a song whose segue or intro has changed.
 */
const DUE = `
  with added as materialized (
    ${RENDERED_LATELY}
  ), marked as materialized (
    ${MARKED_LATELY}
  )
  select s.id from ${STATIONS_FROM_HERE} s
  cross join lateral (
    select draft, playlists, asset_ids, prepared_file_ids, committed_at from schedule_revisions
    where station_id = s.id order by number desc limit 1
  ) r
  join station_schedules d on d.station_id = s.id
  where (exists (
    select from jsonb_to_recordset(r.playlists) as u (playlist_id uuid, number int)
    join ${PLAYLIST_VERSIONS} v on v.playlist_id = u.playlist_id and v.number > u.number
    join ${PLAYLISTS_IN_USE} p on p.id = u.playlist_id
    where v.created_at + make_interval(secs => abs(hashtext(s.id::text)::bigint) % :spread) <= :now
      and not coalesce(d.held_problems->'playlists' @> jsonb_build_array(
        jsonb_build_object('playlist_id', v.playlist_id, 'number', v.number)), false)
  ) or (d.held_since is null and (exists (
    select from unnest(r.asset_ids) as used (id)
    where not exists (select from ${STORED_ASSETS} a where a.id = used.id)
  ) or exists (
    select from ${STORED_ASSETS} a join ${READY_SOUNDS} f on f.id = a.prepared_file_id
    where a.user_id = s.user_id and a.kind <> 'logo'
      and a.id <> all (r.asset_ids) and ${AIRS_ALL}
  ) or (s.package_name = any(:with_aac) and r.committed_at < :rested and exists (
    select from added f where f.at > r.committed_at and (
      f.id = any(r.prepared_file_ids) or exists (
        select from ${TRACK_SOUNDS} t
        join ${PLAYLIST_VERSIONS} v on v.track_ids @> array[t.id]
        join jsonb_to_recordset(r.playlists) as u (playlist_id uuid, number int)
          on u.playlist_id = v.playlist_id and u.number = v.number
        where t.prepared_file_id = f.id
      ))
  )) or (r.committed_at < :rested and r.committed_at < ${CHOICE_CHANGED})
  or (r.committed_at < :rested and exists (
    select from marked m where m.at > r.committed_at and (
      r.draft->'fixed_items' @> jsonb_build_array(jsonb_build_object('item_id', m.id::text)) or exists (
        select from ${PLAYLIST_VERSIONS} v
        join jsonb_to_recordset(r.playlists) as u (playlist_id uuid, number int)
          on u.playlist_id = v.playlist_id and u.number = v.number
        where v.track_ids @> array[m.id]
      ))
  )))))
  order by s.id limit :most`;

/** Publishes new versions of playlists, and new files, to the stations that are due. */
export const RENEW_SCHEDULES = job({
  name: 'renew_schedules',
  schedule: '*/5 * * * *',
  async run(deps: ScheduleDeps & { log: Logger }) {
    const { db, now, log } = deps;
    const began = performance.now();
    const { rows } = await db.raw<{ rows: { id: string }[] }>(DUE, {
      spread: PLAYLIST_SPREAD_HOURS * 60 * 60,
      now: new Date(now()),
      rested: new Date(now() - CHANGES_HOURS * HOUR_MS),
      lately: new Date(now() - CHANGES_DAYS * DAY_MS),
      radio_ids: Object.entries(AIRS_AS).flatMap(([kind, as]) => (as === 'radio_id' ? kind : [])),
      with_aac: [...PACKAGES_WITH_AAC],
      most: MOST_STATIONS,
    });
    for (const { id } of rows) {
      if (performance.now() - began > RUN_MS) break;
      try {
        await renew(deps, id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // An admin has published meanwhile, or the station is gone.
        log.info({ station: id, err: error }, 'a schedule was not renewed');
      }
    }
  },
});

/** The same for one station, at once. */
export const RENEW_SCHEDULE = job({
  name: 'renew_schedule',
  payload: z.object({ station_id: z.uuid() }),
  run: (deps: ScheduleDeps & { log: Logger }, { station_id }) =>
    renew(deps, station_id).catch((error: unknown) => {
      // The station is gone, or off air. If an admin has published meanwhile, the job is tried again.
      if (!(error instanceof AppError) || error.kind === 'schedule_changed') throw error;
    }),
});

/** Publishes the schedule of a station again, after a change that members wait for. */
export const queueRenewal = (trx: Knex, station_id: string): Promise<void> =>
  queueJob(trx, RENEW_SCHEDULE, { station_id }, station_id);

/** The published draft again, with the newest versions of its playlists and files; or a note of why not. */
async function renew(deps: ScheduleDeps & { log: Logger }, stationId: string): Promise<void> {
  const { db, log } = deps;
  const { station, newest } = await readSchedule(db, stationId);
  if (!newest?.draft) return;
  const { draft } = newest;
  const { checked, problems } = await checkDraft(deps, station, draft);
  await db.transaction(async (trx) => {
    const now = await lockSchedule(trx, stationId);
    if (now.newest?.number !== newest.number) throw new AppError('schedule_changed');
    if (checked) {
      await addRevision(trx, { id: null }, now, { ...checked, draft, cause: 'playlist' });
      return;
    }
    const tried = await newerPlaylists(trx, newest.playlists);
    const playlists = tried.map(({ playlist_id, newest: number }) => ({ playlist_id, number }));
    await trx('station_schedules')
      .where({ station_id: stationId })
      .update({
        held_problems: JSON.stringify({ problems, playlists }),
        held_since: trx.raw('coalesce(held_since, now())'),
      });
  });
  if (checked)
    log.info({ station: stationId }, 'a schedule got new versions of its playlists or files');
  else log.warn({ station: stationId, problems }, 'a schedule keeps older versions of playlists');
}

/** Stations that stay on older versions, the longest first. */
export const heldStations = (db: Knex) =>
  db('station_schedules as d')
    .join(stationLabels(db).as('s'), 's.id', 'd.station_id')
    .whereNotNull('d.held_since')
    .where({ is_on_air_here: true })
    .orderBy(['d.held_since', 's.id'])
    .select(
      's.id as station_id',
      's.user_id',
      's.station_slug',
      's.station_name',
      'd.held_since as since',
      db.raw("d.held_problems->'problems' as problems"),
    );
