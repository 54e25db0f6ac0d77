import Router from '@koa/router';
import type { Knex } from 'knex';
import {
  deleteAsset as deleteCall,
  listAssets as listCall,
  uploadAsset as uploadCall,
} from '../../contract/assets.ts';
import type { AssetKind } from '../../contract/limits.ts';
import type { Door } from '../http/doors.ts';
import { idempotencyKeyOf, REPLAYED_HEADER } from '../http/idempotency.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../log.ts';
import { presentAsset } from './asset.ts';
import { findByKey } from './claim-asset.ts';
import { keepAsset } from './keep-asset.ts';
import { listAssets } from './list-assets.ts';
import { receiveUpload } from './receive-upload.ts';
import { removeAsset } from './remove-asset.ts';
import { requireRoom } from './room-for-file.ts';
import type { Storage } from './storage/storage.ts';

/** What the room stands on. */
export interface AssetServices {
  db: Knex;
  storage: Storage;
  /** Where files lie while they come in. */
  uploadsDir: string;
  limits: RateLimits;
  publicUrl: string;
  now: () => number;
  log: Logger;
}

/** A member's files. */
export function assetsRoutes(door: Door, deps: AssetServices): Router {
  const { db, limits, uploadsDir, publicUrl } = deps;
  const router = new Router();

  door(router, listCall, async ({ identity: { user }, query }) => {
    const { assets, next_cursor } = await listAssets(db, user.id, query);
    const data = assets.map((asset) => presentAsset(asset, publicUrl));
    return { data, has_more: next_cursor !== null, next_cursor };
  });

  door(router, uploadCall, async ({ ctx, identity: { user } }) => {
    const key = idempotencyKeyOf(ctx);
    await limits.take('upload', user.id);
    // A courtesy, before the file comes: what counts is decided again when it is there.
    async function admit(kind: AssetKind): Promise<void> {
      const isRepeat = key !== undefined && (await findByKey(db, user.id, key)) !== undefined;
      if (!isRepeat) await requireRoom(db, user.id, { kind, size_bytes: 1 });
    }
    const { asset, is_repeat } = await receiveUpload(ctx, { folder: uploadsDir, admit }, (file) =>
      keepAsset(deps, { user_id: user.id, key, file }),
    );
    if (is_repeat) ctx.set(REPLAYED_HEADER, 'true');
    return presentAsset(asset, publicUrl);
  });

  door(router, deleteCall, async ({ identity: { user }, params }) => {
    await removeAsset(deps, user.id, params.id);
    return undefined;
  });

  return router;
}
