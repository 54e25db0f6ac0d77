import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import * as calls from '../../contract/library/playlists.ts';
import { actorOf } from '../audit/audit.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { MountCall } from '../http/mount-call.ts';
import { compareLists, previewRule, readTracks } from './playlist-content.ts';
import {
  addPlaylist,
  addVersion,
  alterPlaylist,
  findPlaylist,
  findVersion,
  IS_DUE,
  playlistsWithNewest,
  presentVersion,
  refreshPlaylist,
  versionsOf,
} from './playlists.ts';
import { withFindings } from './starters.ts';

/** Playlists and their versions. */
export function playlistRoutes(mountCall: MountCall, { db }: { db: Knex }): Router {
  const router = new Router();

  mountCall(router, calls.listPlaylists, ({ query }) => listPlaylists(db, query));

  mountCall(router, calls.createPlaylist, ({ body, identity, address }) =>
    addPlaylist(db, actorOf(identity, address), body),
  );

  mountCall(router, calls.getPlaylist, ({ params }) => findPlaylist(db, params.playlist_id));

  mountCall(router, calls.changePlaylist, ({ params, body, identity, address }) =>
    alterPlaylist(db, actorOf(identity, address), { id: params.playlist_id, change: body }),
  );

  mountCall(router, calls.listPlaylistVersions, ({ params, query }) =>
    listVersions(db, { ...params, ...query }),
  );

  mountCall(router, calls.getPlaylistVersion, async ({ params }) => {
    const version = await findVersion(db, params);
    return { ...presentVersion(version), tracks: await readTracks(db, version.track_ids) };
  });

  mountCall(router, calls.addPlaylistVersion, ({ params, body, identity, address }) =>
    addVersion(db, actorOf(identity, address), { ...params, ...body }),
  );

  mountCall(router, calls.refreshPlaylist, ({ params, identity }) =>
    refreshPlaylist(db, { ...params, created_by: identity.user.id }),
  );

  mountCall(router, calls.comparePlaylistVersions, async ({ params, query }) => {
    const { playlist_id } = params;
    const from = await findVersion(db, { playlist_id, number: query.from });
    const to = await findVersion(db, { playlist_id, number: query.to ?? null });
    const { added, removed, moved } = compareLists(from.track_ids, to.track_ids);
    const movedTracks = await readTracks(
      db,
      moved.map(({ id }) => id),
    );
    const places = new Map(moved.map((move) => [move.id, move]));
    return {
      added: await readTracks(db, added),
      removed: await readTracks(db, removed),
      moved: movedTracks.flatMap((track) => {
        const move = places.get(track.id);
        return move ? [{ ...track, ...move }] : [];
      }),
    };
  });

  mountCall(router, calls.previewPlaylistRule, ({ body }) => previewRule(db, body.rule));

  return router;
}

type Playlists = z.input<typeof calls.listPlaylists.response>;

/** By name; a cursor names the last playlist. */
async function listPlaylists(
  db: Knex,
  { is_archived, is_due, limit, cursor }: z.output<typeof calls.listPlaylists.query>,
): Promise<Playlists> {
  const query = playlistsWithNewest(db)
    .orderByRaw('folded(p.name), p.id')
    .limit(limit + 1);
  void (is_archived ? query.whereNotNull('p.archived_at') : query.whereNull('p.archived_at'));
  if (is_due !== undefined) void query.whereRaw(`${IS_DUE} = ?`, [is_due]);
  if (cursor !== undefined) {
    const [id] = readCursor(cursor, z.tuple([z.uuid()]));
    void query.whereRaw(
      '(folded(p.name), p.id) > ((select folded(name) from playlists where id = ?), ?)',
      [id, id],
    );
  }
  const found = await withFindings(db, await query);
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return { data, has_more: last !== undefined, next_cursor: last ? cursorAt([last.id]) : null };
}

/** @throws `not_found` */
async function listVersions(
  db: Knex,
  {
    playlist_id,
    limit,
    cursor,
  }: z.output<typeof calls.listPlaylistVersions.query> & { playlist_id: string },
): Promise<z.input<typeof calls.listPlaylistVersions.response>> {
  await findPlaylist(db, playlist_id);
  const query = versionsOf(db, playlist_id).limit(limit + 1);
  if (cursor !== undefined) {
    const [number] = readCursor(cursor, z.tuple([z.int32()]));
    void query.where('v.number', '<', number);
  }
  const found = await query;
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentVersion),
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.number]) : null,
  };
}
