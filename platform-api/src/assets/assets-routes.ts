import Router from '@koa/router';
import {
  deleteAsset as deleteCall,
  listAssets as listCall,
  uploadAsset as uploadCall,
} from '../../contract/assets.ts';
import type { MountCall } from '../http/mount-call.ts';
import { presentAsset } from './asset.ts';
import { listAssets } from './list-assets.ts';
import { removeAsset } from './remove-asset.ts';
import { takeUpload, type UploadServices } from './take-upload.ts';
import { tellOfUpload } from './tell-of-upload.ts';

/** A member's files. */
export function assetsRoutes(mountCall: MountCall, deps: UploadServices): Router {
  const { db, publicUrl } = deps;
  const router = new Router();

  mountCall(router, listCall, async ({ identity: { user }, query }) => {
    const { assets, next_cursor } = await listAssets(db, user.id, query);
    const data = assets.map((asset) => presentAsset(asset, publicUrl));
    return { data, has_more: next_cursor !== null, next_cursor };
  });

  mountCall(router, uploadCall, async ({ ctx, identity: { user } }) => {
    const whose = { user_id: user.id, sender: 'member', account: user.id } as const;
    const asset = await takeUpload(ctx, deps, { ...whose, ...uploadCall, tell: tellOfUpload });
    return presentAsset(asset, publicUrl);
  });

  mountCall(router, deleteCall, async ({ identity: { user }, params }) => {
    await removeAsset(deps, { user_id: user.id, sender: 'member', id: params.id });
    return undefined;
  });

  return router;
}
