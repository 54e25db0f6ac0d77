import type { Knex } from 'knex';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { changePlaylist, createPlaylist, Playlist } from '../../contract/library/playlists.ts';
import { RENEW_DAYS } from '../../contract/library/values.ts';
import { TONES_STATION_SLUG } from '../../contract/stations/values.ts';
import { type StarterUse } from '../../contract/setup/values.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError, hasCode, refuse } from '../errors.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { resolveContent, type Content, type ResolvedContent } from './playlist-content.ts';

import { START_WAITING, withFindings } from './starters.ts';
import type { ModelObject } from 'objection';
import type { Playlist as PlaylistTable, PlaylistVersion } from './table.ts';
import { USER_EMAILS, userEmails } from '../accounts/user.ts';

/** A row of playlist_versions. */
export type VersionRow = ModelObject<PlaylistVersion> & {
  /** The admin's address; null: a job, or a deleted account. */
  created_by_email: string | null;
};

/** A row of playlists, with its newest version. */
type PlaylistRow = ModelObject<PlaylistTable> & { is_due: boolean; newest: VersionRow };

/** Whether a renewed playlist has had no new version for too long. */
export const IS_DUE = `(p.is_renewed and p.archived_at is null
  and v.created_at < now() - make_interval(days => ${RENEW_DAYS}))`;

/** Playlists with their newest versions, as `p` and `v`. Only the number of their tracks is read. */
export const playlistsWithNewest = (db: Knex) =>
  db('playlists as p')
    .joinRaw(
      `cross join lateral (
        select n.*, cardinality(n.track_ids) as track_count, u.email as created_by_email
        from playlist_versions n left join ${USER_EMAILS} u on u.id = n.created_by
        where n.playlist_id = p.id order by n.number desc limit 1
      ) v`,
    )
    .select(
      'p.*',
      db.raw(`${IS_DUE} as is_due`),
      db.raw(
        `json_build_object('number', v.number, 'rule', v.rule, 'track_count', v.track_count,
          'artist_count', v.artist_count, 'duration_seconds', v.duration_seconds,
          'created_by', v.created_by_email,
          'created_at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as newest`,
      ),
    );

type Presented = z.input<typeof Playlist>;

/** @throws `not_found` */
export async function findPlaylist(db: Knex, id: string): Promise<Presented> {
  const [playlist] = await withFindings(db, await playlistsWithNewest(db).where('p.id', id));
  if (!playlist) throw new AppError('not_found');
  return playlist;
}

/** A version as the contract describes it, without its tracks. */
export const presentVersion = ({ track_ids, created_by_email, ...row }: VersionRow) => ({
  ...row,
  track_count: track_ids.length,
  created_by: created_by_email,
});

export const versionsOf = (db: Knex, playlist_id: string) =>
  db<VersionRow>('playlist_versions as v')
    .leftJoin(userEmails(db).as('u'), 'u.id', 'v.created_by')
    .where({ playlist_id })
    .orderBy('v.number', 'desc')
    .select<VersionRow[]>('v.*', 'u.email as created_by_email');

/** @param number null: the newest. @throws `not_found` */
export async function findVersion(
  db: Knex,
  { playlist_id, number }: { playlist_id: string; number: number | null },
): Promise<VersionRow> {
  const query = versionsOf(db, playlist_id).limit(1);
  if (number !== null) void query.where('v.number', number);
  const [version] = await query;
  if (!version) throw new AppError('not_found');
  return version;
}

/** @throws `playlist_name_taken`; what `resolveContent` throws */
export async function addPlaylist(
  db: Knex,
  actor: Actor,
  { rule, track_ids, ...fields }: z.output<typeof createPlaylist.body>,
): Promise<Presented> {
  const id = uuidv7();
  return db.transaction(async (trx) => {
    await unlessTaken(() => trx('playlists').insert({ id, ...withoutEmpty(fields) }));
    const content = await resolveContent(trx, { rule, track_ids });
    await insertVersion(trx, { ...content, playlist_id: id, number: 1, created_by: actor.id });
    const after = { playlist_id: id, ...fields, ...auditedContent(content) };
    await audit(trx, actor, { action: 'create_playlist', user_id: null, after });
    return findPlaylist(trx, id);
  });
}

/** @throws `not_found`; `playlist_name_taken`; `validation_failed` when the test tones would start stations */
export async function alterPlaylist(
  db: Knex,
  actor: Actor,
  { id, change }: { id: string; change: z.output<typeof changePlaylist.body> },
): Promise<Presented> {
  return db.transaction(async (trx) => {
    const row = await lockPlaylist(trx, id);
    const { is_archived = row.archived_at !== null, ...fields } = change;
    if (row.system_station === TONES_STATION_SLUG && fields.starter_for?.length) {
      const message = 'The test tones can’t start a station. Choose a playlist of music.';
      throw refuse('starter_for', message, 'system');
    }
    const before = { ...row, is_archived: row.archived_at !== null };
    const wanted = { ...withoutEmpty(fields), is_archived };
    const changed = Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value, before[name as keyof typeof before]),
    );
    if (changed.length > 0) {
      const { is_archived: isMoved, ...columns } = Object.fromEntries(changed);
      if (fields.starter_for) {
        await replaceStarters(trx, id, fields.starter_for);
        await queueJob(trx, START_WAITING, {}, START_WAITING.name);
      }
      const archived_at = is_archived ? trx.fn.now() : null;
      await unlessTaken(() =>
        trx('playlists')
          .where({ id })
          .update({
            ...columns,
            ...(isMoved !== undefined && { archived_at }),
            updated_at: trx.fn.now(),
          }),
      );
      const side = (values: object) =>
        Object.fromEntries(changed.map(([name]) => [name, Reflect.get(values, name)]));
      await audit(trx, actor, {
        action: 'change_playlist',
        user_id: null,
        before: { playlist_id: id, name: row.name, ...side(before) },
        after: { playlist_id: id, name: row.name, ...side(wanted) },
      });
    }
    return findPlaylist(trx, id);
  });
}

/** An industry has one starter playlist. */
async function replaceStarters(trx: Knex, id: string, uses: StarterUse[]): Promise<void> {
  await trx('playlists')
    .whereNot({ id })
    .whereRaw('starter_for && ?::text[]', [uses])
    .update({
      starter_for: trx.raw(
        '(select coalesce(array_agg(used), array[]::text[]) from unnest(starter_for) as used where used <> all (?))',
        [uses],
      ),
    });
}

/** '' clears a text. */
const withoutEmpty = <Fields extends { notes?: string | null | undefined }>(fields: Fields) => ({
  ...fields,
  ...(fields.notes === '' && { notes: null }),
});

async function unlessTaken(write: () => PromiseLike<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    // unique_violation: a name is the only unique column that callers choose.
    throw hasCode(error, '23505') ? new AppError('playlist_name_taken', { cause: error }) : error;
  }
}

async function lockPlaylist(
  trx: Knex,
  id: string,
): Promise<Omit<PlaylistRow, 'newest' | 'is_due'>> {
  const row = await trx('playlists').where({ id }).forUpdate().first();
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Adds a version, unless it would be the same as the newest.
 * @param from the number of the version that the change is based on
 * @throws `not_found`; `playlist_changed` when there is a newer version; what `resolveContent` throws
 */
export async function addVersion(
  db: Knex,
  actor: Actor,
  { playlist_id, from, ...wanted }: Content & { playlist_id: string; from: number },
): Promise<Presented> {
  return db.transaction(async (trx) => {
    const { name, system_station } = await lockPlaylist(trx, playlist_id);
    const newest = await findVersion(trx, { playlist_id, number: null });
    if (newest.number !== from) throw new AppError('playlist_changed');
    const known = system_station === null ? newest.track_ids : 'all';
    const content = await resolveContent(trx, { ...wanted, known });
    const isSame =
      isDeepStrictEqual(content.rule, newest.rule) &&
      isDeepStrictEqual(content.track_ids, newest.track_ids);
    if (!isSame) {
      const number = newest.number + 1;
      await insertVersion(trx, { ...content, playlist_id, number, created_by: actor.id });
      await audit(trx, actor, {
        action: 'change_playlist_tracks',
        user_id: null,
        before: { playlist_id, name, ...auditedContent(newest) },
        after: { playlist_id, name, ...auditedContent(content) },
      });
    }
    return findPlaylist(trx, playlist_id);
  });
}

const auditedContent = ({ rule, track_ids }: Pick<ResolvedContent, 'rule' | 'track_ids'>) => ({
  rule,
  track_count: track_ids.length,
});

async function insertVersion(
  trx: Knex,
  version: ResolvedContent & { playlist_id: string; number: number; created_by: string | null },
): Promise<void> {
  const rule = version.rule && JSON.stringify(version.rule);
  await trx('playlist_versions').insert({ id: uuidv7(), ...version, rule });
  const { playlist_id: id } = version;
  await trx('playlists').where({ id }).update({ updated_at: trx.fn.now() });
}

/**
 * Applies a playlist's rule again, and adds a version if other tracks meet it now.
 * @param created_by null: a job
 * @throws `not_found`; `playlist_by_hand`; `validation_failed` when too many tracks meet the rule
 */
export async function refreshPlaylist(
  db: Knex,
  { playlist_id, created_by }: { playlist_id: string; created_by: string | null },
): Promise<Presented> {
  return db.transaction(async (trx) => {
    await lockPlaylist(trx, playlist_id);
    const newest = await findVersion(trx, { playlist_id, number: null });
    if (newest.rule === null) throw new AppError('playlist_by_hand');
    const content = await resolveContent(trx, { rule: newest.rule });
    const former = new Set(newest.track_ids);
    const isSame =
      content.track_ids.length === former.size && content.track_ids.every((id) => former.has(id));
    if (!isSame) {
      const number = newest.number + 1;
      await insertVersion(trx, { ...content, playlist_id, number, created_by });
    }
    return findPlaylist(trx, playlist_id);
  });
}

/** Applies the rules of all playlists to the library, at night, after uploads of the day have been prepared. */
export const REFRESH_PLAYLISTS = job({
  name: 'refresh_playlists',
  schedule: '47 3 * * *',
  async run({ db, log }: { db: Knex; log: Logger }) {
    const ids: string[] = await playlistsWithNewest(db)
      .whereNull('p.archived_at')
      .whereNotNull('v.rule')
      .clearSelect()
      .pluck('p.id');
    for (const playlist_id of ids) {
      try {
        await refreshPlaylist(db, { playlist_id, created_by: null });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Too many tracks meet its rule now, or it was deleted or changed meanwhile.
        log.warn({ playlist_id, err: error }, 'a playlist keeps its version: its rule failed');
      }
    }
  },
});
