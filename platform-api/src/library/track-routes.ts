import Router from '@koa/router';
import type { Knex } from 'knex';
import type { z } from 'zod';
import * as calls from '../../contract/library/tracks.ts';
import * as settings from '../../contract/library/settings.ts';
import * as schemas from '../../contract/library/track-schemas.ts';
import { actorOf, audit } from '../audit/audit.ts';
import { tracksFileName } from '../../contract/site/brand.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { csvOf, sendCsv } from '../http/csv.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { changeCover } from './cover.ts';
import { correctTracks } from './correct-tracks.ts';
import { listTracks } from './list-tracks.ts';
import type { TrackFiles } from './track-files.ts';
import { presentMeasured } from './track-markers.ts';
import { changeSettings, readSettings } from './settings.ts';
import { changeTrack, changeTracks, findTrack, presentTrack, readTagValues } from './tracks.ts';

/** The tracks of the library. */
export function trackRoutes(
  mountCall: MountCall,
  deps: {
    db: Knex;
    storage: Storage;
    uploadsDir: string;
    files: TrackFiles;
    now: () => number;
    log: Logger;
  },
): Router {
  const { db, files, now, log } = deps;
  const router = new Router();

  async function details(id: string): Promise<z.input<typeof schemas.LibraryTrackDetails>> {
    const track = await findTrack(db, id);
    const { rendition } = track;
    const audio_url = rendition && files.urlOf(rendition);
    return { ...track, ...presentTrack(track, files), ...presentMeasured(track), audio_url };
  }

  mountCall(router, calls.listLibraryTracks, async ({ query }) => {
    const page = await listTracks(db, query);
    return { ...page, data: page.data.map((row) => presentTrack(row, files)) };
  });

  mountCall(router, calls.changeLibraryTracks, async ({ body, identity, address }) => ({
    changed: await changeTracks(db, actorOf(identity, address), body),
  }));

  mountCall(router, calls.listLibraryTags, () => readTagValues(db));

  mountCall(router, settings.getLibrarySettings, () => readSettings(db, now()));

  mountCall(router, settings.changeLibrarySettings, async ({ body, identity, address }) => {
    await changeSettings(db, actorOf(identity, address), body);
    return readSettings(db, now());
  });

  mountCall(router, calls.getLibraryTrack, ({ params }) => details(params.track_id));

  mountCall(router, calls.changeLibraryTrack, async ({ params, body, identity, address }) => {
    const actor = actorOf(identity, address);
    await changeTrack(db, actor, { id: params.track_id, change: body });
    return details(params.track_id);
  });

  mountCall(router, calls.exportLibraryTracks, async ({ ctx, query, identity, address }) => {
    await audit(db, actorOf(identity, address), {
      action: 'export_tracks',
      user_id: null,
      after: query,
    });
    const columns = Object.values(schemas.TRACK_COLUMNS).flat();
    const csv = await csvOf(columns, async (page) => {
      const { data, next_cursor } = await listTracks(db, { ...query, ...page });
      return {
        data: data.map((row) => schemas.LibraryTrack.parse(presentTrack(row, files))),
        next_cursor,
      };
    });
    sendCsv(ctx, csv, { fileName: tracksFileName(new Date(now()).toISOString()), log });
    return ANSWERED;
  });

  mountCall(router, calls.correctLibraryTracks, ({ raw, identity, address }) =>
    correctTracks(db, actorOf(identity, address), raw),
  );

  mountCall(router, calls.uploadTrackCover, async ({ params, raw, identity, address }) => {
    const actor = actorOf(identity, address);
    await changeCover(deps, actor, { track_id: params.track_id, picture: raw });
    return details(params.track_id);
  });

  mountCall(router, calls.deleteTrackCover, async ({ params, identity, address }) => {
    const actor = actorOf(identity, address);
    await changeCover(deps, actor, { track_id: params.track_id, picture: null });
    return details(params.track_id);
  });

  return router;
}
