import type Router from '@koa/router';
import type { MountCall } from '../http/mount-call.ts';
import type { Task } from '../jobs/job.ts';
import { assetsRoutes } from './assets-routes.ts';
import { settleAssetTask } from './settle-asset.ts';
import { sweepAssetTasks } from './sweep-assets.ts';
import type { UploadServices } from './take-upload.ts';

/** The assets room as the rest of the house sees it. */
export interface Assets {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

/** Puts the room together. */
export function createAssets(services: UploadServices & { now: () => number }): Assets {
  return {
    routers: (mountCall) => [assetsRoutes(mountCall, services)],
    tasks: [settleAssetTask(services), ...sweepAssetTasks(services)],
  };
}
