// Uploads of music: files arrive in parts, which a job then joins and prepares.
import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import * as calls from '../../contract/library/uploads.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { actorOf } from '../audit/audit.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { MountCall } from '../http/mount-call.ts';
import {
  findUpload,
  presentUpload,
  uploadsWithTracks,
  type UploadWithTrack,
} from './upload-rows.ts';
import { acceptFile, beginUpload, giveUpUpload, receivePart, retryUpload } from './uploads.ts';

export function uploadRoutes(
  mountCall: MountCall,
  deps: { db: Knex; storage: Storage; uploadsDir: string },
): Router {
  const { db } = deps;
  const router = new Router();

  mountCall(router, calls.createLibraryUpload, async ({ body, identity, address }) => {
    const actor = actorOf(identity, address);
    return presentUpload(await beginUpload(db, actor, acceptFile(body)));
  });

  mountCall(router, calls.sendLibraryPart, async ({ ctx, params, raw }) => {
    const digest = ctx.get('Content-Digest');
    return presentUpload(await receivePart(deps, { ...params, bytes: raw, digest }));
  });

  mountCall(router, calls.listLibraryUploads, async ({ query }) => {
    const [page, counts] = await Promise.all([readPage(db, query), countUploads(db)]);
    return { ...page, data: page.data.map(presentUpload), counts };
  });

  mountCall(router, calls.retryLibraryUpload, async ({ params, identity, address }) => {
    await retryUpload(db, actorOf(identity, address), params.id);
    return presentUpload(await findUpload(db, params.id));
  });

  mountCall(router, calls.deleteLibraryUpload, async ({ params, identity, address }) => {
    await giveUpUpload(db, actorOf(identity, address), params.id);
    return undefined;
  });

  return router;
}

/** The sort key of a page's last upload. */
const Place = z.tuple([z.iso.datetime(), z.uuid()]);

async function readPage(
  db: Knex,
  { state, ids, limit, cursor }: z.output<typeof calls.listLibraryUploads.query>,
): Promise<{ data: UploadWithTrack[]; has_more: boolean; next_cursor: string | null }> {
  const query = uploadsWithTracks(db)
    .orderByRaw('u.created_at desc, u.id desc')
    .limit(limit + 1);
  if (state !== undefined) void query.where('u.state', state);
  if (ids !== undefined) void query.whereIn('u.id', ids);
  if (cursor !== undefined) {
    void query.whereRaw('(u.created_at, u.id) < (?, ?)', readCursor(cursor, Place));
  }
  const found: UploadWithTrack[] = await query;
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return {
    data,
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.created_at, last.id]) : null,
  };
}

/** Finished uploads are not counted: their number only grows. */
async function countUploads(db: Knex) {
  const rows = await db('library_uploads')
    .whereNot({ state: 'done' })
    .groupBy('state')
    .select<{ state: string; count: number }[]>('state', db.raw('count(*)'));
  const counts = { receiving: 0, preparing: 0, failed: 0 };
  for (const { state, count } of rows) Object.assign(counts, { [state]: count });
  return counts;
}
